import Attachments
import ImageExchange
import Inventory
import InventoryStore
import Reports
import Templating

/// The names of an item's photos and documents, for its page and its row.
struct AttachmentContextFiller: Sendable {
    private static let photo = ContextDeclaration([
        ("source", .text), ("width", .number), ("height", .number), ("large", .text), ("small", .text),
        ("caption", .text),
        ("isFirst", .flag),
    ])
    private static let document = ContextDeclaration([
        ("hash", .text), ("kind", .text), ("kindText", .text), ("title", .text), ("number", .text), ("date", .text),
    ])

    /// The names, to be declared with the item's own.
    static let fields: [(String, ContextDeclaration.FieldType)] = [
        ("thumbnail", .text), ("thumbnailWidth", .number), ("thumbnailHeight", .number), ("thumbnailText", .text),
        ("hasPhotos", .flag), ("photos", .list(photo)), ("hasDocuments", .flag), ("documents", .list(document)),
    ]

    private let words: DocumentLocalization
    private let thumbnail: ContextDeclaration.Slot
    private let thumbnailWidth: ContextDeclaration.Slot
    private let thumbnailHeight: ContextDeclaration.Slot
    private let thumbnailText: ContextDeclaration.Slot
    private let hasPhotos: ContextDeclaration.Slot
    private let photos: ContextDeclaration.Slot
    private let hasDocuments: ContextDeclaration.Slot
    private let documents: ContextDeclaration.Slot

    /// - Parameter declaration: the declaration that contains ``fields``.
    init(_ words: DocumentLocalization, in declaration: ContextDeclaration) {
        self.words = words
        thumbnail = declaration.slot("thumbnail")
        thumbnailWidth = declaration.slot("thumbnailWidth")
        thumbnailHeight = declaration.slot("thumbnailHeight")
        thumbnailText = declaration.slot("thumbnailText")
        hasPhotos = declaration.slot("hasPhotos")
        photos = declaration.slot("photos")
        hasDocuments = declaration.slot("hasDocuments")
        documents = declaration.slot("documents")
    }

    /// Fills the names.
    /// - Parameter papers: the documents that are listed: none on pages for anyone.
    func fill(_ record: Record, _ shown: [GalleryPhoto], documents papers: [DocumentReference]) {
        record.set(thumbnail, text: shown.first?.small.name)
        record.set(hasPhotos, flag: !shown.isEmpty)
        record.setEmpty(photos)
        record.set(hasDocuments, flag: !papers.isEmpty)
        record.setEmpty(documents)
        if let first = shown.first {
            record.set(thumbnailWidth, number: Int64(first.small.picture.size.width))
            record.set(thumbnailHeight, number: Int64(first.small.picture.size.height))
            record.set(thumbnailText, text: first.caption)
        }
        for (number, photo) in shown.enumerated() {
            let element = record.append(to: photos)
            let slot = AttachmentContextFiller.photo.slot
            element.set(slot("source"), text: photo.medium.name)
            element.set(slot("width"), number: Int64(photo.medium.picture.size.width))
            element.set(slot("height"), number: Int64(photo.medium.picture.size.height))
            element.set(slot("large"), text: photo.large.name)
            element.set(slot("small"), text: photo.small.name)
            element.set(slot("isFirst"), flag: number == 0)
            element.set(slot("caption"), text: photo.caption)
        }
        for paper in papers {
            let element = record.append(to: documents)
            let slot = AttachmentContextFiller.document.slot
            element.set(slot("hash"), text: paper.hash.description)
            element.set(slot("kind"), text: paper.kind.rawValue)
            element.set(slot("kindText"), text: words["kinds.\(paper.kind.rawValue)"])
            element.set(slot("title"), text: paper.title)
            element.set(slot("number"), text: paper.number)
            element.set(slot("date"), text: paper.date?.description)
        }
    }
}
