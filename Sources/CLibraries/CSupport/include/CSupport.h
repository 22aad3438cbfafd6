#ifndef CSUPPORT_H
#define CSUPPORT_H
#include "markup.h"
#include <iconv.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// System calls and GNU functions that Swift's Glibc module does not import, and vector instructions (markup.h).

/// Returns the first occurrence of `pattern` in `bytes` (memmem), or NULL.
const void *csupport_find(const void *bytes, size_t count, const void *pattern, size_t pattern_count);

/// Asks the system to begin writing a part of a file to the disk, without waiting (sync_file_range). Does nothing if the
/// system cannot.
void csupport_begin_flush(int descriptor, long long start, long long count);

/// Opens a file below a folder for reading. Refuses paths that lead out of the folder and symbolic links anywhere on the
/// way (openat2, Linux 5.6). Returns the descriptor, or -1 with errno.
int csupport_open_beneath(int folder, const char *path);

/// The arguments of this program, as the system passed them to it; sets `count`. Swift's own list is read from /proc or
/// found beside the environment, and is wrong if there is no /proc or if a library has changed the environment.
char *const *csupport_arguments(int *count);

/// Raises the number of files that this process may have open to the most that it may choose itself (RLIMIT_NOFILE), but
/// not above `wanted`. Returns the number.
unsigned long csupport_raise_open_files(unsigned long wanted);

/// Returns the bytes of address space that this process may use (RLIMIT_AS).
unsigned long csupport_address_space(void);

/// The resources that a program may use.
struct csupport_limits {
    uint64_t memory_bytes;       // address space
    uint64_t file_bytes;         // the size of each file that it writes
    uint64_t cpu_seconds;        // processor time; SIGXCPU ends the program, one second later SIGKILL
    unsigned int open_files;
};

/// Limits the calling process (setrlimit), and forbids core files and new privileges. Safe between fork and exec.
/// Returns 0, or -1 with errno.
int csupport_limit(const struct csupport_limits *limits);

/// Starts a program that cannot open network connections and is held to `limits`. It may write only below `folder`, and
/// read only there, below the paths of `readable` (ends with a null pointer) and in the folders of the system's programs,
/// libraries and fonts, if the kernel can confine it (Landlock, Linux 5.13).
///
/// Its standard input is empty; its output and errors go to the descriptor `messages`. It inherits no other descriptor
/// and no environment but the one given, and it is killed if the caller ends. `arguments` and `environment` end with a
/// null pointer. Returns the process id, or -1 with errno if it cannot be started.
pid_t csupport_start(
    const char *path, char *const *arguments, char *const *environment, const char *folder,
    const char *const *readable, int messages, const struct csupport_limits *limits);

/// Lets this process reuse freed blocks of up to `bytes` instead of returning them to the system at once (mallopt). Does
/// nothing if the C library has no such setting.
// A descriptor that can be read when a child has ended, closed on exec; -1 with errno if it fails.
int csupport_process_handle(pid_t child);

void csupport_keep_freed_memory(int bytes);

#endif
