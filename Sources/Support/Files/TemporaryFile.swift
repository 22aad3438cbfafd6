import Glibc

/// A file without a name for reading and writing. It is gone together with this object; child processes do not inherit it.
public final class TemporaryFile: Sendable {
    /// The open file.
    package let descriptor: Int32
    private let folder: String

    /// The folder for temporary files: `TMPDIR`, or `/tmp` if it is not set.
    public static var defaultFolder: String {
        let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        return named.isEmpty ? "/tmp" : named
    }

    /// Linux `O_TMPFILE`.
    static let namelessFlags: Int32 = 0o20_000_000 | O_DIRECTORY

    /// Makes an empty file.
    /// - Throws: `makeTemporaryFileIn` with the folder.
    package init(in folder: String = defaultFolder) throws(FileError) {
        self.folder = folder
        let nameless = open(folder, TemporaryFile.namelessFlags | O_RDWR | O_CLOEXEC, 0o600)
        if nameless >= 0 {
            descriptor = nameless
            return
        }
        let path = "\(folder)/homepwner-\(AtomicFile.randomTag())"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(.makeTemporaryFileIn, folder) }
        unlink(path)
    }

    deinit { close(descriptor) }

    /// A path of the file, valid as long as this object. Opening it starts at the beginning.
    package var path: String { "/proc/self/fd/\(descriptor)" }

    /// All bytes, from the start.
    /// - Throws: `read` with the folder.
    package func contents() throws(FileError) -> [UInt8] {
        lseek(descriptor, 0, SEEK_SET)
        return try readFile(descriptor, path: folder)
    }

    /// Appends bytes.
    /// - Throws: `write` with the folder.
    package func write(_ bytes: Span<UInt8>) throws(FileError) {
        try writeAll(bytes, to: descriptor, path: folder)
    }

    /// Appends bytes.
    /// - Throws: `write` with the folder.
    package func write(_ bytes: [UInt8]) throws(FileError) { try write(bytes.span) }
}
