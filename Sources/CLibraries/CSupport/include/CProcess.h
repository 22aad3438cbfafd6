#ifndef CPROCESS_H
#define CPROCESS_H
#include <stdint.h>
#include <sys/types.h>

/// What a program of others may use.
struct cprocess_limits {
    uint64_t memory_bytes;  // address space, at most
    uint64_t file_bytes;    // of one file that it writes
    uint64_t cpu_seconds;
};

/// Starts a program that can open no network connection and keeps within limits.
///
/// It reads nothing, and writes what it says to the descriptor `messages`; it sees no other descriptor, gets the
/// environment given and nothing else, and is ended when the caller ends. `arguments` and `environment` end with a null pointer.
/// Returns the process's number, or -1 with errno where it could not be started.
pid_t cprocess_start(
    const char *path, char *const *arguments, char *const *environment, const char *folder, int messages,
    const struct cprocess_limits *limits);

/// Reuses freed blocks of up to `bytes` within this process instead of giving them back to the system at once
/// (mallopt; nothing is done where the C library has no such setting).
void cprocess_keep_freed_memory(int bytes);

#endif
