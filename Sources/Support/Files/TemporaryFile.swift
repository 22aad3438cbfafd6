import Glibc

/// Temporary files with random names.
public enum TemporaryFile {
    /// The folder for temporary files: `TMPDIR`, or `/tmp` if it is not set.
    public static var defaultFolder: String {
        let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        return named.isEmpty ? "/tmp" : named
    }

    /// Opens a new file without a name for reading and writing. The file is gone when the descriptor is closed; child
    /// processes do not inherit it.
    /// - Throws: `makeTemporaryFileIn` with the folder.
    public static func open(in folder: String = defaultFolder) throws(FileError) -> Int32 {
        let nameless = Glibc.open(folder, AtomicFile.namelessFlags | O_RDWR | O_CLOEXEC, 0o600)
        if nameless >= 0 { return nameless }
        let (path, descriptor) = try create(in: folder, prefix: "homepwner-")
        unlink(path)
        return descriptor
    }

    /// Creates a new file that only its owner may open, for reading and writing. The caller removes it.
    /// - Throws: `makeTemporaryFileIn` with the folder.
    package static func create(
        in folder: String, prefix: String
    ) throws(FileError) -> (path: String, descriptor: Int32) {
        for _ in 0..<100 {
            let path = "\(folder)/\(prefix)\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
            let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if descriptor >= 0 { return (path, descriptor) }
            guard errno == EEXIST else { throw FileError(.makeTemporaryFileIn, folder) }
        }
        throw FileError(.makeTemporaryFileIn, folder, code: EEXIST)
    }
}
