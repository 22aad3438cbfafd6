import Attachments
package import Inventory
package import InventoryStore
import JSON
import Localization
package import Templating

/// Fills one row of a report from a cursor: only the names that the templates read.
///
/// Filled once for every item, so it works with slots, columns and bits that are looked up before the first row.
package struct ItemContext: Sendable {
    static let names = ItemNames()
    package static var declaration: ContextDeclaration { names.declaration }

    private typealias Slot = ContextDeclaration.Slot

    /// The fields that must be read of each item.
    package let fields: ItemFieldSet

    let names = ItemContext.names
    private let money = MoneyContext()
    private let texts, dates, amounts: [Column]
    private let flags: [(flag: Slot, members: UInt64)]
    private let insured = CursorColumn(.insured)
    private let archived = CursorColumn(.archived)
    private let value = CursorColumn(.value)
    private let lifetime = CursorColumn(.warrantyLifetime)
    private let readsAmounts, readsQuantityText, readsDateText, readsParent, readsDepreciation: Bool
    private let lists: ItemLists
    private let attachments: AttachmentContexts
    private let redaction: ItemRedaction
    /// Fills `claimed`; nil if the template does not read it.
    private let claim: ClaimLineContext?
    /// The size of `thumbnail`; nil if the report shows none.
    private let thumbnailSize: PhotoSize?
    // Testing a flag first avoids copying the optional struct for every row.
    private let hasClaim: Bool

    /// A field of an item, its column and its slot.
    private struct Column: Sendable {
        let field: ItemField
        let place: CursorColumn
        let slot: Slot
        /// The field's bit among those that an item states.
        let bit: UInt64

        init(_ field: ItemField, _ slot: Slot) {
            (self.field, self.slot) = (field, slot)
            place = CursorColumn(field)
            bit = 1 << field.index
        }
    }

    /// Finds out which names the templates read that are rendered with one row.
    package init(for templates: Template...) { self.init(for: templates, redaction: ItemRedaction()) }

    /// Finds out which names the templates of a report read that are rendered with one row.
    /// - Parameters:
    ///   - options: selects photos and documents; nil for all of them, without pictures.
    ///   - words: name the kinds of documents; nil if the templates do not.
    ///   - redaction: replaces the texts that a reader must not see.
    ///   - claim: fills the names for insurers; nil if the templates do not read them.
    ///   - thumbnailSize: the size of the photo that shows an item; nil for none.
    init(
        for templates: [Template], options: ReportOptions? = nil, words: DocumentLocalization? = nil,
        redaction: ItemRedaction, claim: ClaimLineContext? = nil, thumbnailSize: PhotoSize? = nil
    ) {
        let names = ItemContext.names
        func reads(_ slot: Slot) -> Bool { templates.contains { $0.reads(slot, of: names.declaration) } }
        let sections = names.sections.filter { reads($0.flag) }
        let members = Set(sections.flatMap(\.members))
        func columns(_ slots: [ItemField: Slot]) -> [Column] {
            ItemField.allCases.compactMap { field in
                slots[field].flatMap { members.contains(field) || reads($0) ? Column(field, $0) : nil }
            }
        }
        (texts, dates, amounts) = (columns(names.texts), columns(names.dates), columns(names.amounts))
        flags = sections.map { section in (section.flag, section.members.reduce(0) { $0 | 1 << $1.index }) }
        readsAmounts = reads(names.value) || reads(names.lineValue)
        readsQuantityText = reads(names.quantityText)
        readsDateText = reads(names.dateCreatedText)
        readsParent = reads(names.parent)
        readsDepreciation = reads(names.depreciation)
        lists = ItemLists(reads: reads, redaction: redaction)
        attachments = AttachmentContexts(
            for: templates, options: options, words: words, redactionLabel: redaction.label)
        self.redaction = redaction
        self.claim = claim
        self.thumbnailSize = reads(names.thumbnail) && options?.files != nil ? thumbnailSize : nil
        hasClaim = claim != nil

        var fields: [ItemField] = [.quantity, .dateCreated, .insured, .archived]
        fields += (texts + dates + amounts).map(\.field)
        if members.contains(.warrantyLifetime) || reads(names.warrantyLifetime) { fields.append(.warrantyLifetime) }
        if readsAmounts { fields.append(.value) }
        if readsParent { fields.append(.parent) }
        if readsDepreciation { fields.append(.depreciation) }
        if claim != nil { fields += ClaimLineContext.fields }
        if self.thumbnailSize != nil { fields.append(.photos) }
        self.fields = ItemFieldSet(fields + lists.fields + attachments.fields)
    }

    /// Fills a row from the cursor's item, the reader's texts only if `format` is given.
    /// - Parameter line: the row's number in the report, which numbers photos and documents with redacted names.
    /// - Throws: `ValueError.overflow` if the line's value does not fit into 64 bits, or the error of a picture.
    package func fill(_ row: Record, _ cursor: ItemCursor, line: Int = 0, format: inout LocaleFormatter?) throws {
        row.set(names.id, cursor.id)
        let count = cursor.quantity
        row.set(names.quantity, count)
        if readsQuantityText { format?.append(count, to: row, names.quantityText) }
        let created = cursor.dateCreated
        row.set(names.dateCreated, created)
        if readsDateText { format?.append(created, to: row, names.dateCreatedText) }
        row.set(names.insured, flag: cursor.flag(at: insured))
        row.set(names.archived, flag: cursor.flag(at: archived))
        if readsAmounts, let each = cursor.money(at: value) {
            row.fill(names.value) { money.fill($0, each, format: &format) }
            let sum = try each.times(count)
            if sum == each {
                row.set(names.lineValue, sameRecordAs: names.value)
            } else {
                row.fill(names.lineValue) { money.fill($0, sum, format: &format) }
            }
        }
        let stated = fillColumns(row, cursor, format: &format)
        for (flag, members) in flags { row.set(flag, flag: stated & members != 0) }
        if readsParent, let other = cursor.parent { row.set(names.parent, other) }
        if readsDepreciation, let rate = cursor.percentage(.depreciation) {
            row.set(names.depreciation, text: rate.description)
        }
        try lists.fill(row, cursor)
        try attachments.fill(row, cursor, line: line, format: &format)
        if let thumbnailSize, cursor.hasPhotos, let photo = cursor.photos.primary {
            try attachments.fillThumbnail(row, photo, thumbnailSize, format: &format)
        }
    }

    /// Fills the names for insurers, which number photos and documents by the line.
    func fillClaim(_ row: Record, _ cursor: ItemCursor, line: Int, format: inout LocaleFormatter?) throws {
        guard hasClaim, let claim else { return }
        try claim.fill(row.record(names.claimed), cursor, line: line, format: &format)
    }

    /// Fills the fields that are single columns.
    /// - Returns: the bits of the fields that the item states.
    private func fillColumns(_ row: Record, _ cursor: ItemCursor, format: inout LocaleFormatter?) -> UInt64 {
        var stated: UInt64 = 0
        for column in texts {
            guard let text = cursor.text(at: column.place) else { continue }
            if redaction.bits & column.bit != 0, !text.isEmpty {
                row.set(column.slot, text: redaction.word(for: text, of: column.field))
            } else {
                row.set(column.slot, borrowing: text)
            }
            if !text.isEmpty { stated |= column.bit }
        }
        for column in dates {
            guard let day = cursor.date(at: column.place) else { continue }
            row.set(column.slot, day)
            stated |= column.bit
        }
        for column in amounts {
            guard let amount = cursor.money(at: column.place) else { continue }
            row.fill(column.slot) { money.fill($0, amount, format: &format) }
            stated |= column.bit
        }
        let isForLife = cursor.flag(at: lifetime)
        row.set(names.warrantyLifetime, flag: isForLife)
        if isForLife { stated |= 1 << ItemField.warrantyLifetime.index }
        return stated
    }
}

/// The texts of items that a report redacts, and the words that replace them.
struct ItemRedaction: Sendable {
    /// The bits of the redacted fields.
    let bits: UInt64
    let hidesTags, hidesCustomFields: Bool
    /// Replaces a redacted text.
    let label: String
    private let groups: RedactedGroups

    /// Redacts nothing.
    init() { self.init(.none, RedactedGroups(), label: "") }

    init(_ redaction: Redaction, _ groups: RedactedGroups, label: String) {
        bits = redaction.fields.reduce(0) { $0 | 1 << $1.index }
        (hidesTags, hidesCustomFields) = (redaction.hides(.tags), redaction.hides(.customFields))
        (self.groups, self.label) = (groups, label)
    }

    /// Returns the replacement of a text: a numbered label for a room or category, else the label.
    func word(for text: some Sequence<UInt8>, of field: ItemField) -> String {
        groups.word(for: text, of: field, otherwise: label)
    }
}

/// Fills the lists of photos and documents of an item; for an item without any it only tests two columns.
struct AttachmentContexts: Sendable {
    /// The fields that must be read of each item.
    let fields: [ItemField]

    private let names = ItemContext.names
    private let readsPhotos, readsDocuments: Bool
    private let options: ReportOptions?
    private let words: DocumentLocalization?
    private let redactionLabel: String
    /// The names of a photo that the templates read: pictures are made for no others.
    private let photoNames: ContextTable<ShownPhoto>

    /// - Parameters:
    ///   - options: selects and redacts photos and documents; nil to show all of them, without pictures.
    ///   - words: name the kinds of documents; nil if the templates do not.
    init(for templates: [Template], options: ReportOptions?, words: DocumentLocalization?, redactionLabel: String) {
        (self.options, self.words, self.redactionLabel) = (options, words, redactionLabel)
        let declaration = names.declaration
        func reads(_ slot: ContextDeclaration.Slot) -> Bool {
            templates.contains { $0.reads(slot, of: declaration) }
        }
        photoNames = PhotoContext.table.filling { slot in
            templates.contains { $0.reads(slot, of: PhotoContext.table.declaration) }
        }
        readsPhotos = reads(names.photos) || reads(names.hasPhotos)
        readsDocuments = reads(names.documents) || reads(names.hasDocuments)
        fields = (readsPhotos ? [.photos] : []) + (readsDocuments ? [.documents] : [])
    }

    func fillThumbnail(
        _ row: Record, _ photo: PhotoReference, _ size: PhotoSize, format: inout LocaleFormatter?
    ) throws {
        try ThumbnailContext.table.fill(
            row.record(names.thumbnail), ShownPhoto(photo: photo, size: size, options: options), format: &format)
    }

    func fill(_ row: Record, _ cursor: ItemCursor, line: Int, format: inout LocaleFormatter?) throws {
        if readsPhotos, cursor.hasPhotos {
            let photos =
                options.map { cursor.shownPhotos(line: line, $0, word: redactionLabel).map(\.photo) } ?? cursor.photos
            row.set(names.hasPhotos, flag: !photos.isEmpty)
            // A template of the owner's own asks for the pictures by their names.
            let size = options.flatMap { ($0.definition.photos ?? $0.definition.layout.photosOfTemplates).size }
            try photoNames.append(
                photos.map { ShownPhoto(photo: $0, size: size, options: options) }, to: names.photos, of: row,
                format: &format)
        }
        if readsDocuments, cursor.hasDocuments {
            let documents =
                options.map { cursor.shownDocuments(line: line, $0, word: redactionLabel).map(\.document) }
                ?? cursor.documents
            row.set(names.hasDocuments, flag: !documents.isEmpty)
            try DocumentContext.table.append(
                documents.map { ($0, words) }, to: names.documents, of: row, format: &format)
        }
    }
}

/// The names of a photo of an item.
enum PhotoContext {
    static let table = ContextTable<ShownPhoto>([
        .text("hash") { $0.photo.hash.description },
        .text("mediaType") { $0.photo.mediaType },
        .text("fileName") { $0.photo.fileName },
        .number("bytes") { Int($0.photo.bytes) },
        .number("width") { Int($0.photo.width) },
        .number("height") { Int($0.photo.height) },
        .text("caption") { $0.photo.caption },
        .flag("primary") { $0.photo.isPrimary },
        .picture { try $0.picture },
        .record("small", of: PictureContext.table) { $0.ofSize(.small) },
        .record("large", of: PictureContext.table) { $0.ofSize(.medium) },
        .isFirst,
    ])
}

/// The names of a document of an item.
enum DocumentContext {
    static let table = ContextTable<(document: DocumentReference, words: DocumentLocalization?)>([
        .text("hash") { $0.document.hash.description },
        .text("kind") { $0.document.kind.rawValue },
        .text("kindText") { of in of.words.map { $0["kinds.\(of.document.kind.rawValue)"] } },
        .text("title") { $0.document.title },
        .text("number") { $0.document.number },
        .text("date") { $0.document.date?.description },
        .day("dateText") { $0.document.date },
        .text("mediaType") { $0.document.mediaType },
        .text("fileName") { $0.document.fileName },
        .number("bytes") { Int($0.document.bytes) },
        .isFirst,
    ])
}

/// Fills the tags and custom fields of an item.
struct ItemLists: Sendable {
    /// The fields that must be read of each item.
    let fields: [ItemField]

    private let names = ItemContext.names
    private let readsTags, readsCustomFields, readsObjectID: Bool
    /// Replaces redacted texts; nil if they are shown.
    private let tagLabel, fieldLabel: String?

    init(reads: (ContextDeclaration.Slot) -> Bool, redaction: ItemRedaction) {
        readsTags = reads(names.tags) || reads(names.hasTags)
        readsObjectID = reads(names.hasObjectID)
        readsCustomFields = reads(names.customFields) || reads(names.hasCustomFields)
        tagLabel = redaction.hidesTags ? redaction.label : nil
        fieldLabel = redaction.hidesCustomFields ? redaction.label : nil
        fields = (readsTags ? [.tags] : []) + (readsCustomFields ? [.customFields] : [])
    }

    func fill(_ row: Record, _ cursor: ItemCursor) throws {
        var format: LocaleFormatter?
        if readsTags {
            var isFirst = true
            try cursor.forEachTag { (bytes) throws in
                try TagContext.table.fill(
                    row.append(to: names.tags), Text(bytes: bytes, redacted: tagLabel), isFirst: isFirst,
                    format: &format)
                isFirst = false
            }
            row.set(names.hasTags, flag: !isFirst)
        }
        if readsCustomFields {
            var (isFirst, hasObjectID) = (true, false)
            try cursor.forEachCustomField { (name, value) throws in
                let field = (Text(bytes: name, redacted: fieldLabel), Text(bytes: value, redacted: fieldLabel))
                try CustomFieldContext.table.fill(
                    row.append(to: names.customFields), field, isFirst: isFirst, format: &format)
                isFirst = false
                if readsObjectID, ObjectID.describes(name) { hasObjectID = true }
            }
            row.set(names.hasCustomFields, flag: !isFirst)
            row.set(names.hasObjectID, flag: hasObjectID)
        }
    }

    /// A text that the cursor lends for one row, and the word that replaces it if it is redacted.
    struct Text {
        let bytes: UnsafeBufferPointer<UInt8>
        let redacted: String?
    }
}

/// The names of one tag of an item.
enum TagContext {
    static let table = ContextTable<ItemLists.Text>([.borrowed("tag") { $0 }, .isFirst])

    /// Fills a list of tags.
    static func append(_ texts: [String], to list: ContextDeclaration.Slot, of record: Record) throws {
        var format: LocaleFormatter?
        for (index, text) in texts.enumerated() {
            let borrowed = ItemLists.Text(bytes: UnsafeBufferPointer(start: nil, count: 0), redacted: text)
            try table.fill(record.append(to: list), borrowed, isFirst: index == 0, format: &format)
        }
    }
}

/// The names of one custom field of an item.
enum CustomFieldContext {
    static let table = ContextTable<(name: ItemLists.Text, value: ItemLists.Text)>([
        .borrowed("fieldName") { $0.name }, .borrowed("fieldValue") { $0.value }, .isFirst,
        .flag("isObjectID") { ObjectID.describes($0.name.bytes) },
    ])
}

/// The custom fields by which Object ID describes art and antiques: those of the report `object-id`.
enum ObjectID {
    private static let names: Set<[UInt8]> = {
        let file = EmbeddedFiles.bytes(of: "Templates/saved/object-id.json").map(Array.init) ?? []
        let columns = (try? JSONValue(parsing: file))?["columns"]?.array ?? []
        let prefix = "customFields."
        return Set(
            columns.compactMap(\.string).filter { $0.hasPrefix(prefix) }.map {
                Array($0.dropFirst(prefix.count).lowercased().utf8)
            })
    }()

    /// Whether a custom field of that name, in any case and with or without a unit in brackets, is one of them.
    static func describes(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let bare = String(decoding: name, as: UTF8.self).prefix { $0 != "(" && $0 != "[" }
        return names.contains(Array(bare.trimmingSpaces().lowercased().utf8))
    }
}

extension ContextTable.Names {
    /// A text that the cursor lends, which is copied.
    fileprivate static func borrowed(_ name: String, _ value: @escaping @Sendable (Value) -> ItemLists.Text) -> Self {
        .custom(name, type: .text) { record, slot, subject, _ in
            let text = value(subject)
            if let redacted = text.redacted {
                record.set(slot, text: redacted)
            } else {
                record.set(slot, copying: text.bytes)
            }
        }
    }
}
