#ifndef CIMAGES_H
#define CIMAGES_H
#include <CSupport.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A picture of libvips that is decoded while it is read. Its owner calls cimages_free.
typedef struct cimages_picture cimages_picture;

/// The decoders in use. No other loader of libvips is ever called. CIMAGES_HEIF also reads AVIF.
enum cimages_type {
    CIMAGES_JPEG, CIMAGES_PNG, CIMAGES_WEBP, CIMAGES_HEIF, CIMAGES_GIF, CIMAGES_TIFF, CIMAGES_PDF, CIMAGES_BMP
};

/// The header of a picture file, read before decoding.
struct cimages_header {
    int width, height;
    int frames;
    int orientation;  // EXIF 2.32, tag 274: 1 to 8
};

/// Starts libvips with one thread, no caches and only the plug-in that `type` needs.
/// Returns 0, -1 if libvips does not start, -2 if the plug-in is missing, or the error number if it cannot be loaded.
int cimages_start(enum cimages_type type);

/// Reads the header of the first frame or page. `scale` shrinks the picture during decoding: 1, 1/2, 1/4 or 1/8 for JPEG;
/// for PDF any number, 1 meaning 72 pixels an inch. Returns NULL if the file is not of this type.
cimages_picture *cimages_open(int descriptor, enum cimages_type type, double scale, struct cimages_header *header);

/// Returns the picture with 8 bits per channel on a white background, still in its own colour space: 1, 3 or 4 channels.
/// Consumes `picture`. Returns NULL if the pixel format is unknown.
cimages_picture *cimages_flatten(cimages_picture *picture);

/// The current size and number of channels.
void cimages_shape(const cimages_picture *picture, int *width, int *height, int *channels);

/// Returns the rows `top` to `top + count`, `*stride` bytes apart, valid until the next call. Rows must be read from top
/// to bottom. Returns NULL if the file is cut short or damaged.
const uint8_t *cimages_rows(cimages_picture *picture, int top, int count, size_t *stride);

/// Converts `pixels`, which have the channels and colour space of `picture`, to sRGB, 3 bytes a pixel, in `output`.
/// Returns 0, or -1 if the colour space is unknown.
int cimages_to_srgb(const cimages_picture *picture, const uint8_t *pixels, int width, int height, uint8_t *output);

/// Encodes sRGB pixels as a JPEG without metadata; free `*bytes` with cimages_free_bytes. Returns 0 or -1.
int cimages_jpeg(const uint8_t *pixels, int width, int height, int quality, uint8_t **bytes, size_t *count);

/// The kinds of barcodes that are read.
enum cimages_symbology {
    CIMAGES_EAN13, CIMAGES_EAN8, CIMAGES_UPCA, CIMAGES_UPCE, CIMAGES_CODE128, CIMAGES_DATAMATRIX, CIMAGES_QR
};

/// A barcode: its content is `length` bytes of UTF-8. Longer ones are left out.
struct cimages_code {
    enum cimages_symbology symbology;
    int length;
    char text[1000];
};

/// Reads the barcodes in sRGB pixels, at most `most`. Returns their number.
int cimages_read_codes(const uint8_t *pixels, int width, int height, struct cimages_code *codes, int most);

/// Whether the decoder said that it failed for lack of memory.
int cimages_out_of_memory(void);

/// Whether the system could not read the file, whose content is then unknown.
int cimages_read_failed(void);

void cimages_free(cimages_picture *picture);
void cimages_free_bytes(uint8_t *bytes);

/// Sets the limits, forbids tracing, closes all descriptors from `first_unused` on, and lets the kernel kill the process
/// when `parent` ends (0: it outlives its parent). Returns 0 or -1.
int cimages_limit(const struct csupport_limits *limits, int parent, int first_unused);

/// Allows only the system calls that decoding needs: no opening of files, no network, no programs. With
/// `may_read_fonts`, the system's fonts stay readable if the kernel can deny all other files; if it cannot, no file is
/// readable. Returns 0 or -1.
int cimages_enter_sandbox(int may_read_fonts);

/// Denies all files except the system's fonts, which stay readable. Returns 0, or -1 if the kernel cannot.
int cimages_allow_only_fonts(void);

/// Actions that must fail inside the sandbox.
enum cimages_attempt {
    CIMAGES_OPEN, CIMAGES_FONTS, CIMAGES_SOCKET, CIMAGES_EXECUTE, CIMAGES_TRACE, CIMAGES_FORK, CIMAGES_EXECUTABLE_MEMORY,
    CIMAGES_DESCRIPTORS, CIMAGES_SIGNAL
};

/// Tries an action. Returns the system's error number, or 0 if it was allowed.
int cimages_attempt(enum cimages_attempt attempt);

#ifdef __cplusplus
}
#endif
#endif
