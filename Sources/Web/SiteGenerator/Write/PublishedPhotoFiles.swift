import Files
import Glibc
import Synchronization

/// Publishes pictures: each once, whichever item shows it, and only if it is not there yet.
final class PublishedPhotoFiles: Sendable {
    private let writer: PageWriter
    private let placed = Mutex<[String: Fingerprint]>([:])

    init(_ writer: PageWriter) { self.writer = writer }

    /// The fingerprints of the pictures that were looked at, by their names in the folder `photo`.
    var files: [String: Fingerprint] { placed.withLock { $0 } }

    /// Puts a picture into the folder unless it is there already.
    /// - Parameter recorded: looks up the fingerprint of a published file.
    func place(
        _ file: PublishedPicture, worker: Int, recorded: (String) throws -> Fingerprint?
    ) throws {
        guard placed.withLock({ $0[file.name] == nil }) else { return }
        let name = file.path
        let known = try recorded(name)
        // A picture that is made in another way than before has the same name.
        if let known, known == Fingerprint(file.picture.hash), writer.existing.isIntact(name, known) {
            return placed.withLock { $0[file.name] = known }
        }
        let bytes = try readAll(path: file.picture.path)
        let folder = writer.folder
        let former = folder.isFirst ? nil : try folder.read(name)
        let isThere = former == bytes && folder.isReadable(name)
        if !isThere {
            try writer.existing.renameForeignFile(for: bytes, named: name, recorded: known)
            try folder.linkOrCopy(file.picture.path, as: name, bytes: bytes, worker: worker)
        }
        let isFirst = placed.withLock { $0.updateValue(Fingerprint(bytes), forKey: file.name) == nil }
        if isFirst, !isThere { writer.countWritten() }
    }

    private func readAll(path: String) throws(FileError) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw FileError(.read, path) }
        defer { close(file) }
        return try readFile(file, path: path)
    }
}
