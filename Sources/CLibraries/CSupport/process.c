// Starts a program behind limits of the kernel (setrlimit, prctl) and a filter of system calls (seccomp, BPF).
#define _GNU_SOURCE
#include "CProcess.h"

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
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define REFUSE(name) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), ANSWER(SECCOMP_RET_ERRNO | EACCES)

// No sockets, none through io_uring either, and no looking into other processes.
static struct sock_filter filter[] = {
    LOAD(offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    ANSWER(SECCOMP_RET_KILL_PROCESS),
    LOAD(offsetof(struct seccomp_data, nr)),
#if defined(__x86_64__)
    // The x32 calls, which would walk around the numbers below.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    ANSWER(SECCOMP_RET_KILL_PROCESS),
#endif
    REFUSE(socket), REFUSE(socketpair), REFUSE(io_uring_setup), REFUSE(ptrace), REFUSE(process_vm_readv),
    REFUSE(process_vm_writev),
    ANSWER(SECCOMP_RET_ALLOW),
};

static int limit(int resource, rlim_t value) {
    const struct rlimit both = {value, value};
    return setrlimit(resource, &both);
}

// Between fork and exec only async-signal-safe calls are made.
static int shut_in(const char *folder, int messages, const struct cprocess_limits *limits, pid_t parent) {
    const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    const struct rlimit cpu = {limits->cpu_seconds, limits->cpu_seconds + 1};
    sigset_t none;
    sigemptyset(&none);
    // Ignored signals stay ignored through exec.
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(messages, 1) < 0 || dup2(messages, 2) < 0 || dup2(nothing, 0) < 0) return -1;
    closefrom(3);
    if (chdir(folder) || prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) || getppid() != parent) return -1;
    if (setpgid(0, 0) || limit(RLIMIT_AS, limits->memory_bytes) || limit(RLIMIT_FSIZE, limits->file_bytes)) return -1;
    if (limit(RLIMIT_CORE, 0) || limit(RLIMIT_NOFILE, 512) || setrlimit(RLIMIT_CPU, &cpu)) return -1;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
    return (int)syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

pid_t cprocess_start(
    const char *path, char *const *arguments, char *const *environment, const char *folder, int messages,
    const struct cprocess_limits *limits) {
    // The child is not yet looked at by anybody else, so its memory may be shared until it becomes the program.
    pid_t parent = getpid();
    volatile int problem = 0;
    pid_t child = vfork();
    if (child == 0) {
        if (!shut_in(folder, messages, limits, parent)) execve(path, arguments, environment);
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

void cprocess_keep_freed_memory(int bytes) {
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, bytes);
    mallopt(M_TRIM_THRESHOLD, bytes);
#else
    (void)bytes;
#endif
}
