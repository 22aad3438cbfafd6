public import Inventory
import InventoryStore

/// Where a report finds the pictures of photos and documents.
public protocol PictureSource: Sendable {
    /// A picture of a photo or of a document's first page.
    /// - Throws: why it cannot be made.
    func picture(of hash: ContentHash, for purpose: PicturePurpose) throws -> ReportPicture
}

/// What a picture is for, which tells how large it has to be.
public enum PicturePurpose: Sendable {
    /// To know the item again in a list.
    case list
    /// To see it.
    case photo
    /// To read what stands on it.
    case document
}

/// A picture that may be shown to anybody: upright, and without metadata.
public struct ReportPicture: Equatable, Sendable {
    /// The file, a JPEG.
    public let path: String
    /// Its size in pixels.
    public let width: Int
    public let height: Int
    /// How many pages the document has of which it shows the first.
    public let pages: Int

    /// The picture in that file.
    public init(path: String, width: Int, height: Int, pages: Int = 1) {
        self.path = path
        self.width = width
        self.height = height
        self.pages = pages
    }
}

/// A photo or document of an item, as a report names it.
struct Evidence {
    enum Kind: Equatable {
        case photo
        /// A document; the name of its kind, such as `receipt`.
        case document(String)

        /// What data formats call it: `photo`, `receipt`.
        var name: String {
            switch self {
            case .photo: "photo"
            case .document(let name): name
            }
        }
    }

    let kind: Kind
    let hash: ContentHash
    let fileName: String?
    /// What the owner says of it.
    let caption: String?
    /// The number and the day that stand on a document.
    let number: String?
    let date: CalendarDate?
    /// Whether the file is a PDF.
    var isPDF = false

    init(photo: PhotoReference) {
        self.init(kind: .photo, hash: photo.hash, fileName: photo.fileName, caption: photo.caption)
    }

    init(document: DocumentReference) {
        self.init(
            kind: .document(document.kind.rawValue), hash: document.hash, fileName: document.fileName,
            caption: document.title, number: document.number, date: document.date)
        isPDF = document.mediaType == "application/pdf"
    }

    private init(
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
        photos.map(Evidence.init(photo:)) + documents.map(Evidence.init(document:))
    }
}
