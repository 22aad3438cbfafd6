#ifndef CIMAGES_H
#define CIMAGES_H
#include <stddef.h>
#include <stdint.h>

/// A picture of libvips, decoded as it is read; one owner, who calls cimages_free.
typedef struct cimages_picture cimages_picture;

/// The decoders that may be asked for. No other loader of libvips is ever reached.
enum cimages_type { CIMAGES_JPEG, CIMAGES_PNG, CIMAGES_WEBP, CIMAGES_HEIF, CIMAGES_GIF, CIMAGES_TIFF, CIMAGES_PDF };

/// What a file says of its picture before it is decoded.
struct cimages_header {
    int width, height;
    int frames;
    int orientation;  // EXIF 2.32, tag 274: 1 to 8
};

/// Starts libvips with one thread, no caches and none of its plug-ins but the one that `type` needs.
/// Returns 0, -1 where libvips does not start, or -2 where that plug-in is missing.
int cimages_start(enum cimages_type type);

/// Reads the header of the first frame or page. `scale` makes the picture smaller while it is decoded: 1, 1/2, 1/4 or
/// 1/8 for JPEG; for PDF any number, 1 being 72 pixels an inch. NULL where it is no such picture.
cimages_picture *cimages_open(int descriptor, enum cimages_type type, double scale, struct cimages_header *header);

/// The picture in 8 bits a channel on a white ground, still in its own colours: 1, 3 or 4 channels. Consumes `picture`.
/// NULL where the numbers in it have no known meaning.
cimages_picture *cimages_flatten(cimages_picture *picture);

/// Size and channels as they are now.
void cimages_shape(const cimages_picture *picture, int *width, int *height, int *channels);

/// The rows `top` to `top + count`, asked for from top to bottom; `*stride` bytes from row to row. They stay until the
/// next call. NULL where the file is cut short or damaged.
const uint8_t *cimages_rows(cimages_picture *picture, int top, int count, size_t *stride);

/// Writes `pixels` (in the channels and colours of `picture`, or smaller) as sRGB, 3 bytes a pixel, into `output`.
/// Returns 0, or -1 where the colours are of no known kind.
int cimages_to_srgb(const cimages_picture *picture, const uint8_t *pixels, int width, int height, uint8_t *output);

/// Writes sRGB pixels as a JPEG without any metadata; `*bytes` is freed with cimages_free_bytes. Returns 0 or -1.
int cimages_jpeg(const uint8_t *pixels, int width, int height, int quality, uint8_t **bytes, size_t *count);

/// Whether the last failure was for want of memory, as far as the decoder said so.
int cimages_out_of_memory(void);

void cimages_free(cimages_picture *picture);
void cimages_free_bytes(uint8_t *bytes);

/// What the process may use; the kernel ends it, or fails its calls, beyond that.
struct cimages_limits {
    uint64_t memory_bytes, cpu_seconds, output_bytes;
};

/// Sets the limits, gives up new privileges, core files and tracing, closes the descriptors from `first_unused` on, and
/// dies with `parent` (0: outlives it). Returns 0 or -1.
int cimages_limit(const struct cimages_limits *limits, int parent, int first_unused);

/// Leaves only the system calls that decoding needs: no files opened, no network, no programs. With `may_read_fonts` the
/// system's fonts can be opened to be read where the kernel can keep all other files shut; elsewhere they cannot.
/// Returns 0 or -1.
int cimages_shut_in(int may_read_fonts);

/// Shuts all files but those of the system's fonts, which can be read. Returns 0, or -1 where the kernel cannot.
int cimages_leave_fonts(void);

/// Tries what must fail once shut in; returns the system's error number, or 0 where it was let through.
enum cimages_attempt {
    CIMAGES_OPEN, CIMAGES_FONTS, CIMAGES_SOCKET, CIMAGES_EXECUTE, CIMAGES_TRACE, CIMAGES_FORK, CIMAGES_EXECUTABLE_MEMORY,
    CIMAGES_DESCRIPTORS
};
int cimages_attempt(enum cimages_attempt what);

#endif
