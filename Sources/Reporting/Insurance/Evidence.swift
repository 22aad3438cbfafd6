public import InventoryModel
import InventoryStore

/// Where a report finds the pictures of photos and documents.
public protocol PictureSource: Sendable {
    /// A picture of a photo or of a document's first page.
    /// - Parameter isDocument: whether it is there to be read, not only to be seen.
    /// - Throws: why it cannot be made.
    func picture(of hash: ContentHash, isDocument: Bool) throws -> ReportPicture
}

/// A picture that may be shown to anybody: upright, and without metadata.
public struct ReportPicture: Equatable, Sendable {
    /// The file, a JPEG.
    public let path: String

    /// The picture in that file.
    public init(path: String) { self.path = path }
}

/// A photo or document of an item, as a report names it.
struct Evidence {
    enum Kind: Equatable {
        case photo
        /// A document; the name of its kind, such as `receipt`.
        case document(String)
    }

    let kind: Kind
    let hash: ContentHash
    let fileName: String?
    /// What the owner says of it.
    let caption: String?
    /// The number and the day that stand on a document.
    let number: String?
    let date: CalendarDate?

    init(
        kind: Kind, hash: ContentHash, fileName: String?, caption: String?, number: String? = nil,
        date: CalendarDate? = nil
    ) {
        (self.kind, self.hash, self.fileName, self.caption) = (kind, hash, fileName, caption)
        (self.number, self.date) = (number, date)
    }

    var isReceipt: Bool { kind == .document("receipt") }
}

extension ItemCursor {
    /// The item's photos and documents in the owner's order, photos first.
    var evidence: [Evidence] {
        let papers = documents.map { document in
            Evidence(
                kind: .document(document.kind.rawValue), hash: document.hash, fileName: document.fileName,
                caption: document.title, number: document.number, date: document.date)
        }
        return photos.map { Evidence(kind: .photo, hash: $0.hash, fileName: $0.fileName, caption: $0.caption) } + papers
    }
}
