#include <zip.h>
#include <zlib.h>

// Begins to read a raw deflate stream (RFC 1951); inflateInit2 is a macro.
static inline int czip_begin_inflating(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }
