public import Inventory
import InventoryStore

/// Provides the pictures of photos and documents to a report.
public protocol PictureSource: Sendable {
    /// A picture of a photo or of a document's first page.
    /// - Throws: the reason if it cannot be made.
    func picture(of hash: ContentHash, for purpose: PicturePurpose) throws -> ReportPicture
    /// Whether the file of a photo or document is there.
    func has(_ hash: ContentHash) -> Bool
    /// The path of a document as its owner added it.
    func original(of hash: ContentHash) -> String
}

/// The purpose of a picture, which determines its size.
public enum PicturePurpose: Sendable {
    /// To recognise the item in a list.
    case list
    /// To see it.
    case photo
    /// To read a document.
    case document
}

/// A picture that may be shown to anybody: upright, and without metadata.
public struct ReportPicture: Equatable, Sendable {
    /// The file, a JPEG.
    public let path: String
    /// Its size in pixels.
    public let width: Int
    public let height: Int
    /// The number of pages of the document whose first page it shows.
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

        /// The name in data formats: `photo`, `receipt`.
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
    /// The owner's caption or title.
    let caption: String?
    /// The number and the day that are printed on a document.
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
