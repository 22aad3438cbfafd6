import Files
import Glibc

/// A file of the store that gets its name only when it is complete and flushed.
///
/// A file that is released before leaves no trace.
struct UnpublishedFile: ~Copyable {
    private let folder: String
    private let descriptor: OwnedDescriptor
    /// The hidden name, on file systems that do not support files without a name.
    private let hiddenName: String?

    /// Creates a file in `folder`.
    init(in folder: String, mode: mode_t) throws(PhotoError) {
        self.folder = folder
        let nameless = open(folder, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, mode)  // O_TMPFILE
        if nameless >= 0 {
            descriptor = OwnedDescriptor(nameless)
            hiddenName = nil
        } else {
            guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else {
                throw .store(FileError(.write, folder))
            }
            let hidden = UnpublishedFile.hiddenName(in: folder)
            let named = open(hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            guard named >= 0 else { throw .store(FileError(.write, folder)) }
            descriptor = OwnedDescriptor(named)
            hiddenName = hidden
        }
        AbandonedFile.lock(descriptor.number)
        fchmod(descriptor.number, mode)
    }

    deinit { if let hiddenName { unlink(hiddenName) } }

    /// The descriptor, for another process to write to.
    var number: Int32 { descriptor.number }

    /// Appends bytes.
    func write(_ bytes: Span<UInt8>) throws(PhotoError) {
        do throws(FileError) {
            try writeAll(bytes, to: descriptor.number, path: folder)
        } catch {
            throw .store(error)
        }
    }

    /// A second descriptor of the file, for reading only.
    func reader() throws(PhotoError) -> OwnedDescriptor {
        let reader = open(hiddenName ?? "/proc/self/fd/\(descriptor.number)", O_RDONLY | O_CLOEXEC)
        guard reader >= 0 else { throw .store(FileError(.read, folder)) }
        return OwnedDescriptor(reader)
    }

    /// All bytes; nil if there are more than `limit`.
    func contents(limit: Int) throws(PhotoError) -> [UInt8]? {
        try PhotoError.wrapping { () throws(FileError) in
            try FileContents.read(descriptor.number, limit: limit, path: folder)
        }
    }

    /// Flushes the file and gives it its name, replacing an existing file atomically.
    func publish(as name: String) throws(PhotoError) {
        let path = folder + "/" + name
        guard fsync(descriptor.number) == 0 else { throw .store(FileError(.flush, path)) }
        let hidden = hiddenName ?? UnpublishedFile.hiddenName(in: folder)
        if hiddenName == nil {
            let source = "/proc/self/fd/\(descriptor.number)"
            guard linkat(AT_FDCWD, source, AT_FDCWD, hidden, AT_SYMLINK_FOLLOW) == 0 else {
                throw .store(FileError(.write, path))
            }
        }
        guard rename(hidden, path) == 0 else {
            let code = errno
            unlink(hidden)
            throw .store(FileError(.write, path, code: code))
        }
    }

    /// Whether a file has a name of ``hiddenName(in:)``.
    static func isHidden(_ name: String) -> Bool { name.hasPrefix(".") && name.hasSuffix(".tmp") }

    private static func hiddenName(in folder: String) -> String {
        folder + "/." + String(UInt64.random(in: 0...UInt64.max), radix: 36) + ".tmp"
    }
}

/// Reads small files and folders.
enum FileContents {
    /// The names in a folder, in no particular order; empty if there is no such folder.
    static func names(in folder: String) throws(PhotoError) -> [String] {
        do throws(FileError) {
            return try Folder.list(folder)
        } catch {
            if error.code == ENOENT { return [] }
            throw .store(error)
        }
    }

    /// The bytes of an open file, from its start; nil if there are more than `limit`, or fewer than its size.
    /// - Parameter path: its name or folder, for errors.
    static func read(_ descriptor: Int32, limit: Int, path: String) throws(FileError) -> [UInt8]? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(.read, path) }
        guard status.st_size <= limit else { return nil }
        let size = Int(status.st_size)
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let step = pread(descriptor, buffer.baseAddress.map { $0 + count }, size - count, count)
                if step < 0 && errno == EINTR { continue }
                if step < 0 { failure = FileError(.read, path) }
                if step <= 0 { return }
                count += step
            }
        }
        if let failure { throw failure }
        return bytes.count == size ? bytes : nil
    }

    /// The bytes of a file; nil if it does not exist, is too large or cannot be read.
    static func read(path: String, limit: Int) -> [UInt8]? {
        let opened = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        defer { close(opened) }
        return try? read(opened, limit: limit, path: path)
    }
}
