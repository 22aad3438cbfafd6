import CSupport
import Glibc

/// Writes a file that appears complete or not at all.
///
/// Bytes go into a file without a name in the folder of the destination. ``commit()`` flushes them to the disk and
/// renames the file to its destination (POSIX `rename`, which replaces atomically). A file that is released without a
/// commit leaves no trace. Neither does a killed program, if it is killed before ``prepare()`` and the file system
/// supports files without a name; otherwise it leaves a hidden file `.NAME.homepwner.tmp` beside the destination (a second
/// one within a minute `.NAME.homepwner-2.tmp`), which the next file for this destination removes after a minute. A third
/// one has a random name, and stays.
/// A destination that is not a regular file, such as `/dev/null` or a pipe, is written directly.
///
/// A file of which only the folder is known, because its name depends on its content, is named by ``commit(as:)``.
package final class AtomicFile {
    /// The path of the destination; the folder as long as the name is not known.
    private var destination: String
    /// The open file, for reading and writing; another process may write to it.
    package let descriptor: Int32
    /// Whether the destination is a device or a pipe.
    private let isDirect: Bool
    /// The hidden names beside the destination that the file may have until it is committed, and the one that it has.
    private let hiddenNames: [String]
    private var hiddenName: String?
    /// The number of bytes written, and how many of them the system was asked to write to the disk.
    private var written = 0
    private var flushing = 0
    private var isFlushed = false

    /// Opens a file that will replace the file at `path`.
    ///
    /// Follows a symbolic link at `path`, even if its target does not exist. Keeps an existing file's permissions; a new
    /// file is its owner's alone, as all that is written in this way tells what somebody owns.
    /// - Throws: `write` if the folder does not exist or cannot be written; `followLink` if the link is somebody else's in a
    ///   folder where everybody may put files.
    package init(replacing path: String) throws(FileError) {
        destination = try AtomicFile.resolved(path)
        var status = stat()
        let exists = stat(destination, &status) == 0
        if exists, status.st_mode & S_IFMT == S_IFDIR { throw FileError(.write, path, code: EISDIR) }
        isDirect = exists && status.st_mode & S_IFMT != S_IFREG
        hiddenNames = AtomicFile.hiddenNames(beside: destination)
        if isDirect {
            descriptor = Glibc.open(destination, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { throw FileError(.write, path) }
            return
        }
        let mode: mode_t = exists ? status.st_mode & 0o7777 : 0o600
        (descriptor, hiddenName) = try AtomicFile.open(in: Folder.parent(destination), mode, hiddenNames, path: path)
        if exists { fchmod(descriptor, mode) }
    }

    /// Opens a file that gets its name when it is committed. Whoever keeps files in the folder in this way removes those of
    /// killed programs: ``isHidden(_:)``, ``removeAbandoned(_:)``.
    /// - Throws: `write` with the folder.
    package init(in folder: String, mode: UInt32) throws(FileError) {
        (destination, isDirect) = (folder, false)
        hiddenNames = ["\(folder)/.\(AtomicFile.randomTag()).tmp"]
        (descriptor, hiddenName) = try AtomicFile.open(in: folder, mode, hiddenNames, path: folder)
        fchmod(descriptor, mode)
    }

    /// Opens a file without a name (Linux `O_TMPFILE`), or with a hidden one if the file system has no files without a name.
    /// - Throws: `write` with the path.
    private static func open(
        in folder: String, _ mode: mode_t, _ hiddenNames: [String], path: String
    ) throws(FileError) -> (descriptor: Int32, hiddenName: String?) {
        let nameless = Glibc.open(folder, TemporaryFile.namelessFlags | O_RDWR | O_CLOEXEC, mode)
        if nameless >= 0 {
            lock(nameless)
            return (nameless, nil)
        }
        guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { throw FileError(.write, path) }
        let (named, hiddenName) = try tryNames(hiddenNames, path: path) { name in
            Glibc.open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        }
        lock(named)
        return (named, hiddenName)
    }

    /// Checks that a file could be written at `path`, without changing anything.
    /// - Throws: `write` or `followLink` if it could not.
    package static func check(replacing path: String) throws(FileError) {
        let destination = try resolved(path)
        var status = stat()
        // Opening a pipe would already be visible to its reader.
        if stat(destination, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
            guard access(destination, W_OK) == 0 else { throw FileError(.write, path) }
        } else {
            _ = try AtomicFile(replacing: path)
        }
    }

    deinit {
        close(descriptor)
        if let hiddenName { unlink(hiddenName) }
    }

    /// Appends bytes.
    /// - Throws: `write`, for example if the disk is full.
    package func write(_ bytes: Span<UInt8>) throws(FileError) {
        try writeAll(bytes, to: descriptor, path: destination)
        written += bytes.count
        isFlushed = false
        if written - flushing >= AtomicFile.flushStep { beginFlush() }
    }

    /// Appends bytes.
    /// - Throws: `write`, for example if the disk is full.
    package func write(_ bytes: [UInt8]) throws(FileError) { try write(bytes.span) }

    /// The number of bytes after which writing to the disk begins, so that little is left to wait for in ``commit()``.
    private static let flushStep = 8 << 20

    /// Asks the system to begin writing to the disk. If it cannot, ``commit()`` takes longer.
    private func beginFlush() {
        if isDirect { return }
        csupport_begin_flush(descriptor, Int64(flushing), Int64(written - flushing))
        flushing = written
    }

    /// Flushes the file under a hidden name, so that only the rename is left to ``commit()``.
    /// - Throws: `flush` or `write`, for example if the disk is full. The destination is unchanged.
    package func prepare() throws(FileError) {
        if isDirect { return }
        if !isFlushed {
            guard fsync(descriptor) == 0 else { throw FileError(.flush, destination) }
            isFlushed = true
        }
        guard hiddenName == nil else { return }
        let source = path
        (_, hiddenName) = try AtomicFile.tryNames(hiddenNames, path: destination) { name in
            linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW)
        }
    }

    /// Flushes the file and renames it to its destination.
    /// - Throws: `flush`, `write` or `replace` with the destination unchanged; `flushName` if the new name could not be
    ///   flushed: the file is then in place, but might not survive a power failure.
    package func commit() throws(FileError) {
        guard try rename() else { return }
        try Folder.flush(nameOf: destination)
    }

    /// Flushes the file and gives it a name in its folder, of a file made by ``init(in:mode:)``. The caller flushes the folder:
    /// until then the name might not survive a power failure.
    /// - Throws: `flush`, `write` or `replace` with the destination unchanged.
    package func commit(as name: String) throws(FileError) {
        destination += "/\(name)"
        _ = try rename()
    }

    /// - Returns: false if the file has no name, because it was written directly.
    private func rename() throws(FileError) -> Bool {
        try prepare()
        guard let name = hiddenName else { return false }
        guard Glibc.rename(name, destination) == 0 else { throw FileError(.replace, destination) }
        hiddenName = nil
        return true
    }

    /// A path of the open file, valid as long as this object. Opening it starts at the beginning.
    package var path: String { "/proc/self/fd/\(descriptor)" }

    /// Leaves a prepared file under its hidden name, if it cannot be committed and its content must not be lost.
    /// - Returns: the hidden name; nil if the file was not prepared.
    package func keepHidden() -> String? {
        defer { hiddenName = nil }
        return hiddenName
    }

    /// Hidden names beside a file: first two fixed ones, from which the files of killed programs are removed, then a random one.
    private static func hiddenNames(beside path: String) -> [String] {
        let name = path.split(separator: "/").last ?? "file"
        return ["homepwner", "homepwner-2", randomTag()].map { tag in
            Folder.parent(path) + "/.\(name.prefix(100)).\(tag).tmp"
        }
    }

    /// Whether a file may have a hidden name of this type.
    package static func isHidden(_ name: String) -> Bool { name.hasPrefix(".") && name.hasSuffix(".tmp") }

    static func randomTag() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 36) }

    /// Calls the body with hidden names until one is free.
    /// - Parameter use: returns -1 with `errno` if it fails.
    /// - Throws: `write` with the path.
    private static func tryNames(
        _ names: [String], path: String, _ use: (String) -> Int32
    ) throws(FileError) -> (result: Int32, name: String) {
        for name in names { removeAbandoned(name) }
        for name in names {
            let result = use(name)
            if result >= 0 { return (result, name) }
            guard errno == EEXIST else { break }
        }
        throw FileError(.write, path)
    }

    // Files that killed programs left under temporary names. A file in use is locked by the program that writes it.

    /// The seconds during which an unlocked file may belong to a program that is about to lock it.
    private static let grace = 60

    /// Marks an open file as in use until it is closed. On a file system without locks nothing is ever removed.
    private static func lock(_ descriptor: Int32) { flock(descriptor, LOCK_EX | LOCK_NB) }

    /// Removes a regular file of this user if it is at least a minute old and not locked.
    package static func removeAbandoned(_ path: String) {
        let opened = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
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

    /// Follows the symbolic links of a path. The path at the end need not exist.
    /// - Throws: `write` with ELOOP if links form a circle; as ``Folder/requireOwnLinks(on:)``.
    private static func resolved(_ path: String) throws(FileError) -> String {
        try Folder.requireOwnLinks(on: path)
        var current = path
        for _ in 0..<40 {
            if let real = Folder.realPath(current) { return real }
            guard let target = Folder.linkTarget(of: current) else { return current }
            current = target.hasPrefix("/") ? target : "\(Folder.parent(current))/\(target)"
        }
        throw FileError(.write, path, code: ELOOP)
    }
}

/// Writes all bytes to a descriptor, in as many steps as the system needs.
/// - Throws: `write` with `path`.
package func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32, path: String) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 {
            if errno == EINTR { continue }
            throw FileError(.write, path)
        }
        rest = rest.extracting(droppingFirst: count)
    }
}

/// Writes all bytes to a descriptor, in as many steps as the system needs.
/// - Throws: `write` with `path`.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
    try writeAll(bytes.span, to: descriptor, path: path)
}
