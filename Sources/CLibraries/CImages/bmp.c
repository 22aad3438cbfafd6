// Windows bitmaps: libvips would hand them to ImageMagick, which opens files of its own.
// Shapes of the headers: Microsoft, "Bitmap Storage" (BITMAPCOREHEADER to BITMAPV5HEADER).
#define _GNU_SOURCE
#include "bmp.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { FILE_HEADER = 14, CORE_HEADER = 12, INFO_HEADER = 40, MASKS = 3, LONGEST_HEADER = 124 };
enum { UNCOMPRESSED = 0, BITFIELDS = 3 };

struct bmp {
    int descriptor, bits, is_top_down;
    size_t pixels, stride;  // offset of the first row in the file; bytes of a row there
    uint32_t masks[4];      // of red, green, blue and opacity
    uint8_t palette[256][3];
};

static uint32_t number(const uint8_t *bytes, int count) {
    uint32_t value = 0;
    for (int i = 0; i < count; i++) value |= (uint32_t)bytes[i] << 8 * i;
    return value;
}

/// Reads up to `count` bytes. Returns their number, or -1.
static ssize_t read_at(int descriptor, void *bytes, size_t count, size_t offset) {
    size_t done = 0;
    while (done < count) {
        ssize_t step = pread(descriptor, (uint8_t *)bytes + done, count - done, (off_t)(offset + done));
        if (step < 0 && errno == EINTR) continue;
        if (step < 0) {
            vips_error_system(errno, "bmp", "unix error");
            return -1;
        }
        if (step == 0) break;
        done += (size_t)step;
    }
    return (ssize_t)done;
}

/// A channel of `value`, spread to 8 bits.
static uint8_t channel(uint32_t value, uint32_t mask) {
    if (!mask) return 0;
    int shift = __builtin_ctz(mask);
    uint64_t most = mask >> shift;
    return (uint8_t)(((uint64_t)((value & mask) >> shift) * 255 + most / 2) / most);
}

static void convert(const struct bmp *bmp, const uint8_t *row, int width, int channels, uint8_t *output) {
    for (int x = 0; x < width; x++, output += channels) {
        if (bmp->bits <= 8) {
            int first_bit = x * bmp->bits;
            int index = row[first_bit / 8] >> (8 - bmp->bits - first_bit % 8) & ((1 << bmp->bits) - 1);
            memcpy(output, bmp->palette[index], 3);
        } else {
            uint32_t value = number(row + x * (bmp->bits / 8), bmp->bits / 8);
            for (int i = 0; i < channels; i++) output[i] = channel(value, bmp->masks[i]);
        }
    }
}

static int rows(VipsRegion *region, void *buffer, void *closure, void *unused, gboolean *is_done) {
    (void)unused, (void)is_done;
    const struct bmp *bmp = closure;
    const VipsImage *picture = region->im;
    for (int y = region->valid.top; y < VIPS_RECT_BOTTOM(&region->valid); y++) {
        size_t row = (size_t)(bmp->is_top_down ? y : picture->Ysize - 1 - y);
        if (read_at(bmp->descriptor, buffer, bmp->stride, bmp->pixels + row * bmp->stride) != (ssize_t)bmp->stride) {
            vips_error("bmp", "file is cut short");
            return -1;
        }
        convert(bmp, buffer, picture->Xsize, picture->Bands, VIPS_REGION_ADDR(region, 0, y));
    }
    return 0;
}

static void *start(VipsImage *image, void *closure, void *unused) {
    (void)image, (void)unused;
    return g_malloc(((const struct bmp *)closure)->stride);
}

static int stop(void *buffer, void *closure, void *unused) {
    (void)closure, (void)unused;
    g_free(buffer);
    return 0;
}

static void read_palette(struct bmp *bmp, size_t offset, int entry) {
    uint8_t bytes[4 * 256] = {0};
    read_at(bmp->descriptor, bytes, (size_t)entry << bmp->bits, offset);
    for (int i = 0; i < 1 << bmp->bits; i++)
        for (int c = 0; c < 3; c++) bmp->palette[i][c] = bytes[i * entry + 2 - c];
}

/// Whether the bits per pixel can be read; sets the masks.
static int read_masks(struct bmp *bmp, const uint8_t *header, size_t size, uint32_t compression) {
    if (compression == UNCOMPRESSED) {
        // The fourth byte of an uncompressed pixel has no meaning.
        int is_short = bmp->bits == 16;
        for (int c = 0; c < 3; c++) bmp->masks[c] = is_short ? 0x1Fu << (10 - 5 * c) : 0xFFu << (16 - 8 * c);
        return bmp->bits == 1 || bmp->bits == 2 || bmp->bits == 4 || bmp->bits == 8 || bmp->bits == 16
               || bmp->bits == 24 || bmp->bits == 32;
    }
    if (compression != BITFIELDS || (bmp->bits != 16 && bmp->bits != 32)) return 0;
    for (int c = 0; c < MASKS; c++) bmp->masks[c] = number(header + INFO_HEADER + 4 * c, 4);
    // Headers from version 3 on also state the opacity.
    if (size >= INFO_HEADER + 16) bmp->masks[3] = number(header + INFO_HEADER + 12, 4);
    return bmp->masks[0] && bmp->masks[1] && bmp->masks[2];
}

VipsImage *cimages_bmp(int descriptor) {
    uint8_t bytes[FILE_HEADER + LONGEST_HEADER] = {0};
    ssize_t count = read_at(descriptor, bytes, sizeof bytes, 0);
    const uint8_t *header = bytes + FILE_HEADER;
    size_t size = number(header, 4);
    int is_core = size == CORE_HEADER;
    if (count < FILE_HEADER + CORE_HEADER || (!is_core && (size < INFO_HEADER || count < FILE_HEADER + INFO_HEADER))) {
        vips_error("bmp", "unknown header");
        return NULL;
    }
    int32_t width = (int32_t)number(header + 4, is_core ? 2 : 4);
    int32_t height = is_core ? (int32_t)number(header + 6, 2) : (int32_t)number(header + 8, 4);
    if (width <= 0 || width > VIPS_MAX_COORD || height == 0 || height < -VIPS_MAX_COORD || height > VIPS_MAX_COORD) {
        vips_error("bmp", "impossible size");
        return NULL;
    }
    VipsImage *image = vips_image_new();
    struct bmp *bmp = image ? VIPS_NEW(image, struct bmp) : NULL;
    if (!bmp) return NULL;
    memset(bmp, 0, sizeof *bmp);
    bmp->descriptor = descriptor;
    bmp->is_top_down = height < 0;
    bmp->bits = (int)number(header + (is_core ? 10 : 14), 2);
    bmp->pixels = number(bytes + 10, 4);
    bmp->stride = ((size_t)width * (size_t)bmp->bits + 31) / 32 * 4;
    int is_known = read_masks(bmp, header, size, is_core ? UNCOMPRESSED : number(header + 16, 4));
    if (is_known && bmp->bits <= 8) read_palette(bmp, FILE_HEADER + size, is_core ? 3 : 4);
    vips_image_init_fields(image, width, height < 0 ? -height : height, bmp->masks[3] ? 4 : 3,
                           is_known ? VIPS_FORMAT_UCHAR : VIPS_FORMAT_NOTSET, VIPS_CODING_NONE,
                           is_known ? VIPS_INTERPRETATION_sRGB : VIPS_INTERPRETATION_ERROR, 1, 1);
    if (!is_known) return image;
    if (vips_image_pipelinev(image, VIPS_DEMAND_STYLE_THINSTRIP, NULL)
        || vips_image_generate(image, start, rows, stop, bmp, NULL)) {
        g_object_unref(image);
        return NULL;
    }
    return image;
}
