import Inventory
import InventoryStore
import Templating

/// Fills the lists of photos and documents of an item; for an item without any it only tests two columns.
struct AttachmentContexts: Sendable {
    /// The fields that must be read of each item.
    let fields: [ItemField]

    private let names = ItemContext.names
    private let readsPhotos, readsDocuments: Bool
    private let options: ReportOptions?
    private let redactionLabel: String

    /// - Parameters:
    ///   - reads: returns whether a template reads a name of the item.
    ///   - options: selects and redacts photos and documents; nil to show all of them.
    init(reads: (ContextDeclaration.Slot) -> Bool, options: ReportOptions?, redactionLabel: String) {
        (self.options, self.redactionLabel) = (options, redactionLabel)
        readsPhotos = reads(names.photos) || reads(names.hasPhotos)
        readsDocuments = reads(names.documents) || reads(names.hasDocuments)
        fields = (readsPhotos ? [.photos] : []) + (readsDocuments ? [.documents] : [])
    }

    func fill(_ row: Record, _ cursor: ItemCursor, line: Int) throws {
        var format: LocaleFormatter?
        if readsPhotos, cursor.hasPhotos {
            let photos =
                options.map { cursor.shownPhotos(line: line, $0, word: redactionLabel).map(\.photo) } ?? cursor.photos
            row.set(names.hasPhotos, flag: !photos.isEmpty)
            try PhotoContext.table.append(photos, to: names.photos, of: row, format: &format)
        }
        if readsDocuments, cursor.hasDocuments {
            let documents =
                options.map { cursor.shownDocuments(line: line, $0, word: redactionLabel).map(\.document) }
                ?? cursor.documents
            row.set(names.hasDocuments, flag: !documents.isEmpty)
            try DocumentContext.table.append(documents, to: names.documents, of: row, format: &format)
        }
    }
}

/// The names of a photo of an item.
enum PhotoContext {
    static let table = ContextTable<PhotoReference>([
        .text("hash") { $0.hash.description },
        .text("mediaType") { $0.mediaType },
        .text("fileName") { $0.fileName },
        .number("bytes") { Int($0.bytes) },
        .number("width") { Int($0.width) },
        .number("height") { Int($0.height) },
        .text("caption") { $0.caption },
        .flag("primary") { $0.isPrimary },
        .isFirst,
    ])
}

/// The names of a document of an item.
enum DocumentContext {
    static let table = ContextTable<DocumentReference>([
        .text("hash") { $0.hash.description },
        .text("kind") { $0.kind.rawValue },
        .text("title") { $0.title },
        .text("number") { $0.number },
        .text("date") { $0.date?.description },
        .text("mediaType") { $0.mediaType },
        .text("fileName") { $0.fileName },
        .number("bytes") { Int($0.bytes) },
        .isFirst,
    ])
}
