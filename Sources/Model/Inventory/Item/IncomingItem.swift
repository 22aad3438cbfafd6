/// A set of item fields.
package struct ItemFieldSet: Equatable, Sendable {
    private var bits: UInt64 = 0

    /// Creates an empty set.
    package init() {}

    /// Creates a set of the given fields.
    package init(_ fields: some Sequence<ItemField>) {
        for field in fields { insert(field) }
    }

    /// Every field.
    package static let all = ItemFieldSet(ItemField.allCases)

    /// Adds a field.
    package mutating func insert(_ field: ItemField) { bits |= 1 << UInt64(field.rawValue) }

    /// Adds the fields of another set.
    package mutating func formUnion(_ other: ItemFieldSet) { bits |= other.bits }

    /// Whether a field is in the set.
    package func contains(_ field: ItemField) -> Bool { bits & 1 << UInt64(field.rawValue) != 0 }
}

/// An item read from a file, to be stored.
package struct IncomingItem: Sendable {
    /// The item, with defaults for fields that the file does not state.
    package var item: Item
    /// The fields that the file states. Only these change an item that the store already has.
    ///
    /// An existing item is identified by its ``Item/id`` if the file states it, else by a stated
    /// ``Item/externalReference``; otherwise it is new.
    package var stated: ItemFieldSet
    /// The columns by which the row is recognised as an existing item; nil if it is recognised by id and reference only.
    /// Then the fields that it does not fill are not stated, and its custom fields replace those of the same names only.
    package var key: RecognitionKey?
    /// The external reference of the item's parent, which may be anywhere in the file or in the store.
    package var parentReference: String?
    /// The position in the file: the row of a CSV file (the header is row 1), or the number in a list from 1.
    package var row: Int

    /// Creates an incoming item.
    package init(item: Item, stated: ItemFieldSet, parentReference: String? = nil, row: Int) {
        self.item = item
        self.stated = stated
        self.parentReference = parentReference
        self.row = row
    }
}
