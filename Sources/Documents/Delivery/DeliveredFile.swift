public import Files
import Glibc
public import Inventory

/// Reads the files of a delivered folder without following links.
enum DeliveredFile {
    /// Compares a file with its entry in the manifest.
    /// - Returns: nil if they agree.
    static func check(_ entry: Manifest.Entry, in folder: String) -> DeliveryVerifier.DeliveryDiagnostic? {
        var parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { return .missing(entry.name) }
        defer { close(parent) }
        let parts = entry.name.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        for part in parts.dropLast() {
            let next = openat(parent, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard next >= 0 else { return errno == ENOENT ? .missing(entry.name) : .notAFile(entry.name) }
            close(parent)
            parent = next
        }
        // Without O_NONBLOCK, opening a pipe would wait for its writer.
        let file = openat(parent, parts.last ?? "", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            switch errno {
            case ENOENT: return .missing(entry.name)
            case ELOOP, ENXIO: return .notAFile(entry.name)
            default: return .unreadable(entry.name, code: errno)
            }
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .notAFile(entry.name) }
        return compare(file, entry)
    }

    private static func compare(_ file: Int32, _ entry: Manifest.Entry) -> DeliveryVerifier.DeliveryDiagnostic? {
        do throws(FileError) {
            return try hash(file, path: entry.name) == entry.hash ? nil : .changed(entry.name)
        } catch {
            return .unreadable(entry.name, code: error.code)
        }
    }

    /// The hash of a file.
    /// - Throws: `read` if it cannot be read.
    static func hash(of path: String) throws(FileError) -> ContentHash {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw FileError(.read, path) }
        defer { close(file) }
        return try hash(file, path: path)
    }

    private static func hash(_ file: Int32, path: String) throws(FileError) -> ContentHash {
        let digest = SHA256Hasher()
        try digest.update(fromFile: file, path: path)
        return try digest.contentHash()
    }
}

extension SHA256Hasher {
    /// The hash of all bytes. Call it once.
    /// - Throws: `hash` if SHA-256 is not available.
    public func contentHash() throws(FileError) -> ContentHash {
        guard let hash = ContentHash(bytes: try finish()) else { throw .noSHA256 }
        return hash
    }
}
