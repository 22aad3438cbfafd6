/* A disk whose flush takes longer: preloaded, it makes fsync and fdatasync take FLUSH_MICROSECONDS in all.
   For disks that acknowledge a flush from a cache of the machine below them, which no disk in a household does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

static long long nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static int flush(int (*real)(int), int file) {
    const char *wanted = getenv("FLUSH_MICROSECONDS");
    long long until = nanoseconds() + (wanted ? atoll(wanted) : 0) * 1000;
    int outcome = real(file);
    int code = errno;
    struct timespec end = {until / 1000000000, until % 1000000000};
    prctl(PR_SET_TIMERSLACK, 1000);
    while (nanoseconds() < until && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) == EINTR) {}
    errno = code;
    return outcome;
}

int fdatasync(int file) { return flush((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"), file); }
int fsync(int file) { return flush((int (*)(int))dlsym(RTLD_NEXT, "fsync"), file); }
