/// The columns by which the rows of a list are recognised as items of the inventory.
///
/// A class, because each row of a list has it.
package final class RecognitionKey: Sendable {
    /// A column whose texts name one item each.
    package enum Column: Hashable, Sendable {
        case field(ItemField)
        case customField(String)

        /// The text of an item, without regard to case; nil if it has none.
        package func text(of item: Item) -> String? {
            let text: String?
            switch self {
            case .field(let field): if case .text(let found) = item[field] { text = found } else { text = nil }
            case .customField(let name): text = item.customFields.first { $0.name == name }?.value
            }
            guard let trimmed = text?[...].trimmingSpaces(), !trimmed.isEmpty else { return nil }
            return trimmed.lowercased()
        }
    }

    /// The column; nil if only rows that equal an item are recognised.
    package let column: Column?
    /// Whether the value of a row is its purchase price.
    package let takesPriceAsValue: Bool
    private let fields: [ItemField]
    private let customFields: Set<String>?

    /// The fields that do not describe an item, or differ between imports.
    private static let ignored: [ItemField] = [.id, .dateCreated, .parent, .externalReference, .photos, .documents]

    /// Creates a key.
    /// - Parameters:
    ///   - fields: the fields of the list. Rows that equal an item in them are recognised.
    ///   - customFields: the custom fields of the list; nil for all.
    package init(
        column: Column? = nil, fields: ItemFieldSet = .all, customFields: Set<String>? = nil,
        takesPriceAsValue: Bool = false
    ) {
        self.column = column
        self.takesPriceAsValue = takesPriceAsValue
        self.customFields = customFields
        self.fields = ItemField.allCases.filter { fields.contains($0) && !RecognitionKey.ignored.contains($0) }
    }

    /// The text by which an item is recognised; nil if it has none.
    package func text(of item: Item) -> String? { column.flatMap { $0.text(of: item) } }

    /// A number that items have in common if they are equal in the fields of the list.
    package func fingerprint(of item: Item) -> Int {
        var hasher = Hasher()
        for field in fields {
            if field == .customFields, let customFields {
                // A list may have its columns in another order than before.
                for custom in item.customFields.filter({ customFields.contains($0.name) }).sorted(by: {
                    ($0.name, $0.value) < ($1.name, $1.value)
                }) {
                    hasher.combine(custom.name)
                    hasher.combine(custom.value)
                }
            } else {
                hasher.combine(item[field].description)
            }
        }
        return hasher.finalize()
    }
}

extension [CustomField] {
    /// These fields with the values of others of the same names. Names that are not among them come last.
    package func updated(with others: [CustomField]) -> [CustomField] {
        let names = Set(others.map(\.name))
        var result: [CustomField] = []
        var placed: Set<String> = []
        for field in self {
            if !names.contains(field.name) {
                result.append(field)
            } else if placed.insert(field.name).inserted {
                result += others.filter { $0.name == field.name }
            }
        }
        return result + others.filter { !placed.contains($0.name) }
    }
}
