import Files
import Glibc

/// Reads small files completely: keys, manifests, signatures.
enum SmallFileReader {
    /// The bytes of a regular file.
    /// - Throws: `file` if it cannot be read or is larger than `limit`; `link` if it is a symbolic link that is not followed.
    static func read(_ path: String, atMost limit: Int, followsLinks: Bool = true) throws(ManifestError) -> [UInt8] {
        if !followsLinks, Folder.linkTarget(of: path) != nil { throw .link(path) }
        do throws(FileError) {
            let (descriptor, size) = try openFile(path, followsLinks: followsLinks)
            defer { close(descriptor) }
            guard size <= limit else { throw FileError(.read, path, code: EFBIG) }
            return try readFile(descriptor, path: path)
        } catch {
            throw .file(error)
        }
    }
}
