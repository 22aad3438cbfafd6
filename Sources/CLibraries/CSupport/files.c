#define _GNU_SOURCE
#include "CSupport.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

const void *csupport_find(const void *bytes, size_t count, const void *pattern, size_t pattern_count) {
    return memmem(bytes, count, pattern, pattern_count);
}

void csupport_begin_flush(int descriptor, long long start, long long count) {
    (void)sync_file_range(descriptor, start, count, SYNC_FILE_RANGE_WRITE);
}

int csupport_open_beneath(int folder, const char *path) {
    struct open_how how;
    memset(&how, 0, sizeof how);
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}
