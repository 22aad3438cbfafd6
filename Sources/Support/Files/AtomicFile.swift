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
public final class AtomicFile {
    private let destination: String
    private let descriptor: Int32
    private let strategy: Strategy
    /// The name of the file until it is committed, if it has one.
    private var hiddenName: String?
    /// The number of bytes written, and how many of them the system was asked to write to the disk.
    private var written = 0
    private var flushing = 0
    private var isFlushed = false

    private enum Strategy {
        /// The file has no name until it is complete (Linux `O_TMPFILE`).
        case nameless
        /// The file system does not support files without a name: the file has a hidden name beside the destination.
        case named
        /// The destination is a device or a pipe.
        case direct
    }

    /// Opens a file that will replace the file at `path`.
    ///
    /// Follows a symbolic link at `path`, even if its target does not exist. Keeps an existing file's permissions; a new
    /// file is its owner's alone, as all that is written in this way tells what somebody owns.
    /// - Throws: `write` if the folder does not exist or cannot be written; `followLink` if the link is somebody else's in a
    ///   folder where everybody may put files.
    public init(replacing path: String) throws(FileError) {
        destination = try AtomicFile.resolved(path)
        var status = stat()
        let exists = stat(destination, &status) == 0
        if exists, status.st_mode & S_IFMT == S_IFDIR { throw FileError(.write, path, code: EISDIR) }
        if exists, status.st_mode & S_IFMT != S_IFREG {
            strategy = .direct
            descriptor = open(destination, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { throw FileError(.write, path) }
            return
        }
        let folder = Folder.parent(destination)
        let mode: mode_t = exists ? status.st_mode & 0o7777 : 0o600
        let nameless = open(folder, AtomicFile.namelessFlags | O_WRONLY | O_CLOEXEC, mode)
        if nameless >= 0 {
            descriptor = nameless
            strategy = .nameless
        } else {
            guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { throw FileError(.write, path) }
            (descriptor, hiddenName) = try AtomicFile.tryHiddenNames(beside: destination) { name in
                open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            }
            strategy = .named
        }
        AbandonedFile.lock(descriptor)
        if exists { fchmod(descriptor, mode) }
    }

    /// Checks that a file could be written at `path`, without changing anything.
    /// - Throws: `write` or `followLink` if it could not.
    public static func check(replacing path: String) throws(FileError) {
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
    public func write(_ bytes: Span<UInt8>) throws(FileError) {
        try writeAll(bytes, to: descriptor, path: destination)
        written += bytes.count
        isFlushed = false
        if written - flushing >= AtomicFile.flushStep { beginFlush() }
    }

    /// Appends bytes.
    /// - Throws: `write`, for example if the disk is full.
    public func write(_ bytes: [UInt8]) throws(FileError) { try write(bytes.span) }

    /// The number of bytes after which writing to the disk begins, so that little is left to wait for in ``commit()``.
    private static let flushStep = 8 << 20

    /// Asks the system to begin writing to the disk. If it cannot, ``commit()`` takes longer.
    private func beginFlush() {
        if case .direct = strategy { return }
        csupport_begin_flush(descriptor, Int64(flushing), Int64(written - flushing))
        flushing = written
    }

    /// Flushes the file under a hidden name, so that only the rename is left to ``commit()``.
    /// - Throws: `flush` or `write`, for example if the disk is full. The destination is unchanged.
    public func prepare() throws(FileError) {
        if case .direct = strategy { return }
        if !isFlushed {
            guard fsync(descriptor) == 0 else { throw FileError(.flush, destination) }
            isFlushed = true
        }
        guard hiddenName == nil else { return }
        let source = "/proc/self/fd/\(descriptor)"
        (_, hiddenName) = try AtomicFile.tryHiddenNames(beside: destination) { name in
            linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW)
        }
    }

    /// Flushes the file and renames it to its destination.
    /// - Throws: `flush`, `write` or `replace` with the destination unchanged; `flushName` if the new name could not be
    ///   flushed: the file is then in place, but might not survive a power failure.
    public func commit() throws(FileError) {
        try prepare()
        guard let name = hiddenName else { return }
        guard rename(name, destination) == 0 else { throw FileError(.replace, destination) }
        hiddenName = nil
        try Folder.flush(nameOf: destination)
    }

    /// Leaves a prepared file under its hidden name, if it cannot be committed and its content must not be lost.
    /// - Returns: the hidden name; nil if the file was not prepared.
    public func keepHidden() -> String? {
        defer { hiddenName = nil }
        return hiddenName
    }

    /// Linux `O_TMPFILE`.
    static let namelessFlags: Int32 = 0o20_000_000 | O_DIRECTORY

    /// Calls the body with hidden names until one is free: first two fixed ones, from which the files of killed programs are
    /// removed, then a random one.
    /// - Parameter use: returns -1 with `errno` if it fails.
    /// - Throws: `write` with the path.
    private static func tryHiddenNames(
        beside path: String, _ use: (String) -> Int32
    ) throws(FileError) -> (result: Int32, name: String) {
        let name = path.split(separator: "/").last ?? "file"
        let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        let hiddenNames = ["homepwner", "homepwner-2", random].map { tag in
            Folder.parent(path) + "/.\(name.prefix(100)).\(tag).tmp"
        }
        for hidden in hiddenNames { AbandonedFile.remove(hidden) }
        for hidden in hiddenNames {
            let result = use(hidden)
            if result >= 0 { return (result, hidden) }
            guard errno == EEXIST else { break }
        }
        throw FileError(.write, path)
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
public func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32, path: String) throws(FileError) {
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
public func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
    try writeAll(bytes.span, to: descriptor, path: path)
}
