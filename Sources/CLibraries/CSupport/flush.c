#define _GNU_SOURCE
#include "CFileFlush.h"
#include <fcntl.h>

void file_flush_begin(int descriptor, long long start, long long count) {
#if defined(__linux__)
    (void)sync_file_range(descriptor, start, count, SYNC_FILE_RANGE_WRITE);
#else
    (void)descriptor, (void)start, (void)count;
#endif
}
