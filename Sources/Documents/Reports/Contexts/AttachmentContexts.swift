import Inventory
import InventoryStore
import Templating

/// The lists of photos and documents of an item; an item that has none costs a look at two columns.
struct AttachmentContexts {
    private let hasPhotos: ContextDeclaration.Slot
    private let photos: ContextDeclaration.Slot
    private let hasDocuments: ContextDeclaration.Slot
    private let documents: ContextDeclaration.Slot
    private let readsPhotos: Bool
    private let readsDocuments: Bool
    private let options: ReportOptions?
    private let redactionLabel: String
    private let photo = PhotoContext()
    private let document = DocumentContext()

    /// - Parameters:
    ///   - reads: whether the template looks at a name of the item.
    ///   - options: which of them a report names and how; nil for all as they are.
    init(
        in declaration: ContextDeclaration, reads: (String) -> Bool, options: ReportOptions? = nil,
        redactionLabel: String = ""
    ) {
        (self.options, self.redactionLabel) = (options, redactionLabel)
        hasPhotos = declaration.slot("hasPhotos")
        photos = declaration.slot("photos")
        hasDocuments = declaration.slot("hasDocuments")
        documents = declaration.slot("documents")
        readsPhotos = reads("photos") || reads("hasPhotos")
        readsDocuments = reads("documents") || reads("hasDocuments")
    }

    /// Adds what must be read of each item.
    func note(_ fields: inout ItemFieldSet) {
        if readsPhotos { fields.insert(.photos) }
        if readsDocuments { fields.insert(.documents) }
    }

    func fill(_ row: Record, _ cursor: ItemCursor, line: Int) {
        if readsPhotos, cursor.hasPhotos {
            let shown = options.map { cursor.shownPhotos(line: line, $0, word: redactionLabel).map(\.photo) }
            let references = shown ?? cursor.photos
            row.set(hasPhotos, flag: !references.isEmpty)
            for (place, reference) in references.enumerated() {
                row.append(to: photos) { photo.fill($0, reference, isFirst: place == 0) }
            }
        }
        if readsDocuments, cursor.hasDocuments {
            let shown = options.map { cursor.shownDocuments(line: line, $0, word: redactionLabel).map(\.document) }
            let references = shown ?? cursor.documents
            row.set(hasDocuments, flag: !references.isEmpty)
            for (place, reference) in references.enumerated() {
                row.append(to: documents) { document.fill($0, reference, isFirst: place == 0) }
            }
        }
    }
}

/// The names of a photo of an item.
struct PhotoContext {
    static let declaration = ContextDeclaration([
        ("hash", .text), ("mediaType", .text), ("fileName", .text), ("bytes", .number), ("width", .number),
        ("height", .number), ("caption", .text), ("primary", .flag), ("isFirst", .flag),
    ])
    private let hash = declaration.slot("hash")
    private let mediaType = declaration.slot("mediaType")
    private let fileName = declaration.slot("fileName")
    private let bytes = declaration.slot("bytes")
    private let width = declaration.slot("width")
    private let height = declaration.slot("height")
    private let caption = declaration.slot("caption")
    private let primary = declaration.slot("primary")
    private let isFirst = declaration.slot("isFirst")

    func fill(_ record: Record, _ photo: PhotoReference, isFirst first: Bool) {
        record.set(hash, text: photo.hash.description)
        record.set(mediaType, text: photo.mediaType)
        if let name = photo.fileName { record.set(fileName, text: name) }
        record.set(bytes, number: Int64(photo.bytes))
        record.set(width, number: Int64(photo.width))
        record.set(height, number: Int64(photo.height))
        if let text = photo.caption { record.set(caption, text: text) }
        record.set(primary, flag: photo.isPrimary)
        record.set(isFirst, flag: first)
    }
}

/// The names of a document of an item.
struct DocumentContext {
    static let declaration = ContextDeclaration([
        ("hash", .text), ("kind", .text), ("title", .text), ("number", .text), ("date", .text), ("mediaType", .text),
        ("fileName", .text), ("bytes", .number), ("isFirst", .flag),
    ])
    private let hash = declaration.slot("hash")
    private let kind = declaration.slot("kind")
    private let title = declaration.slot("title")
    private let number = declaration.slot("number")
    private let date = declaration.slot("date")
    private let mediaType = declaration.slot("mediaType")
    private let fileName = declaration.slot("fileName")
    private let bytes = declaration.slot("bytes")
    private let isFirst = declaration.slot("isFirst")

    func fill(_ record: Record, _ document: DocumentReference, isFirst first: Bool) {
        record.set(hash, text: document.hash.description)
        record.set(kind, text: document.kind.rawValue)
        if let text = document.title { record.set(title, text: text) }
        if let text = document.number { record.set(number, text: text) }
        if let day = document.date { record.set(date, text: day.description) }
        record.set(mediaType, text: document.mediaType)
        if let name = document.fileName { record.set(fileName, text: name) }
        record.set(bytes, number: Int64(document.bytes))
        record.set(isFirst, flag: first)
    }
}
