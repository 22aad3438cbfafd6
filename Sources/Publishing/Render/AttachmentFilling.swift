import InventoryModel
import InventoryStore
import Reporting
import Templating

/// The names of an item's photos and documents, for its page and its row.
struct AttachmentFilling: Sendable {
    private static let photo = ContextDeclaration([
        ("source", .text), ("width", .number), ("height", .number), ("large", .text), ("caption", .text),
    ])
    private static let document = ContextDeclaration([
        ("kind", .text), ("kindText", .text), ("title", .text), ("number", .text), ("date", .text),
    ])

    /// The names, to be declared with the item's own.
    static let fields: [(String, ContextDeclaration.FieldType)] = [
        ("thumbnail", .text), ("thumbnailWidth", .number), ("thumbnailHeight", .number), ("thumbnailText", .text),
        ("hasPhotos", .flag), ("photos", .list(photo)), ("hasDocuments", .flag), ("documents", .list(document)),
    ]

    private let words: Words

    init(_ words: Words) { self.words = words }

    /// Fills the names.
    /// - Parameter documents: those that are listed: none on pages for anyone.
    func fill(_ record: Record, _ photos: [ItemPhoto], documents: [DocumentReference]) {
        let slot = record.declaration.slot
        let first = photos.first
        record.set(slot("thumbnail"), text: first?.small.name)
        record.set(slot("thumbnailWidth"), number: Int64(first?.small.picture.width ?? 0))
        record.set(slot("thumbnailHeight"), number: Int64(first?.small.picture.height ?? 0))
        record.set(slot("thumbnailText"), text: first?.caption)
        record.set(slot("hasPhotos"), flag: !photos.isEmpty)
        record.setEmpty(slot("photos"))
        for photo in photos {
            let element = record.append(to: slot("photos"))
            let slot = AttachmentFilling.photo.slot
            element.set(slot("source"), text: photo.medium.name)
            element.set(slot("width"), number: Int64(photo.medium.picture.width))
            element.set(slot("height"), number: Int64(photo.medium.picture.height))
            element.set(slot("large"), text: photo.large.name)
            element.set(slot("caption"), text: photo.caption)
        }
        record.set(slot("hasDocuments"), flag: !documents.isEmpty)
        record.setEmpty(slot("documents"))
        for document in documents {
            let element = record.append(to: slot("documents"))
            let slot = AttachmentFilling.document.slot
            element.set(slot("kind"), text: document.kind.rawValue)
            element.set(slot("kindText"), text: words["kinds.\(document.kind.rawValue)"])
            element.set(slot("title"), text: document.title)
            element.set(slot("number"), text: document.number)
            element.set(slot("date"), text: document.date?.description)
        }
    }
}
