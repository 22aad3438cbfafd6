#ifndef C_BYTE_SEARCH_H
#define C_BYTE_SEARCH_H
#include <stddef.h>

/// Where bytes first stand in others (memmem of the C library, which its Swift overlay leaves out); null where they do not.
const void *byte_search(const void *bytes, size_t count, const void *pattern, size_t pattern_count);

#endif
