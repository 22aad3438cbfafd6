import Inventory
import InventoryStore
import Templating

/// Fills the tags and custom fields of an item.
struct ItemLists: Sendable {
    /// The fields that must be read of each item.
    let fields: [ItemField]

    private let names = ItemContext.names
    private let readsTags, readsCustomFields: Bool
    /// Replaces redacted texts; nil if they are shown.
    private let tagLabel, fieldLabel: String?

    init(reads: (ContextDeclaration.Slot) -> Bool, redaction: ItemRedaction) {
        readsTags = reads(names.tags) || reads(names.hasTags)
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
            var isFirst = true
            try cursor.forEachCustomField { (name, value) throws in
                let field = (Text(bytes: name, redacted: fieldLabel), Text(bytes: value, redacted: fieldLabel))
                try CustomFieldContext.table.fill(
                    row.append(to: names.customFields), field, isFirst: isFirst, format: &format)
                isFirst = false
            }
            row.set(names.hasCustomFields, flag: !isFirst)
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
    ])
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
