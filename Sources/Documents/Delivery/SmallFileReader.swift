import Files
import Glibc

/// Reads small files completely: keys, manifests, signatures.
enum SmallFileReader {
    /// The bytes of a regular file.
    /// - Throws: `file` if it cannot be read or is larger than `limit`.
    static func read(_ path: String, atMost limit: Int) throws(ManifestError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .file(FileError(.read, path)) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .file(FileError(.read, path)) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .file(FileError(.read, path, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL))
        }
        guard status.st_size <= limit else { throw .file(FileError(.read, path, code: EFBIG)) }
        return try readAll(descriptor, path: path)
    }

    /// The remaining bytes of a descriptor.
    /// - Throws: `file` with `path`.
    static func readAll(_ descriptor: Int32, path: String) throws(ManifestError) -> [UInt8] {
        do throws(FileError) {
            return try readFile(descriptor, path: path)
        } catch {
            throw .file(error)
        }
    }
}
