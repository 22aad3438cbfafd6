#ifndef BMP_H
#define BMP_H
#include <vips/vips.h>

/// Opens a Windows bitmap, whose rows are read when they are asked for. Returns NULL if the header is damaged. Compressed
/// pixels become a format that cimages_flatten refuses.
VipsImage *cimages_bmp(int descriptor);

#endif
