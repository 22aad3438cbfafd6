import Glibc

/// Files that killed programs left under temporary names. A file in use is locked (`flock`) by the program that writes it.
package enum AbandonedFile {
    /// The seconds during which an unlocked file may belong to a program that is about to lock it.
    private static let grace = 60

    /// Marks an open file as in use until it is closed. On a file system without locks nothing is ever removed.
    package static func lock(_ descriptor: Int32) { flock(descriptor, LOCK_EX | LOCK_NB) }

    /// Removes a regular file of this user if it is at least a minute old and not locked.
    package static func remove(_ path: String) {
        let opened = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { return }
        defer { close(opened) }
        var (status, named) = (stat(), stat())
        // Looks at the name again under the lock: a process that removed this file held it, and may have used the name.
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mtim.tv_sec < time(nil) - grace, flock(opened, LOCK_EX | LOCK_NB) == 0,
            lstat(path, &named) == 0, named.st_ino == status.st_ino, named.st_dev == status.st_dev
        else { return }
        unlink(path)
    }
}
