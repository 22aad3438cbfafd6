/// A set of item fields.
public struct ItemFieldSet: Equatable, Sendable {
    private var bits: UInt64 = 0

    /// Creates an empty set.
    public init() {}

    /// Creates a set of the given fields.
    public init(_ fields: some Sequence<ItemField>) {
        for field in fields { insert(field) }
    }

    /// Every field.
    public static let all = ItemFieldSet(ItemField.allCases)

    /// Adds a field.
    public mutating func insert(_ field: ItemField) { bits |= 1 << UInt64(field.rawValue) }

    /// Adds the fields of another set.
    public mutating func formUnion(_ other: ItemFieldSet) { bits |= other.bits }

    /// Whether a field is in the set.
    public func contains(_ field: ItemField) -> Bool { bits & 1 << UInt64(field.rawValue) != 0 }
}

/// An item read from a file, to be stored.
public struct IncomingItem: Sendable {
    /// The item, with defaults for fields that the file does not state.
    public var item: Item
    /// The fields that the file states. Only these change an item that the store already has.
    ///
    /// An existing item is identified by its ``Item/id`` if the file states it, else by a stated
    /// ``Item/externalReference``; otherwise it is new.
    public var stated: ItemFieldSet
    /// The external reference of the item's parent, which may be anywhere in the file or in the store.
    public var parentReference: String?
    /// The position in the file: the row of a CSV file (the header is row 1), or the number in a list from 1.
    public var row: Int

    /// Creates an incoming item.
    public init(item: Item, stated: ItemFieldSet, parentReference: String? = nil, row: Int) {
        self.item = item
        self.stated = stated
        self.parentReference = parentReference
        self.row = row
    }
}
