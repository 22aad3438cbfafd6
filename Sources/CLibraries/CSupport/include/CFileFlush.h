#ifndef CFILEFLUSH_H
#define CFILEFLUSH_H

/// Asks the system to begin putting bytes of a file on the disk, without waiting for it. Where it cannot, nothing happens.
void file_flush_begin(int descriptor, long long start, long long count);

#endif
