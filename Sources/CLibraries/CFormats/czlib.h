#pragma once
#include <zlib.h>

// deflateInit2 is a macro, which Swift does not import. 16 asks for the gzip format (RFC 1952), without a time.
static inline int homepwner_gzip_init(z_stream *stream) {
    return deflateInit2(stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
