public import InventoryModel
import InventoryStore

/// Where a report finds the pictures of photos and documents.
public protocol PictureSource: Sendable {
    /// A picture of a photo or of a document's first page, to be shown; nil where there can be none.
    /// - Throws: why it cannot be made.
    func picture(of hash: ContentHash) throws -> ReportPicture?
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
    var number: String?
    var date: CalendarDate?

    var isReceipt: Bool { kind == .document("receipt") }
}

extension ItemCursor {
    /// The item's photos and documents in the owner's order, photos first.
    var evidence: [Evidence] { [] }
}
