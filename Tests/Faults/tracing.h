// What inject.c and record.c share: starting a program under ptrace, and following its processes (Linux on x86-64).
#ifndef TRACING_H
#define TRACING_H
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef __x86_64__
#error "the tracers know the registers of x86-64 only"
#endif

enum { TRACEES = 4096, TRACED_CALLS_MAX = 200 };

static pid_t program;  // the process that runs the command

static void fail(const char *reason) {
    fprintf(stderr, "%s: %s\n", program_invocation_short_name, reason);
    if (program > 0) kill(program, SIGKILL);
    exit(125);
}

static pid_t slots[TRACEES];  // 0: never used; -1: the process has ended

// The place of a process or thread in a table of TRACEES entries. A slot is not used again, so that probing for a later
// entry does not end at it.
static unsigned slotOf(pid_t id) {
    unsigned at = (unsigned)id % TRACEES;
    for (unsigned n = 0; n < TRACEES; n++, at = (at + 1) % TRACEES)
        if (slots[at] == id || slots[at] == 0) {
            slots[at] = id;
            return at;
        }
    fail("too many processes");
    return 0;
}

// Copies a string from another process.
static void copyText(pid_t id, unsigned long from, char *to, size_t size) {
    size_t n = 0;
    while (n + sizeof(long) < size) {
        errno = 0;
        long word = ptrace(PTRACE_PEEKDATA, id, from + n, 0);
        if (errno) break;
        memcpy(to + n, &word, sizeof word);
        if (memchr(&word, 0, sizeof word)) return;
        n += sizeof word;
    }
    to[n] = 0;
}

static void forwardSignal(int number) {
    if (program > 0) kill(program, number);
}

// The child: a seccomp filter stops it at the given calls, and at no others.
static void execute(char **words, const int *calls, unsigned short count) {
    struct sock_filter filter[TRACED_CALLS_MAX + 5];
    unsigned short n = 0;
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 0, count + 1);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (unsigned short at = 0; at < count; at++)
        filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[at], count - at, 0);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    filter[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
    struct sock_fprog whole = {n, filter};
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGSTOP);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole)) _exit(125);
    execvp(words[0], words);
    _exit(127);
}

// Starts the command as a tracee that stops at the given calls; signals to this process are forwarded to it.
// Returns whether it runs. Its children are traced, too.
static int launch(char **words, const int *calls, unsigned short count) {
    if (count > TRACED_CALLS_MAX || (program = fork()) < 0) return 0;
    if (program == 0) execute(words, calls, count);
    struct sigaction act = {.sa_handler = forwardSignal, .sa_flags = SA_RESTART};
    sigaction(SIGTERM, &act, NULL);
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGUSR1, &act, NULL);
    int status = 0;
    if (waitpid(program, &status, 0) != program || !WIFSTOPPED(status)) return 0;
    long options = PTRACE_O_TRACESECCOMP | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC
        | PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD;
    return !ptrace(PTRACE_SETOPTIONS, program, 0, options) && !ptrace(PTRACE_CONT, program, 0, 0);
}

#endif
