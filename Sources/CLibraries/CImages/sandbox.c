// The sandbox for decoding: limited resources (setrlimit, prctl), a filter for system calls (seccomp, BPF) and, for
// documents, a filter for files (fonts.c).
#define _GNU_SOURCE
#include "CImages.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int cimages_limit(const struct csupport_limits *limits, int parent, int first_unused) {
    mallopt(M_ARENA_MAX, 1);  // each arena reserves address space, which is limited
    if (csupport_limit(limits) || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)) return -1;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)) return -1;
    // Descriptors that the caller forgot to close must not be reachable from a decoder.
    closefrom(first_unused);
    // The parent may have ended before prctl; then no signal arrives any more.
    return parent == 0 || getppid() == parent ? 0 : -1;
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the filter of system calls is written for x86-64 and AArch64"
#endif

// Byte offsets of the low halves of a call's arguments: both architectures are little-endian.
#define ARGUMENT(n) (offsetof(struct seccomp_data, args) + (n) * sizeof(uint64_t))
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (offset))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define ALLOW(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), RETURN(SECCOMP_RET_ALLOW)
// Allows a call whose first argument is this process. Decoders signal their own threads when they abort; signals to
// others would end the programs of the owner. cimages_enter_sandbox replaces the number.
#define OWN_PROCESS 0x7FFFFFF1
#define ALLOW_OWN(name)                                              \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 4),          \
    LOAD(ARGUMENT(0)),                                               \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_PROCESS, 0, 1),          \
    RETURN(SECCOMP_RET_ALLOW),                                       \
    RETURN(REFUSED),
#define KILL(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), RETURN(SECCOMP_RET_KILL_PROCESS)
#define REFUSED (SECCOMP_RET_ERRNO | EPERM)

#if defined(__x86_64__)
// The x32 system calls have numbers of their own, which would bypass the comparisons below.
#define NO_OTHER_NUMBERS BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), RETURN(SECCOMP_RET_KILL_PROCESS),
#else
#define NO_OTHER_NUMBERS
#endif
#ifdef __NR_rseq
#define RESTARTABLE ALLOW(rseq),
#else
#define RESTARTABLE
#endif
#ifdef __NR_fork
#define NO_FORK KILL(fork), KILL(vfork),
#else
#define NO_FORK
#endif

#define PROLOGUE                                                           \
    LOAD(offsetof(struct seccomp_data, arch)),                             \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),               \
    RETURN(SECCOMP_RET_KILL_PROCESS),                                      \
    LOAD(offsetof(struct seccomp_data, nr)), NO_OTHER_NUMBERS

// The system calls that decoding needs. Some decoders start threads, but none may start processes: clone3 passes its
// flags in memory, which a filter cannot read, so it is refused, and C libraries fall back to clone, whose flags are in a
// register. Memory must not be executable. prctl may only set a thread's name.
#define DECODING                                                                                                       \
    ALLOW(read), ALLOW(pread64), ALLOW(write), ALLOW(lseek), ALLOW(fstat), ALLOW(close), ALLOW(dup),                   \
    ALLOW(brk), ALLOW(munmap), ALLOW(madvise), ALLOW(mremap), ALLOW(futex), ALLOW(sched_yield),                        \
    ALLOW(clock_gettime), ALLOW(clock_nanosleep), ALLOW(gettimeofday), ALLOW(getrandom), ALLOW(getpid), ALLOW(gettid), \
    ALLOW(sched_getaffinity), ALLOW(set_robust_list), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(rt_sigaction), \
    ALLOW_OWN(tgkill) ALLOW(exit), ALLOW(exit_group), RESTARTABLE                                                         \
    KILL(execve), KILL(execveat), KILL(socket), KILL(ptrace), KILL(process_vm_writev), NO_FORK                         \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1),                                                            \
    RETURN(SECCOMP_RET_ERRNO | ENOSYS),                                                                                \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4),                                                             \
    LOAD(ARGUMENT(0)),                                                                                                 \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),                                                          \
    RETURN(SECCOMP_RET_ALLOW),                                                                                         \
    RETURN(SECCOMP_RET_KILL_PROCESS),                                                                                  \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 1, 0),                                                              \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mprotect, 0, 4),                                                          \
    LOAD(ARGUMENT(2)),                                                                                                 \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),                                                             \
    RETURN(SECCOMP_RET_ALLOW),                                                                                         \
    RETURN(REFUSED),                                                                                                   \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_prctl, 0, 3),                                                             \
    LOAD(ARGUMENT(0)),                                                                                                 \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_NAME, 0, 1),                                                            \
    RETURN(SECCOMP_RET_ALLOW),                                                                                         \
    RETURN(REFUSED)

// The flags of openat that do more than read; the last is the bit that only O_TMPFILE has.
#define WRITING (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND | 020000000)

static struct sock_filter without_files[] = {PROLOGUE DECODING};

// Allows opening files to read; Landlock limits them to the folders of fonts.
static struct sock_filter with_fonts[] = {
    PROLOGUE
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 4),
    LOAD(ARGUMENT(2)),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, WRITING, 1, 0),
    RETURN(SECCOMP_RET_ALLOW),
    RETURN(REFUSED),
    ALLOW(newfstatat), ALLOW(statx), ALLOW(fstatfs), ALLOW(statfs), ALLOW(getdents64), ALLOW(readlinkat), ALLOW(faccessat),
#ifdef __NR_access
    ALLOW(access), ALLOW(readlink), ALLOW(stat), ALLOW(lstat),
#endif
    ALLOW(fcntl),
    DECODING
};

// The process that cimages_attempt tries to signal. The sandbox does not allow asking for it.
static pid_t parent_process;

int cimages_enter_sandbox(int may_read_fonts) {
    struct sock_fprog program = {sizeof without_files / sizeof *without_files, without_files};
    if (may_read_fonts && cimages_allow_only_fonts() == 0) {
        program.len = sizeof with_fonts / sizeof *with_fonts;
        program.filter = with_fonts;
    }
    for (unsigned short number = 0; number < program.len; number++) {
        if (program.filter[number].k == OWN_PROCESS) program.filter[number].k = (uint32_t)getpid();
    }
    parent_process = getppid();
    return (int)syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

int cimages_attempt(enum cimages_attempt attempt) {
    static char *const nothing[] = {NULL};
    long result = -1;
    errno = 0;
    switch (attempt) {
    case CIMAGES_OPEN: result = open("/etc/hostname", O_RDONLY | O_CLOEXEC); break;
    case CIMAGES_FONTS:
        // Reading the folder of fonts must succeed; writing there and reading anything else must fail.
        result = open("/usr/share/fonts", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (result < 0) break;
        result = open("/usr/share/fonts/new", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (result < 0) result = open("/usr/share/fonts/../../../etc/hostname", O_RDONLY | O_CLOEXEC);
        if (result < 0) result = open("/etc/hostname", O_RDONLY | O_CLOEXEC);
        break;
    case CIMAGES_SOCKET: result = socket(AF_INET, SOCK_STREAM, 0); break;
    case CIMAGES_EXECUTE: result = execve("/bin/true", nothing, nothing); break;
    case CIMAGES_TRACE: result = ptrace(PTRACE_TRACEME, 0, NULL, NULL); break;
    case CIMAGES_FORK: result = syscall(__NR_clone, SIGCHLD, NULL, NULL, NULL, NULL); break;
    case CIMAGES_DESCRIPTORS:
        // Reading from an open descriptor would fail with another error, or succeed.
        for (int number = 5; number < 1024 && result < 0; number++) {
            char byte;
            result = pread(number, &byte, 1, 0) >= 0 || errno != EBADF ? 0 : -1;
        }
        break;
    case CIMAGES_SIGNAL:
        // Signal 0 only asks whether a signal could be sent. To this process it can.
        result = syscall(__NR_tgkill, getpid(), (pid_t)syscall(__NR_gettid), 0);
        if (result < 0) break;
        result = syscall(__NR_tgkill, parent_process, parent_process, 0);
        break;
    case CIMAGES_EXECUTABLE_MEMORY:
        if (mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED) result = 0;
        break;
    }
    return result < 0 ? errno : 0;
}
