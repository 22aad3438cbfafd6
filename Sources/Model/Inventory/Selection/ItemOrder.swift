import Localization

/// In what order items come: by these keys one after the other, then in the owner's own order.
public struct ItemOrder: Equatable, Sendable {
    /// One key to sort by.
    public struct Key: Equatable, Sendable {
        /// The field.
        public let field: ItemField
        /// Whether the largest comes first.
        public let descending: Bool

        /// A key of that field and direction.
        public init(_ field: ItemField, descending: Bool = false) {
            self.field = field
            self.descending = descending
        }
    }

    /// The fields that items can be sorted by.
    public static let sortable: [ItemField] = [
        .name, .serialNumber, .value, .quantity, .dateCreated, .location, .category, .manufacturer, .purchaseDate,
        .purchasePrice, .assetIdentifier,
    ]

    /// The keys, the most weighty first; none for the owner's own order.
    public var keys: [Key]

    /// The owner's own order.
    public static let ownerDefined = ItemOrder(keys: [])

    /// The order of those keys.
    public init(keys: [Key]) { self.keys = keys }

    /// Reads `name`, `-value,name`: field names parted by commas, a minus for the largest first.
    /// - Throws: `malformed` for a field that items cannot be sorted by.
    public init(parsing text: String) throws(ValueError) {
        keys = []
        for word in text.split(separator: ",") {
            let descending = word.hasPrefix("-")
            let name = descending ? word.dropFirst() : word
            guard let field = ItemOrder.sortable.first(where: { $0.name == name || $0.optionName == name }) else {
                let names = ItemOrder.sortable.map(\.name).joined(separator: ", ")
                throw .malformed(expected: said("filter.fieldsToSortBy", names))
            }
            keys.append(Key(field, descending: descending))
        }
    }
}

/// By what items stand together, with a subtotal for each group.
public enum ItemGrouping: String, CaseIterable, Sendable {
    case none, location, category

    /// The field that makes the groups, nil for none.
    public var field: ItemField? {
        switch self {
        case .none: nil
        case .location: .location
        case .category: .category
        }
    }
}
