/// The order of items: by the first key, then by the next ones, then the owner's own order.
package struct ItemOrder: Equatable, Sendable {
    /// One key to sort by.
    package struct Key: Equatable, Sendable {
        /// The field.
        package let field: ItemField
        /// Whether the largest value comes first.
        package let descending: Bool

        /// Creates a key.
        package init(_ field: ItemField, descending: Bool = false) {
            self.field = field
            self.descending = descending
        }
    }

    /// The fields that items can be sorted by.
    package static let sortable: [ItemField] = [
        .name, .serialNumber, .value, .quantity, .dateCreated, .location, .category, .manufacturer, .purchaseDate,
        .purchasePrice, .assetIdentifier,
    ]

    /// The keys, the most significant first; empty for the owner's own order.
    package var keys: [Key]

    /// The owner's own order.
    package static let ownerDefined = ItemOrder(keys: [])

    /// Creates an order.
    package init(keys: [Key]) { self.keys = keys }

    /// Reads `name`, `-value,name`: field names separated by commas, with a minus for the largest first.
    /// - Throws: `malformed` if items cannot be sorted by a field.
    package init(parsing text: String) throws(ValueError) {
        keys = []
        for word in text.split(separator: ",") {
            let descending = word.hasPrefix("-")
            let name = descending ? word.dropFirst() : word
            guard let field = ItemOrder.sortable.first(where: { $0.name == name || $0.optionName == name }) else {
                throw .malformed(expected: .sortFields(ItemOrder.sortable.map(\.name)))
            }
            // A field that appeared before decides nothing any more.
            if !keys.contains(where: { $0.field == field }) { keys.append(Key(field, descending: descending)) }
        }
    }
}

/// The field by which items are grouped, with a subtotal for each group.
package enum ItemGrouping: String, CaseIterable, Sendable {
    case none, location, category

    /// The field; nil if items are not grouped.
    package var field: ItemField? {
        switch self {
        case .none: nil
        case .location: .location
        case .category: .category
        }
    }
}
