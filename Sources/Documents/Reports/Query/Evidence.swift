import Inventory
import InventoryStore

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
