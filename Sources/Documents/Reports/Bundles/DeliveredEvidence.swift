import Delivery
import Files
import Inventory

/// The files of photos and documents in a claim's folder, which are not the originals: pictures are made anew.
struct DeliveredEvidence: Sendable {
    let pictures: any PictureSource
    let original: @Sendable (ContentHash) -> String
    let hidesPages: Bool
    /// Whether files that are missing are not delivered.
    let allowsMissingFiles: Bool

    /// The path of a piece in the folder and the file of which it is a copy; nil if it is not delivered.
    /// - Throws: the reason if its picture cannot be made.
    func file(of piece: Evidence, number: String) throws -> (name: String, source: String)? {
        if allowsMissingFiles, !pictures.has(piece.hash) { return nil }
        if piece.kind == .photo {
            return ("photos/\(number).jpg", try pictures.picture(of: piece.hash, for: .document).path)
        }
        if hidesPages { return nil }
        if piece.isPDF { return ("documents/\(number).pdf", original(piece.hash)) }
        return ("documents/\(number).jpg", try pictures.picture(of: piece.hash, for: .document).path)
    }

    /// The checksum of a file.
    /// - Throws: the reason if it cannot be read.
    func hash(of path: String) throws -> ContentHash {
        let sum = SHA256Hasher()
        try readFile(path) { sum.update($0) }
        return try sum.contentHash()
    }
}
