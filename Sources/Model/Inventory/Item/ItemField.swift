/// Every field of an item that can be read, edited, imported and exported by name, in the order documents show them.
///
/// The raw value is the name in CSV headers, journals and messages. ``path`` is the name in JSON and XML, where
/// `purchaseDate` is `date` inside `purchase`.
public enum ItemField: String, CaseIterable, Sendable {
    case id, name, serialNumber, quantity, value, dateCreated, location, category, tags, assetIdentifier, url, parent
    case manufacturer, modelNumber, description, notes, condition
    case purchaseDate, purchasePlace, purchasePrice, purchaseReceiptNumber
    case replacementValue, depreciation
    case warrantyExpires, warrantyLifetime, warrantyDetails
    case insured, archived
    case saleDate, salePrice, saleTo, saleNotes
    case customFields, externalReference
    case photos, documents

    /// The field's place in ``allCases``, from 0.
    ///
    /// A case without values is kept as its number (Swift's ABI, type layout, "no-payload enums"); asking a table for
    /// it would compare names, a few times for every row of an import.
    public var index: UInt64 { UInt64(unsafeBitCast(self, to: UInt8.self)) }

    public static func == (one: ItemField, other: ItemField) -> Bool { one.index == other.index }

    public func hash(into hasher: inout Hasher) { hasher.combine(index) }

    /// What kind of value a field holds.
    public enum Kind: Sendable {
        case text, money, quantity, percentage, timestamp, date, flag, identifier, tags, customFields, photos, documents
    }

    /// What kind of value the field holds.
    public var kind: Kind {
        switch self {
        case .id, .parent: .identifier
        case .quantity: .quantity
        case .value, .purchasePrice, .replacementValue, .salePrice: .money
        case .depreciation: .percentage
        case .dateCreated: .timestamp
        case .purchaseDate, .warrantyExpires, .saleDate: .date
        case .warrantyLifetime, .insured, .archived: .flag
        case .tags: .tags
        case .customFields: .customFields
        case .photos: .photos
        case .documents: .documents
        case .name, .serialNumber, .location, .category, .assetIdentifier, .url, .manufacturer, .modelNumber,
            .description, .notes, .condition, .purchasePlace, .purchaseReceiptNumber, .warrantyDetails, .saleTo,
            .saleNotes, .externalReference:
            .text
        }
    }

    /// The fields that have a column in a table such as CSV: all but photos and documents, which are files.
    public static let tabular = allCases.filter { $0.kind != .photos && $0.kind != .documents }

    /// The names that lead to the field in JSON and XML, one or two.
    public var path: [String] {
        for group in ["purchase", "warranty", "sale"] where rawValue.hasPrefix(group) {
            let rest = rawValue.dropFirst(group.count)
            return [group, rest.prefix(1).lowercased() + rest.dropFirst()]
        }
        return [rawValue]
    }

    /// The name as an option of the command line: `serial-number` for `serialNumber`.
    public var optionName: String {
        rawValue.reduce(into: "") { text, letter in
            if letter.isUppercase { text.append("-") }
            text.append(contentsOf: letter.lowercased())
        }
    }
}
