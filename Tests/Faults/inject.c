// Runs a program and makes one of its system calls fail, or ends the program there (ptrace and seccomp, Linux on x86-64).
//
//   inject LOG CALL N CODE PROGRAM [ARGUMENT…]      the N-th CALL fails with the error number CODE
//   inject LOG CALL N+ CODE PROGRAM [ARGUMENT…]     every CALL from the N-th on fails
//   inject LOG CALL N 0 PROGRAM [ARGUMENT…]         the program is killed before its N-th CALL
//   inject LOG - 0 0 PROGRAM [ARGUMENT…]            nothing fails; LOG lists all calls
//
// Calls are counted together for all processes and threads, from the entry point of each program on: what the dynamic
// loader does is not counted. Only calls that concern files are. LOG has lines "CALL N FLAGS PROCESS PATH", "FAILED …"
// for a call that was made to fail, and "DIED PROCESS SIGNAL".
#include "tracing.h"
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

// Where the path or the descriptor is: an argument that is a path (relative to an argument that is a folder), or -1.
struct call { int number; const char *family; int path, folder, descriptor, flags; };
static const struct call calls[] = {
    {SYS_open, "openat", 0, -1, -1, 1}, {SYS_openat, "openat", 1, 0, -1, 2}, {SYS_creat, "openat", 0, -1, -1, -1},
    {SYS_read, "read", -1, -1, 0, -1}, {SYS_readv, "read", -1, -1, 0, -1},
    {SYS_pread64, "pread64", -1, -1, 0, -1}, {SYS_preadv, "pread64", -1, -1, 0, -1},
    {SYS_write, "write", -1, -1, 0, -1}, {SYS_writev, "write", -1, -1, 0, -1},
    {SYS_pwrite64, "pwrite64", -1, -1, 0, -1}, {SYS_pwritev, "pwrite64", -1, -1, 0, -1},
    {SYS_fsync, "fsync", -1, -1, 0, -1}, {SYS_fdatasync, "fdatasync", -1, -1, 0, -1},
    {SYS_rename, "renameat2", 1, -1, -1, -1}, {SYS_renameat, "renameat2", 3, 2, -1, -1},
    {SYS_renameat2, "renameat2", 3, 2, -1, -1},
    {SYS_link, "linkat", 1, -1, -1, -1}, {SYS_linkat, "linkat", 3, 2, -1, -1},
    {SYS_unlink, "unlinkat", 0, -1, -1, -1}, {SYS_unlinkat, "unlinkat", 1, 0, -1, -1},
    {SYS_rmdir, "unlinkat", 0, -1, -1, -1},
    {SYS_mkdir, "mkdirat", 0, -1, -1, -1}, {SYS_mkdirat, "mkdirat", 1, 0, -1, -1},
    {SYS_ftruncate, "ftruncate", -1, -1, 0, -1}, {SYS_fallocate, "fallocate", -1, -1, 0, -1},
    {SYS_close, "close", -1, -1, 0, -1}, {SYS_mmap, "mmap", -1, -1, 4, -1},
    {SYS_getdents64, "getdents64", -1, -1, 0, -1},
};
enum { CALLS = sizeof calls / sizeof *calls };

static struct tracee {
    pid_t id;
    int started;                   // past the entry point
    int known;                     // its first stop was seen
    unsigned long entry, replaced; // the breakpoint at the entry point
    long result;                   // the result that its present call is to have
    int hasResult;
} tracees[TRACEES];

static FILE *trace;
static const char *family = "-";
static long wanted, code;
static int onwards;
static struct { const char *family; long count; } counters[CALLS];

static struct tracee *tracee(pid_t id) {
    struct tracee *of = &tracees[slotOf(id)];
    if (of->id == 0) *of = (struct tracee){.id = id, .started = 1};  // a thread or a fork; a new program is noticed by its exec
    return of;
}

static void target(pid_t id, const char *what, long descriptor, char *to, size_t size) {
    char name[64];
    snprintf(name, sizeof name, what, (int)id, descriptor);
    ssize_t count = readlink(name, to, size - 1);
    to[count < 0 ? 0 : count] = 0;
}

static int setBreakpoint(struct tracee *of) {
    char name[64];
    snprintf(name, sizeof name, "/proc/%d/auxv", (int)of->id);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    Elf64_auxv_t entry;
    of->entry = 0;
    while (file >= 0 && read(file, &entry, sizeof entry) == sizeof entry)
        if (entry.a_type == AT_ENTRY) of->entry = entry.a_un.a_val;
    if (file >= 0) close(file);
    if (!of->entry) return 0;
    errno = 0;
    of->replaced = (unsigned long)ptrace(PTRACE_PEEKTEXT, of->id, of->entry, 0);
    return !errno && ptrace(PTRACE_POKETEXT, of->id, of->entry, (of->replaced & ~0xfful) | 0xcc) == 0;
}

// A call of the list; returns whether the tracee has to be stopped at its end.
static int look(struct tracee *of) {
    struct user_regs_struct registers;
    if (!of->started || ptrace(PTRACE_GETREGS, of->id, 0, &registers) != 0) return 0;
    const struct call *call = calls;
    while (call < calls + CALLS && call->number != (int)registers.orig_rax) call++;
    if (call == calls + CALLS) return 0;
    unsigned long arguments[] = {registers.rdi, registers.rsi, registers.rdx, registers.r10, registers.r8, registers.r9};
    char path[4096] = "", folder[2048] = "";
    if (call->path >= 0) {
        copyText(of->id, arguments[call->path], path, sizeof path);
        if (path[0] != '/') {
            int at = call->folder < 0 ? AT_FDCWD : (int)arguments[call->folder];
            target(of->id, at == AT_FDCWD ? "/proc/%d/cwd" : "/proc/%d/fd/%ld", at, folder, sizeof folder);
            memmove(path + strlen(folder) + 1, path, sizeof path - strlen(folder) - 2);
            memcpy(path, folder, strlen(folder));
            path[strlen(folder)] = '/';
            path[sizeof path - 1] = 0;
        }
    } else {
        target(of->id, "/proc/%d/fd/%ld", (int)arguments[call->descriptor], path, sizeof path);
    }
    // Sockets, pipes, devices and what the kernel makes up are not on a disk.
    if (path[0] != '/' || !strncmp(path, "/dev/", 5) || !strncmp(path, "/proc/", 6) || !strncmp(path, "/sys/", 5)) return 0;
    int counter = 0;
    while (counters[counter].family && strcmp(counters[counter].family, call->family)) counter++;
    counters[counter].family = call->family;
    long number = ++counters[counter].count;
    unsigned long flags = call->number == SYS_creat ? O_CREAT : call->flags < 0 ? 0 : arguments[call->flags];
    int isWanted = !strcmp(family, call->family) && (number == wanted || (onwards && number > wanted));
    if (!isWanted && strcmp(family, "-")) return 0;
    char process[1024];
    target(of->id, "/proc/%d/exe", 0, process, sizeof process);
    char *name = strrchr(process, '/');
    fprintf(trace, "%s%s %ld %lx %s %s\n", isWanted ? "FAILED " : "", call->family, number, flags, name ? name + 1 : process, path);
    fflush(trace);
    if (!isWanted) return 0;
    if (code == 0) {
        kill(program, SIGKILL);
        return 0;
    }
    of->result = -code;
    if (call->number == SYS_close) {  // the descriptor is closed even so
        of->hasResult = 1;
        return 1;
    }
    registers.orig_rax = (unsigned long)-1;
    registers.rax = (unsigned long)-code;
    ptrace(PTRACE_SETREGS, of->id, 0, &registers);
    return 0;
}

static void follow(void) {
    int status = 0, result = 0;
    for (;;) {
        pid_t id = waitpid(-1, &status, __WALL);
        if (id < 0) {
            if (errno == EINTR) continue;
            break;
        }
        struct tracee *of = tracee(id);
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            if (WIFSIGNALED(status)) fprintf(trace, "DIED %s %d\n", id == program ? "program" : "other", WTERMSIG(status));
            if (id == program) result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            slots[of - tracees] = -1;
            continue;
        }
        int number = WSTOPSIG(status), event = status >> 16, passed = 0, resume = PTRACE_CONT;
        if (event == PTRACE_EVENT_SECCOMP) {
            if (look(of)) resume = PTRACE_SYSCALL;
        } else if (event == PTRACE_EVENT_EXEC) {
            of->started = 0;
            of->known = 1;
            if (!setBreakpoint(of)) of->started = 1;
        } else if (event) {
        } else if (number == (SIGTRAP | 0x80)) {
            struct user_regs_struct registers;
            if (of->hasResult && ptrace(PTRACE_GETREGS, id, 0, &registers) == 0) {
                // The first of the two stops may be the entry of the call.
                if ((long)registers.rax == -ENOSYS) resume = PTRACE_SYSCALL;
                else {
                    registers.rax = (unsigned long)of->result;
                    ptrace(PTRACE_SETREGS, id, 0, &registers);
                    of->hasResult = 0;
                }
            }
        } else if (number == SIGTRAP && !of->started) {
            struct user_regs_struct registers;
            ptrace(PTRACE_GETREGS, id, 0, &registers);
            ptrace(PTRACE_POKETEXT, id, of->entry, of->replaced);
            registers.rip = of->entry;
            ptrace(PTRACE_SETREGS, id, 0, &registers);
            of->started = 1;
        } else if (number == SIGSTOP && !of->known) {
            of->known = 1;
        } else {
            passed = number;
        }
        of->known = 1;
        ptrace(resume, id, 0, passed);
    }
    fclose(trace);
    exit(result);
}

int main(int count, char **words) {
    if (count < 6) {
        fputs("inject LOG CALL N CODE PROGRAM [ARGUMENT…]\n", stderr);
        return 125;
    }
    trace = fopen(words[1], "we");
    if (!trace) return 125;
    family = words[2];
    char *rest;
    wanted = strtol(words[3], &rest, 10);
    onwards = *rest == '+';
    code = atol(words[4]);
    int numbers[CALLS];
    for (int at = 0; at < CALLS; at++) numbers[at] = calls[at].number;
    if (!launch(words + 5, numbers, CALLS)) return 125;
    tracee(program)->known = 1;
    tracee(program)->started = 0;
    follow();
}
