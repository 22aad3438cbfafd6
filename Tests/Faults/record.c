// Runs a program and records what it and its children write below a folder (ptrace and seccomp, Linux on x86-64).
//
//   record LOG DATA FOLDER PROGRAM [ARGUMENT…]      appends to LOG and DATA
//
// A line of LOG is a call that succeeded, with fields separated by tabs; files and folders are named by their inodes, and
// bytes are in DATA:
//
//   create INODE FOLDER NAME        a new file                   nameless INODE                   one without a name
//   mkdir INODE FOLDER NAME         link INODE FOLDER NAME       symlink INODE FOLDER NAME
//   unlink FOLDER NAME              rename FOLDER NAME FOLDER NAME EXCHANGES
//   write INODE OFFSET PLACE LENGTH                              truncate INODE SIZE
//   map INODE PATH                  a mapping that can be written
//   sync INODE LINES                flushed: what the first LINES lines of this run did to it; inode 0 is everything
//   say PLACE LENGTH                bytes written elsewhere: to a pipe, a terminal or a socket
#include "tracing.h"
#include <fcntl.h>
#include <linux/fs.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>

static const int calls[] = {
    SYS_open, SYS_openat, SYS_creat, SYS_write, SYS_writev, SYS_pwrite64, SYS_pwritev, SYS_pwritev2, SYS_copy_file_range,
    SYS_sendfile, SYS_fsync, SYS_fdatasync, SYS_sync, SYS_syncfs, SYS_rename, SYS_renameat, SYS_renameat2, SYS_link,
    SYS_linkat, SYS_unlink, SYS_unlinkat, SYS_rmdir, SYS_mkdir, SYS_mkdirat, SYS_truncate, SYS_ftruncate, SYS_fallocate,
    SYS_symlink, SYS_symlinkat, SYS_sendto, SYS_sendmsg, SYS_mmap,
};
enum { CALLS = sizeof calls / sizeof *calls, SAID = 1 << 16 };

static struct tracee {
    pid_t id;
    int known;
    int isNew;            // the file that its call opens did not exist
    unsigned long lines;  // when its call began
} tracees[TRACEES];

static FILE *log_, *data;
static char root[4096];
static unsigned long lines;

static struct tracee *tracee(pid_t id) {
    struct tracee *of = &tracees[slotOf(id)];
    of->id = id;
    return of;
}

static int isInside(const char *path) {
    size_t length = strlen(root);
    return !strncmp(path, root, length) && (path[length] == '/' || !path[length]);
}

static void line(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void line(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(log_, format, arguments);
    va_end(arguments);
    fputc('\n', log_);
    fflush(log_);
    lines++;
}

// The inode of an open file below the folder, else 0.
static unsigned long opened(pid_t id, long descriptor) {
    char name[64], path[4096];
    snprintf(name, sizeof name, "/proc/%d/fd/%ld", (int)id, descriptor);
    ssize_t count = readlink(name, path, sizeof path - 1);
    struct stat facts;
    if (count < 0) return 0;
    path[count] = 0;
    return isInside(path) && stat(name, &facts) == 0 ? facts.st_ino : 0;
}

struct place { unsigned long folder; char name[1024], path[8192]; };

// Where a path leads; returns whether that is below the folder.
static int find(pid_t id, int at, unsigned long address, struct place *to) {
    char given[4096];
    copyText(id, address, given, sizeof given);
    if (given[0] == '/') snprintf(to->path, sizeof to->path, "%s", given);
    else if (at == AT_FDCWD) snprintf(to->path, sizeof to->path, "/proc/%d/cwd/%s", (int)id, given);
    else snprintf(to->path, sizeof to->path, "/proc/%d/fd/%d/%s", (int)id, at, given);
    for (size_t n = strlen(to->path); n > 1 && to->path[n - 1] == '/'; n--) to->path[n - 1] = 0;
    char parent[8192], real[4096];
    snprintf(parent, sizeof parent, "%s", to->path);
    char *slash = strrchr(parent, '/');
    if (!slash) return 0;
    snprintf(to->name, sizeof to->name, "%s", slash + 1);
    slash[slash == parent] = 0;
    struct stat facts;
    if (!realpath(parent, real) || !isInside(real) || stat(real, &facts)) return 0;
    to->folder = facts.st_ino;
    return 1;
}

static unsigned long inode(const char *path) {
    struct stat facts;
    return lstat(path, &facts) == 0 ? facts.st_ino : 0;
}

// Copies what was just written from the file itself.
static void written(pid_t id, long descriptor, unsigned long node, long offset, long length) {
    char name[64], piece[1 << 16];
    if (offset < 0) {  // the file's own position, which is behind the bytes by now
        snprintf(name, sizeof name, "/proc/%d/fdinfo/%ld", (int)id, descriptor);
        FILE *facts = fopen(name, "re");
        if (!facts || fscanf(facts, "pos: %ld", &offset) != 1) fail("a position cannot be read");
        fclose(facts);
        offset -= length;
    }
    snprintf(name, sizeof name, "/proc/%d/fd/%ld", (int)id, descriptor);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0) fail("a file that is written cannot be read");
    long place = ftell(data);
    for (long done = 0; done < length;) {
        ssize_t count = pread(file, piece, (size_t)(length - done) < sizeof piece ? (size_t)(length - done) : sizeof piece, offset + done);
        if (count <= 0) fail("what was written cannot be read");
        fwrite(piece, 1, (size_t)count, data);
        done += count;
    }
    close(file);
    fflush(data);
    line("write\t%lu\t%ld\t%ld\t%ld", node, offset, place, length);
}

static void said(pid_t id, struct iovec *from, unsigned long count, long length) {
    char bytes[SAID];
    struct iovec to = {bytes, length < SAID ? (size_t)length : SAID};
    ssize_t got = process_vm_readv(id, &to, 1, from, count, 0);
    long place = ftell(data);
    if (got <= 0) return;
    fwrite(bytes, 1, (size_t)got, data);
    fflush(data);
    line("say\t%ld\t%zd", place, got);
}

// Vectors of another process, at most 64.
static unsigned long vectors(pid_t id, unsigned long address, unsigned long count, struct iovec *to) {
    if (count > 64) count = 64;
    struct iovec local = {to, count * sizeof *to}, remote = {(void *)address, count * sizeof *to};
    return process_vm_readv(id, &local, 1, &remote, 1, 0) < 0 ? 0 : count;
}

// The beginning of a call.
static void enter(struct tracee *of, struct user_regs_struct *r) {
    struct place place;
    of->lines = lines;
    of->isNew = 0;
    int at = r->orig_rax == SYS_openat ? (int)r->rdi : AT_FDCWD;
    unsigned long path = r->orig_rax == SYS_openat ? r->rsi : r->rdi;
    if (r->orig_rax == SYS_open || r->orig_rax == SYS_openat || r->orig_rax == SYS_creat)
        of->isNew = find(of->id, at, path, &place) && access(place.path, F_OK) != 0;
}

// The end of a call that succeeded.
static void leave(struct tracee *of, struct user_regs_struct *r) {
    pid_t id = of->id;
    long result = (long)r->rax;
    unsigned long node;
    struct place one, other;
    struct iovec all[64];
    switch (r->orig_rax) {
    case SYS_open: case SYS_openat: case SYS_creat: {
        unsigned long flags = r->orig_rax == SYS_open ? r->rsi : r->orig_rax == SYS_openat ? r->rdx : O_CREAT | O_TRUNC;
        int at = r->orig_rax == SYS_openat ? (int)r->rdi : AT_FDCWD;
        if (!(node = opened(id, result))) return;
        if ((flags & O_TMPFILE) == O_TMPFILE) line("nameless\t%lu", node);
        else if (flags & O_CREAT && of->isNew && find(id, at, r->orig_rax == SYS_openat ? r->rsi : r->rdi, &one))
            line("create\t%lu\t%lu\t%s", node, one.folder, one.name);
        else if (flags & O_TRUNC) line("truncate\t%lu\t0", node);
        return;
    }
    case SYS_write: case SYS_writev: case SYS_sendto: case SYS_sendmsg:
        if (result <= 0) return;
        if ((node = opened(id, (long)r->rdi))) {
            written(id, (long)r->rdi, node, -1, result);
            return;
        }
        all[0] = (struct iovec){(void *)r->rsi, (size_t)result};
        unsigned long count = 1;
        if (r->orig_rax == SYS_writev) count = vectors(id, r->rsi, r->rdx, all);
        if (r->orig_rax == SYS_sendmsg) {
            struct msghdr message;
            struct iovec local = {&message, sizeof message}, remote = {(void *)r->rsi, sizeof message};
            if (process_vm_readv(id, &local, 1, &remote, 1, 0) < 0) return;
            count = vectors(id, (unsigned long)message.msg_iov, message.msg_iovlen, all);
        }
        said(id, all, count, result);
        return;
    case SYS_pwrite64: case SYS_pwritev: case SYS_pwritev2:
        if (result > 0 && (node = opened(id, (long)r->rdi))) written(id, (long)r->rdi, node, (long)r->r10, result);
        return;
    case SYS_copy_file_range:
        if (result > 0 && (node = opened(id, (long)r->rdx))) {
            if (r->r10) fail("copy_file_range with an offset");
            written(id, (long)r->rdx, node, -1, result);
        }
        return;
    case SYS_sendfile:
        if (result > 0 && (node = opened(id, (long)r->rdi))) written(id, (long)r->rdi, node, -1, result);
        return;
    case SYS_fsync: case SYS_fdatasync:
        if ((node = opened(id, (long)r->rdi))) line("sync\t%lu\t%lu", node, of->lines);
        return;
    case SYS_sync: case SYS_syncfs:
        line("sync\t0\t%lu", of->lines);
        return;
    case SYS_rename: case SYS_renameat: case SYS_renameat2: {
        int isPlain = r->orig_rax == SYS_rename;
        int inside = find(id, isPlain ? AT_FDCWD : (int)r->rdi, isPlain ? r->rdi : r->rsi, &one);
        if (find(id, isPlain ? AT_FDCWD : (int)r->rdx, isPlain ? r->rsi : r->r10, &other) != inside)
            fail("a rename into or out of the folder");
        unsigned long flags = r->orig_rax == SYS_renameat2 ? r->r8 : 0;
        if (inside) line("rename\t%lu\t%s\t%lu\t%s\t%d", one.folder, one.name, other.folder, other.name, (flags & RENAME_EXCHANGE) != 0);
        return;
    }
    case SYS_link: case SYS_linkat: {
        int isPlain = r->orig_rax == SYS_link;
        if (find(id, isPlain ? AT_FDCWD : (int)r->rdx, isPlain ? r->rsi : r->r10, &other))
            line("link\t%lu\t%lu\t%s", inode(other.path), other.folder, other.name);
        return;
    }
    case SYS_symlink: case SYS_symlinkat:
        if (find(id, r->orig_rax == SYS_symlink ? AT_FDCWD : (int)r->rsi, r->orig_rax == SYS_symlink ? r->rsi : r->rdx, &other))
            line("symlink\t%lu\t%lu\t%s", inode(other.path), other.folder, other.name);
        return;
    case SYS_unlink: case SYS_rmdir: case SYS_unlinkat: {
        int isAt = r->orig_rax == SYS_unlinkat;
        if (find(id, isAt ? (int)r->rdi : AT_FDCWD, isAt ? r->rsi : r->rdi, &one)) line("unlink\t%lu\t%s", one.folder, one.name);
        return;
    }
    case SYS_mkdir: case SYS_mkdirat: {
        int isAt = r->orig_rax == SYS_mkdirat;
        if (find(id, isAt ? (int)r->rdi : AT_FDCWD, isAt ? r->rsi : r->rdi, &one))
            line("mkdir\t%lu\t%lu\t%s", inode(one.path), one.folder, one.name);
        return;
    }
    case SYS_truncate:
        if (find(id, AT_FDCWD, r->rdi, &one)) line("truncate\t%lu\t%ld", inode(one.path), (long)r->rsi);
        return;
    case SYS_ftruncate:
        if ((node = opened(id, (long)r->rdi))) line("truncate\t%lu\t%ld", node, (long)r->rsi);
        return;
    case SYS_fallocate:
        if ((node = opened(id, (long)r->rdi))) {
            if (r->rsi) fail("fallocate that is not plain");
            struct stat facts;
            char name[64];
            snprintf(name, sizeof name, "/proc/%d/fd/%ld", (int)id, (long)r->rdi);
            if (stat(name, &facts) == 0) line("truncate\t%lu\t%ld", node, (long)facts.st_size);
        }
        return;
    case SYS_mmap:
        if (r->rdx & PROT_WRITE && (r->r10 & MAP_TYPE) != MAP_PRIVATE && !(r->r10 & MAP_ANONYMOUS) && (node = opened(id, (long)r->r8))) {
            char name[64], path[4096];
            snprintf(name, sizeof name, "/proc/%d/fd/%ld", (int)id, (long)r->r8);
            ssize_t length = readlink(name, path, sizeof path - 1);
            path[length < 0 ? 0 : length] = 0;
            line("map\t%lu\t%s", node, path);
        }
        return;
    }
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
            if (id == program) result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            slots[of - tracees] = -1;
            continue;
        }
        int number = WSTOPSIG(status), event = status >> 16, passed = 0, resume = PTRACE_CONT;
        struct user_regs_struct registers;
        if (event == PTRACE_EVENT_SECCOMP) {
            if (ptrace(PTRACE_GETREGS, id, 0, &registers) == 0) {
                enter(of, &registers);
                resume = PTRACE_SYSCALL;
            }
        } else if (event) {
        } else if (number == (SIGTRAP | 0x80)) {
            if (ptrace(PTRACE_GETREGS, id, 0, &registers) == 0 && (long)registers.rax >= 0) leave(of, &registers);
        } else if (!(number == SIGSTOP && !of->known)) {
            passed = number;
        }
        of->known = 1;
        ptrace(resume, id, 0, passed);
    }
    fclose(log_);
    fclose(data);
    exit(result);
}

int main(int count, char **words) {
    if (count < 5 || !realpath(words[3], root)) {
        fputs("record LOG DATA FOLDER PROGRAM [ARGUMENT…]\n", stderr);
        return 125;
    }
    log_ = fopen(words[1], "ae");
    data = fopen(words[2], "ae");
    if (!log_ || !data) return 125;
    fseek(data, 0, SEEK_END);
    if (!launch(words + 4, calls, CALLS)) return 125;
    tracee(program)->known = 1;
    follow();
}
