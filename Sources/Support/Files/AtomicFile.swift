import CSupport
import Glibc

/// A file that appears whole or not at all.
///
/// Bytes go into a file without a name in the folder of the destination. ``commit()`` flushes them to the disk and
/// renames the file into its place (POSIX `rename`, which replaces in one step); a file that is let go without it
/// leaves no trace. A program that is killed leaves none either before ``prepare()``, where the file system knows
/// nameless files; elsewhere, and between that and the rename, it leaves a hidden file `.NAME.….tmp` beside the place.
/// A destination that is no regular file, such as `/dev/null` or a pipe, is written straight.
public final class AtomicFile {
    private let destination: String
    private let descriptor: Int32
    private let strategy: Strategy
    /// The name of the file until it is in its place, where it has one.
    private var hiddenName: String?
    /// Bytes written, and how many of them the system was asked to put on the disk.
    private var written = 0
    private var flushing = 0

    private enum Strategy {
        /// The file has no name until it is whole (Linux `O_TMPFILE`).
        case nameless
        /// The file system has no nameless files: a hidden name beside the destination.
        case named
        /// The destination is a device or a pipe.
        case direct
    }

    /// Opens a file that will stand at `path`.
    ///
    /// A symbolic link at `path` is followed, be there a file behind it or not; an existing file's permissions are kept.
    /// - Throws: what keeps the folder from taking a file.
    public init(replacing path: String) throws(FileError) {
        destination = try AtomicFile.resolved(path)
        var status = stat()
        let exists = stat(destination, &status) == 0
        if exists, status.st_mode & S_IFMT == S_IFDIR { throw FileError("write", path, code: EISDIR) }
        if exists, status.st_mode & S_IFMT != S_IFREG {
            strategy = .direct
            descriptor = open(destination, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileError("write", path) }
            return
        }
        let folder = Folder.parent(destination)
        let mode: mode_t = exists ? status.st_mode & 0o7777 : 0o666
        let nameless = open(folder, AtomicFile.namelessFlags | O_WRONLY | O_CLOEXEC, mode)
        if nameless >= 0 {
            descriptor = nameless
            strategy = .nameless
        } else {
            guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { throw FileError("write", path) }
            let name = AtomicFile.temporaryName(beside: destination)
            descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            guard descriptor >= 0 else { throw FileError("write", path) }
            strategy = .named
            hiddenName = name
        }
        if exists { fchmod(descriptor, mode) }
    }

    /// Looks whether a file could be written at `path`, and leaves no trace.
    /// - Throws: what keeps the folder from taking a file.
    public static func check(replacing path: String) throws(FileError) {
        let destination = try resolved(path)
        var status = stat()
        // To open a pipe would already tell its reader something.
        if stat(destination, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
            guard access(destination, W_OK) == 0 else { throw FileError("write", path) }
        } else {
            _ = try AtomicFile(replacing: path)
        }
    }

    deinit {
        close(descriptor)
        if let hiddenName { unlink(hiddenName) }
    }

    /// Appends bytes.
    /// - Throws: what the system answered, a full disk for one.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        try writeAll(bytes, to: descriptor, path: destination)
        written += bytes.count
        if written - flushing >= AtomicFile.flushStep { beginFlush() }
    }

    /// Bytes after which the disk is set to work, so that little is left to wait for at the end.
    private static let flushStep = 8 << 20

    /// Asks the system to begin writing to the disk; where it cannot, ``commit()`` has more to do.
    private func beginFlush() {
        if case .direct = strategy { return }
        file_flush_begin(descriptor, Int64(flushing), Int64(written - flushing))
        flushing = written
    }

    /// Flushes the file under a hidden name, so that only the rename is left to ``commit()``.
    /// - Throws: what the system answered, a full disk for one; the destination is as it was.
    public func prepare() throws(FileError) {
        if case .direct = strategy { return }
        guard fsync(descriptor) == 0 else { throw FileError("flush", destination) }
        guard hiddenName == nil else { return }
        let name = AtomicFile.temporaryName(beside: destination)
        guard linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
            throw FileError("write", destination)
        }
        hiddenName = name
    }

    /// Flushes the file and puts it into its place.
    /// - Throws: what the system answered; the destination is then as it was.
    public func commit() throws(FileError) {
        try prepare()
        guard let name = hiddenName else { return }
        guard rename(name, destination) == 0 else { throw FileError("replace", destination) }
        hiddenName = nil
        Folder.flush(Folder.parent(destination))
    }

    private static let namelessFlags: Int32 = 0o20_000_000 | O_DIRECTORY

    private static func temporaryName(beside path: String) -> String {
        let name = path.split(separator: "/").last ?? "file"
        let tag = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        return Folder.parent(path) + "/.\(name.prefix(100)).\(tag).tmp"
    }

    /// Where a path leads when its links are followed, whether a file stands there or not.
    /// - Throws: that links lead round in a circle.
    private static func resolved(_ path: String) throws(FileError) -> String {
        var place = path
        for _ in 0..<40 {
            if let real = realpath(place, nil) {
                defer { free(real) }
                return String(cString: real)
            }
            guard let target = linkTarget(of: place) else { return place }
            place = target.hasPrefix("/") ? target : "\(Folder.parent(place))/\(target)"
        }
        throw FileError("write", path, code: ELOOP)
    }

    private static func linkTarget(of path: String) -> String? {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &target, target.count)
        return count > 0 ? String(decoding: target[..<count], as: UTF8.self) : nil
    }
}

/// Writes all bytes to a descriptor, however often the system takes only some.
/// - Throws: what the system answered.
public func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
            if errno == EINTR { continue }
            throw FileError("write", path)
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
}
