import Files
import Glibc
import Inventory

/// The files of a delivered folder, reached without following links.
enum DeliveredFile {
    /// How a file differs from what it shall be; nil where it does not.
    static func check(_ entry: Manifest.Entry, in folder: String) -> DeliveryVerifier.DeliveryDiagnostic? {
        var place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard place >= 0 else { return .missing(entry.name) }
        defer { close(place) }
        let parts = entry.name.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        for part in parts.dropLast() {
            let next = openat(place, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard next >= 0 else { return errno == ENOENT ? .missing(entry.name) : .notAFile(entry.name) }
            close(place)
            place = next
        }
        // Not blocking, so that a pipe that nobody writes to does not keep the check waiting.
        let file = openat(place, parts.last ?? "", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            switch errno {
            case ENOENT: return .missing(entry.name)
            case ELOOP, ENXIO: return .notAFile(entry.name)
            default: return .unreadable(entry.name, String(cString: strerror(errno)))
            }
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .notAFile(entry.name) }
        return compare(file, entry)
    }

    private static func compare(_ file: Int32, _ entry: Manifest.Entry) -> DeliveryVerifier.DeliveryDiagnostic? {
        do throws(ManifestError) {
            return try hash(file, path: entry.name) == entry.hash ? nil : .changed(entry.name)
        } catch {
            return .unreadable(entry.name, "\(error)")
        }
    }

    /// The hash of a file's bytes.
    static func hash(of path: String) throws(ManifestError) -> ContentHash {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw .file(FileError("read", path)) }
        defer { close(file) }
        return try hash(file, path: path)
    }

    private static func hash(_ file: Int32, path: String) throws(ManifestError) -> ContentHash {
        let digest = SHA256Hasher()
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { piece.deallocate() }
        while true {
            let count = read(file, piece.baseAddress, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .file(FileError("read", path)) }
            if count == 0 { return try digest.finish() }
            digest.update(UnsafeRawBufferPointer(rebasing: piece[..<count]))
        }
    }
}
