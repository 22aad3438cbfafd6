// Starts programs with limited resources (setrlimit, prctl) and a filter for their system calls (seccomp, BPF).
#define _GNU_SOURCE
#include "CSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the filter of system calls is written for x86-64 and AArch64"
#endif

#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (offset))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define REFUSE(name) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), RETURN(SECCOMP_RET_ERRNO | EACCES)

// Refuses sockets, also through io_uring, and access to the memory of other processes.
static struct sock_filter filter[] = {
    LOAD(offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    LOAD(offsetof(struct seccomp_data, nr)),
#if defined(__x86_64__)
    // The x32 system calls have numbers of their own, which would bypass the comparisons below.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    RETURN(SECCOMP_RET_KILL_PROCESS),
#endif
    REFUSE(socket), REFUSE(socketpair), REFUSE(io_uring_setup), REFUSE(ptrace), REFUSE(process_vm_readv),
    REFUSE(process_vm_writev),
    RETURN(SECCOMP_RET_ALLOW),
};

static int limit(int resource, rlim_t value) {
    const struct rlimit both = {value, value};
    return setrlimit(resource, &both);
}

int csupport_limit(const struct csupport_limits *limits) {
    // One second between soft and hard limit: SIGXCPU arrives first and says why the process ended.
    const struct rlimit cpu = {limits->cpu_seconds, limits->cpu_seconds + 1};
    if (setrlimit(RLIMIT_CPU, &cpu) || limit(RLIMIT_AS, limits->memory_bytes)) return -1;
    if (limit(RLIMIT_FSIZE, limits->file_bytes) || limit(RLIMIT_NOFILE, limits->open_files)) return -1;
    return limit(RLIMIT_CORE, 0) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? -1 : 0;
}

// Only async-signal-safe calls are allowed between fork and exec.
static int prepare(const char *folder, int messages, const struct csupport_limits *limits, pid_t parent) {
    const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    sigset_t none;
    sigemptyset(&none);
    // exec resets handlers, but keeps ignored signals ignored.
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(messages, 1) < 0 || dup2(messages, 2) < 0 || dup2(nothing, 0) < 0) return -1;
    closefrom(3);
    // The parent may have ended before prctl; then no signal arrives any more.
    if (chdir(folder) || prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) || getppid() != parent) return -1;
    if (setpgid(0, 0) || csupport_limit(limits)) return -1;
    return (int)syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

pid_t csupport_start(
    const char *path, char *const *arguments, char *const *environment, const char *folder, int messages,
    const struct csupport_limits *limits) {
    // vfork: the child shares this memory until exec, so it can report its error in `problem`, and nothing is copied.
    pid_t parent = getpid();
    volatile int problem = 0;
    pid_t child = vfork();
    if (child == 0) {
        if (!prepare(folder, messages, limits, parent)) execve(path, arguments, environment);
        problem = errno ? errno : EINTR;
        _exit(127);
    }
    if (child > 0 && problem) {
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
        errno = problem;
        return -1;
    }
    return child;
}

void csupport_keep_freed_memory(int bytes) {
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, bytes);
    mallopt(M_TRIM_THRESHOLD, bytes);
#else
    (void)bytes;
#endif
}
