/// A set of item fields.
public struct ItemFieldSet: Equatable, Sendable {
    private var bits: UInt64 = 0

    /// No field.
    public init() {}

    /// Those fields.
    public init(_ fields: some Sequence<ItemField>) {
        for field in fields { insert(field) }
    }

    /// Every field.
    public static let all = ItemFieldSet(ItemField.allCases)

    /// Takes a field in.
    public mutating func insert(_ field: ItemField) { bits |= 1 << UInt64(field.rawValue) }

    /// Whether a field is in the set.
    public func contains(_ field: ItemField) -> Bool { bits & 1 << UInt64(field.rawValue) != 0 }
}

/// An item as a file states it, on its way into a store.
public struct IncomingItem: Sendable {
    /// The item, with defaults where the file says nothing.
    public var item: Item
    /// The fields the file speaks of; only these change an item that is in the store already.
    ///
    /// An item is known again by its ``Item/id`` where the file states it, else by a stated
    /// ``Item/externalReference``; otherwise it is new.
    public var stated: ItemFieldSet
    /// The external reference of the item's parent, which may stand anywhere in the file or in the store.
    public var parentReference: String?
    /// Where the item stands in the file: the row of a CSV file (the header is row 1), or the place in a list from 1.
    public var row: Int

    /// An item as a file states it.
    public init(item: Item, stated: ItemFieldSet, parentReference: String? = nil, row: Int) {
        self.item = item
        self.stated = stated
        self.parentReference = parentReference
        self.row = row
    }
}
