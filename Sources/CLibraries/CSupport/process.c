// Starts programs with limited resources (setrlimit, prctl) and a filter for their system calls (seccomp, BPF).
#define _GNU_SOURCE
#include "CSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
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

#define READING (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_EXECUTE)
// Every right of the first version of Landlock.
#define ALL_RIGHTS ((1ULL << 13) - 1)

// Programs, libraries, fonts and their settings. No file of the user.
static const char *const system_folders[] = {"/usr", "/bin", "/sbin", "/lib", "/lib64", "/opt", "/etc/fonts",
                                             "/etc/ld.so.cache", "/var/cache/fontconfig", "/dev/null", "/dev/urandom",
                                             "/proc/self", "/proc/meminfo", "/proc/cpuinfo", "/sys/fs/cgroup",
                                             "/sys/devices/system/cpu"};

static int allow(int rules, const char *path, uint64_t rights) {
    int opened = open(path, O_PATH | O_CLOEXEC);
    // A path that does not exist or cannot be reached, as on a server that went away, needs no rule. With any other error
    // the helper is not started: it would fail later, and its message would not name the cause.
    int is_absent = errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP || errno == ESTALE ||
                    errno == ENOTCONN;
    if (opened < 0) return is_absent ? 0 : -1;
    struct stat status;
    int failed = fstat(opened, &status);
    // A rule for a file may have no rights that only folders have.
    if (!failed && !S_ISDIR(status.st_mode)) rights &= LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
    const struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = opened};
    if (!failed) failed = (int)syscall(__NR_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(opened);
    return failed;
}

// Hides the user's files. Without Landlock in the kernel it continues: the program is trusted, its input is not.
static int confine(const char *folder, const char *const *readable) {
    const struct landlock_ruleset_attr rights = {.handled_access_fs = ALL_RIGHTS};
    int rules = (int)syscall(__NR_landlock_create_ruleset, &rights, sizeof rights, 0);
    if (rules < 0) return errno == ENOSYS || errno == EOPNOTSUPP ? 0 : -1;
    int failed = allow(rules, folder, ALL_RIGHTS);
    for (size_t i = 0; !failed && i < sizeof system_folders / sizeof *system_folders; i++) {
        failed = allow(rules, system_folders[i], READING);
    }
    for (; !failed && *readable; readable++) failed = allow(rules, *readable, READING);
    if (!failed) failed = (int)syscall(__NR_landlock_restrict_self, rules, 0);
    close(rules);
    return failed;
}

// Only async-signal-safe calls are allowed between fork and exec.
static int prepare(
    const char *folder, const char *const *readable, int messages, const struct csupport_limits *limits, pid_t parent) {
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
    if (setpgid(0, 0) || csupport_limit(limits) || confine(folder, readable)) return -1;
    return (int)syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

pid_t csupport_start(
    const char *path, char *const *arguments, char *const *environment, const char *folder,
    const char *const *readable, int messages, const struct csupport_limits *limits) {
    // vfork: the child shares this memory until exec, so it can report its error in `problem`, and nothing is copied.
    pid_t parent = getpid();
    volatile int problem = 0;
    pid_t child = vfork();
    if (child == 0) {
        if (!prepare(folder, readable, messages, limits, parent)) execve(path, arguments, environment);
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

int csupport_process_handle(pid_t child) { return (int)syscall(__NR_pidfd_open, child, 0); }

static int argument_count;
static char **argument_values;

// The GNU C library passes the arguments of main to constructors too.
__attribute__((constructor)) static void remember_arguments(int count, char **values) {
    argument_count = count;
    argument_values = values;
}

char *const *csupport_arguments(int *count) {
    *count = argument_count;
    return argument_values;
}

unsigned long csupport_raise_open_files(unsigned long wanted) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files)) return wanted;
    rlim_t most = files.rlim_max < wanted ? files.rlim_max : wanted;
    if (files.rlim_cur < most) {
        files.rlim_cur = most;
        if (setrlimit(RLIMIT_NOFILE, &files)) getrlimit(RLIMIT_NOFILE, &files);
    }
    return files.rlim_cur;
}

unsigned long csupport_address_space(void) {
    struct rlimit space;
    return getrlimit(RLIMIT_AS, &space) || space.rlim_cur == RLIM_INFINITY ? ~0ul : space.rlim_cur;
}

void csupport_keep_freed_memory(int bytes) {
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, bytes);
    mallopt(M_TRIM_THRESHOLD, bytes);
#else
    (void)bytes;
#endif
}
