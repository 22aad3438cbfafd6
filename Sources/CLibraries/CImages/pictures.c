// Decoding and encoding with libvips, whose calls take lists of options that Swift cannot pass.
#define _GNU_SOURCE
#include "CImages.h"
#include "bmp.h"

#include <dlfcn.h>
#include <errno.h>
#include <gmodule.h>
#include <lcms2.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vips/vips.h>
#include <vips/vector.h>

struct cimages_picture {
    VipsImage *image;
    VipsRegion *region;
};

// The plug-ins are in a folder beside the library. Returns as cimages_start does.
static int load_plugin(const char *name, const char *operation) {
    if (vips_type_find("VipsOperation", operation)) return 0;
    Dl_info library;
    if (!dladdr((void *)vips_init, &library)) return -2;
    const char *slash = strrchr(library.dli_fname, '/');
    char path[4096];
    int length = slash ? (int)(slash - library.dli_fname) : 0;
    int count = snprintf(path, sizeof path, "%.*s/vips-modules-%d.%d/%s", length, library.dli_fname,
                         vips_version(0), vips_version(1), name);
    if (count < 0 || (size_t)count >= sizeof path) return -2;
    errno = 0;
    if (!g_module_open(path, G_MODULE_BIND_LAZY)) {
        // The loader's words say what failed first; its error number may be that of a later step.
        int code = errno && errno != ENOENT ? errno : EIO;
        const char *words = g_module_error();
        return words && strstr(words, strerror(ENOENT)) ? -2 : code;
    }
    return vips_type_find("VipsOperation", operation) ? 0 : -2;
}

int cimages_start(enum cimages_type type) {
    // Points libvips to a folder that does not exist: loading all plug-ins takes longer than decoding.
    if (setenv("VIPSHOME", "/nonexistent", 1)) return -1;
    if (vips_init("homepwner-images")) return -1;
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    vips_vector_set_enabled(FALSE);  // would generate machine code, which the sandbox forbids
    vips_block_untrusted_set(TRUE);
    if (type == CIMAGES_HEIF) return load_plugin("vips-heif.so", "heifload_source");
    if (type != CIMAGES_PDF) return 0;
    int failed = load_plugin("vips-poppler.so", "pdfload_source");
    if (failed) return failed;
    vips_operation_block_set("VipsForeignLoadPdf", FALSE);
    return 0;
}

static int load(VipsSource *source, enum cimages_type type, double scale, VipsImage **image) {
    const VipsAccess access = VIPS_ACCESS_SEQUENTIAL;
    const VipsFailOn fail = VIPS_FAIL_ON_TRUNCATED;
    switch (type) {
    case CIMAGES_JPEG:
        return vips_jpegload_source(source, image, "shrink", (int)(1 / scale), "access", access, "fail_on", fail, NULL);
    case CIMAGES_PNG: return vips_pngload_source(source, image, "access", access, "fail_on", fail, NULL);
    case CIMAGES_WEBP: return vips_webpload_source(source, image, "access", access, "fail_on", fail, NULL);
    case CIMAGES_HEIF: return vips_heifload_source(source, image, "access", access, "fail_on", fail, NULL);
    case CIMAGES_GIF: return vips_gifload_source(source, image, "access", access, "fail_on", fail, NULL);
    case CIMAGES_TIFF: return vips_tiffload_source(source, image, "access", access, "fail_on", fail, NULL);
    case CIMAGES_PDF: return vips_pdfload_source(source, image, "scale", scale, "access", access, NULL);
    case CIMAGES_BMP: break;  // libvips has no decoder of its own for it
    }
    return -1;
}

cimages_picture *cimages_open(int descriptor, enum cimages_type type, double scale, struct cimages_header *header) {
    if (lseek(descriptor, 0, SEEK_SET) != 0) return NULL;
    VipsImage *image = NULL;
    if (type == CIMAGES_BMP) {
        if (!(image = cimages_bmp(descriptor))) return NULL;
    } else {
        VipsSource *source = vips_source_new_from_descriptor(descriptor);
        if (!source) return NULL;
        int failed = load(source, type, scale, &image);
        g_object_unref(source);
        if (failed) return NULL;
    }
    header->width = vips_image_get_width(image);
    header->height = vips_image_get_height(image);
    header->frames = vips_image_get_n_pages(image);
    // libheif already rotates the picture as the file's own boxes state, so the EXIF tag no longer applies.
    header->orientation = type == CIMAGES_HEIF ? 1 : vips_image_get_orientation(image);
    cimages_picture *picture = calloc(1, sizeof *picture);
    if (picture) picture->image = image;
    else g_object_unref(image);
    return picture;
}

// Replaces the picture's image by `next`; frees everything if a step failed. A pointer, because C does not say whether the
// step or its result is evaluated first.
static cimages_picture *stepped(cimages_picture *picture, int failed, VipsImage *const *next) {
    if (failed) {
        cimages_free(picture);
        return NULL;
    }
    g_object_unref(picture->image);
    picture->image = *next;
    return picture;
}

// Converts to 8 bits per channel, and labels the pixels so that later steps do not take them for 16 bits.
static int to_bytes(VipsImage *image, VipsImage **next) {
    VipsBandFormat format = vips_image_get_format(image);
    VipsInterpretation colours = vips_image_get_interpretation(image);
    if (image->Coding == VIPS_CODING_NONE && format == VIPS_FORMAT_UCHAR) return vips_copy(image, next, NULL);
    if (image->Coding == VIPS_CODING_NONE && format == VIPS_FORMAT_USHORT) {
        VipsImage *bytes = NULL;
        if (vips_cast(image, &bytes, VIPS_FORMAT_UCHAR, "shift", TRUE, NULL)) return -1;
        if (colours == VIPS_INTERPRETATION_RGB16) colours = VIPS_INTERPRETATION_sRGB;
        if (colours == VIPS_INTERPRETATION_GREY16) colours = VIPS_INTERPRETATION_B_W;
        int failed = vips_copy(bytes, next, "interpretation", colours, NULL);
        g_object_unref(bytes);
        return failed;
    }
    // Elsewhere only these colour spaces define the value of white.
    if (colours != VIPS_INTERPRETATION_scRGB && colours != VIPS_INTERPRETATION_LAB && colours != VIPS_INTERPRETATION_LABQ
        && colours != VIPS_INTERPRETATION_LABS && colours != VIPS_INTERPRETATION_XYZ)
        return -1;
    VipsImage *opaque = NULL;
    if (image->Bands == 4 && colours == VIPS_INTERPRETATION_scRGB) {
        // The conversion would not scale the opacity, which is 0 to 1 here.
        VipsArrayDouble *white = vips_array_double_newv(1, 1.0);
        int failed = vips_flatten(image, &opaque, "background", white, "max_alpha", 1.0, NULL);
        vips_area_unref((VipsArea *)white);
        if (failed) return -1;
    } else if (image->Coding == VIPS_CODING_NONE && image->Bands > 3) {
        return -1;
    }
    int failed = vips_colourspace(opaque ? opaque : image, next, VIPS_INTERPRETATION_sRGB, NULL);
    if (opaque) g_object_unref(opaque);
    if (!failed) vips_image_remove(*next, VIPS_META_ICC_NAME);
    return failed;
}

cimages_picture *cimages_flatten(cimages_picture *picture) {
    VipsImage *next = NULL;
    picture = stepped(picture, to_bytes(picture->image, &next), &next);
    if (!picture) return NULL;
    int channels = picture->image->Bands;
    int is_cmyk = picture->image->Type == VIPS_INTERPRETATION_CMYK;
    int colours = channels < 3 ? 1 : is_cmyk ? 4 : 3;
    // Of several additional channels it is not known which is the opacity.
    if (channels > colours + 1) {
        picture = stepped(picture, vips_extract_band(picture->image, &next, 0, "n", colours, NULL), &next);
    } else if (channels == colours + 1) {
        // White is zero ink in CMYK and full intensity elsewhere.
        double ground[4] = {255, 255, 255, 255};
        if (is_cmyk) memset(ground, 0, sizeof ground);
        VipsArrayDouble *background = vips_array_double_new(ground, colours);
        int failed = vips_flatten(picture->image, &next, "background", background, "max_alpha", 255.0, NULL);
        vips_area_unref((VipsArea *)background);
        picture = stepped(picture, failed, &next);
    }
    if (!picture) return NULL;
    if (picture->image->BandFmt != VIPS_FORMAT_UCHAR)
        picture = stepped(picture, vips_cast(picture->image, &next, VIPS_FORMAT_UCHAR, NULL), &next);
    return picture;
}

void cimages_shape(const cimages_picture *picture, int *width, int *height, int *channels) {
    *width = picture->image->Xsize;
    *height = picture->image->Ysize;
    *channels = picture->image->Bands;
}

const uint8_t *cimages_rows(cimages_picture *picture, int top, int count, size_t *stride) {
    if (!picture->region && !(picture->region = vips_region_new(picture->image))) return NULL;
    VipsRect rows = {0, top, picture->image->Xsize, count};
    if (vips_region_prepare(picture->region, &rows)) return NULL;
    *stride = VIPS_REGION_LSKIP(picture->region);
    return VIPS_REGION_ADDR(picture->region, 0, top);
}

// Little CMS computes with integers; libvips would convert to floating-point Lab and back.
static int through_profile(const void *profile, size_t size, int channels, const uint8_t *pixels, size_t count,
                           uint8_t *output) {
    cmsUInt32Number format;
    cmsColorSpaceSignature expected;
    switch (channels) {
    case 1: format = TYPE_GRAY_8, expected = cmsSigGrayData; break;
    case 3: format = TYPE_RGB_8, expected = cmsSigRgbData; break;
    case 4: format = TYPE_CMYK_8, expected = cmsSigCmykData; break;
    default: return -1;
    }
    int done = -1;
    cmsHPROFILE input = cmsOpenProfileFromMem(profile, (cmsUInt32Number)size);
    cmsHPROFILE srgb = cmsCreate_sRGBProfile();
    if (input && srgb && cmsGetColorSpace(input) == expected) {
        cmsHTRANSFORM transform = cmsCreateTransform(input, format, srgb, TYPE_RGB_8, INTENT_RELATIVE_COLORIMETRIC,
                                                     cmsFLAGS_BLACKPOINTCOMPENSATION);
        if (transform) {
            cmsDoTransform(transform, pixels, output, (cmsUInt32Number)count);
            cmsDeleteTransform(transform);
            done = 0;
        }
    }
    if (input) cmsCloseProfile(input);
    if (srgb) cmsCloseProfile(srgb);
    return done;
}

static int through_libvips(VipsInterpretation colours, const uint8_t *pixels, int width, int height, int channels,
                           uint8_t *output) {
    VipsImage *input = vips_image_new_from_memory(pixels, (size_t)width * height * channels, width, height, channels,
                                                  VIPS_FORMAT_UCHAR);
    if (!input) return -1;
    input->Type = colours;
    VipsImage *srgb = NULL;
    int failed = vips_colourspace(input, &srgb, VIPS_INTERPRETATION_sRGB, NULL);
    g_object_unref(input);
    if (failed) return -1;
    size_t count = 0;
    void *bytes = srgb->Bands == 3 && srgb->BandFmt == VIPS_FORMAT_UCHAR ? vips_image_write_to_memory(srgb, &count) : NULL;
    g_object_unref(srgb);
    if (!bytes) return -1;
    memcpy(output, bytes, (size_t)width * height * 3);
    g_free(bytes);
    return 0;
}

int cimages_to_srgb(const cimages_picture *picture, const uint8_t *pixels, int width, int height, uint8_t *output) {
    int channels = picture->image->Bands;
    size_t count = (size_t)width * height;
    const void *profile = NULL;
    size_t size = 0;
    if (vips_image_get_typeof(picture->image, VIPS_META_ICC_NAME)
        && !vips_image_get_blob(picture->image, VIPS_META_ICC_NAME, &profile, &size)
        && !through_profile(profile, size, channels, pixels, count, output))
        return 0;
    VipsInterpretation colours = picture->image->Type;
    if (channels == 1) {
        for (size_t i = 0; i < count; i++) output[3 * i] = output[3 * i + 1] = output[3 * i + 2] = pixels[i];
        return 0;
    }
    if (channels == 3 && colours != VIPS_INTERPRETATION_LAB && colours != VIPS_INTERPRETATION_HSV) {
        memcpy(output, pixels, 3 * count);
        return 0;
    }
    if (channels == 4) return through_libvips(VIPS_INTERPRETATION_CMYK, pixels, width, height, channels, output);
    return -1;
}

int cimages_jpeg(const uint8_t *pixels, int width, int height, int quality, uint8_t **bytes, size_t *count) {
    VipsImage *image = vips_image_new_from_memory(pixels, (size_t)width * height * 3, width, height, 3, VIPS_FORMAT_UCHAR);
    if (!image) return -1;
    image->Type = VIPS_INTERPRETATION_sRGB;
    void *made = NULL;
    int failed = vips_jpegsave_buffer(image, &made, count, "Q", quality, "strip", TRUE, NULL);
    g_object_unref(image);
    *bytes = made;
    return failed ? -1 : 0;
}

int cimages_out_of_memory(void) {
    const char *said = vips_error_buffer();
    return strcasestr(said, "memory") || strcasestr(said, "alloc");
}

// libvips says "unix error" only with a reason of the system; "read error" may also be a decoder's.
int cimages_read_failed(void) { return strstr(vips_error_buffer(), "unix error") != NULL; }

void cimages_free(cimages_picture *picture) {
    if (picture->region) g_object_unref(picture->region);
    g_object_unref(picture->image);
    free(picture);
}

void cimages_free_bytes(uint8_t *bytes) { g_free(bytes); }
