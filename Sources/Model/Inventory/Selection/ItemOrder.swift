/// The order of items: by the first key, then by the next ones, then the owner's own order.
package struct ItemOrder: Equatable, Sendable {
    /// One key to sort by.
    package struct Key: Equatable, Sendable {
        /// A field or a custom field.
        package let column: ReportColumn
        /// Whether the largest value comes first.
        package let descending: Bool

        /// Creates a key.
        package init(_ column: ReportColumn, descending: Bool = false) {
            self.column = column
            self.descending = descending
        }

        /// Creates a key.
        package init(_ field: ItemField, descending: Bool = false) {
            self.init(.field(field), descending: descending)
        }
    }

    /// The most keys: each may need a list of all values.
    private static let maxKeys = 8

    /// The keys, the most significant first; empty for the owner's own order.
    package var keys: [Key]

    /// The owner's own order.
    package static let ownerDefined = ItemOrder(keys: [])

    /// Creates an order.
    package init(keys: [Key]) { self.keys = keys }

    /// Reads `name`, `-value,name`: names of columns separated by commas, with a minus for the largest first.
    /// - Parameter customFields: the names of all custom fields, asked for only if a name is not known.
    /// - Throws: ``ReportColumnError`` if items cannot be sorted by a column, or what `customFields` throws.
    package init(parsing text: String, customFields: () throws -> [String]) throws {
        keys = []
        for word in ReportColumn.split(text) where !word.isEmpty {
            let descending = word.hasPrefix("-")
            let name = descending ? String(word.dropFirst()) : word
            let column = try ReportColumn.column(named: name, customFields: customFields)
            for part in column == .computed(.brand) ? column.parts : [column] {
                guard part.canSort else { throw ReportColumnError.unsortable(name) }
                // A column that appeared before decides nothing any more.
                if keys.contains(where: { $0.column == part }) { continue }
                guard keys.count < ItemOrder.maxKeys else { throw ReportColumnError.tooManyKeys(ItemOrder.maxKeys) }
                keys.append(Key(part, descending: descending))
            }
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
