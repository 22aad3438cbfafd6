#define _GNU_SOURCE
#include "CByteSearch.h"
#include <string.h>

const void *byte_search(const void *bytes, size_t count, const void *pattern, size_t pattern_count) {
    return memmem(bytes, count, pattern, pattern_count);
}
