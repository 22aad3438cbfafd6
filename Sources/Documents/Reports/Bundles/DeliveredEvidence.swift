import Attachments
import Delivery
import Files
import Inventory

/// The files of photos and documents in a claim's folder, which are not the originals: pictures are copies without metadata.
struct DeliveredEvidence: Sendable {
    let files: PhotoStore
    let hidesPages: Bool
    /// Whether files that are missing are not delivered.
    let allowsMissingFiles: Bool

    /// A file that is delivered.
    struct File {
        /// The path in the folder.
        let name: String
        /// The file that it was copied from.
        let source: String
        /// The hash of its content if it is an original; pictures are checked when they are asked for.
        var hash: ContentHash?
    }

    /// The file of a piece; nil if it is not delivered.
    /// - Throws: the reason if its picture cannot be made.
    func file(of piece: Evidence, number: String) throws -> File? {
        if allowsMissingFiles, !files.has(piece.hash) { return nil }
        if piece.kind == .photo {
            return File(
                name: "photos/\(number).jpg", source: try files.picture(of: piece.hash, .large).path)
        }
        if hidesPages { return nil }
        if piece.isPDF {
            return File(name: "documents/\(number).pdf", source: files.originalPath(of: piece.hash), hash: piece.hash)
        }
        return File(
            name: "documents/\(number).jpg", source: try files.picture(of: piece.hash, .large).path)
    }

    /// The checksum of a file.
    /// - Throws: the reason if it cannot be read.
    func hash(of path: String) throws -> ContentHash {
        let sum = SHA256Hasher()
        try readFile(path) { sum.update($0) }
        return try sum.contentHash()
    }
}
