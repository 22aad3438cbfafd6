import FoundationEssentials

/// A change of some fields of one item: their new values.
///
/// An edit is applied completely or not at all. It has an inverse on the item to which it was applied.
public struct ItemEdit: Equatable, Sendable {
    /// The changed fields with their new values; the item's id is never among them.
    public private(set) var changes: [ItemField: FieldValue]

    /// Creates an edit that changes nothing yet.
    public init() { changes = [:] }

    /// Creates an edit.
    /// - Throws: `wrongKind` for the item's id, or if a field takes another kind of value.
    public init(_ changes: [ItemField: FieldValue]) throws(ValueError) {
        self.init()
        for (field, value) in changes { try set(field, to: value) }
    }

    /// Creates the edit that changes `old` into `new`. Omits identical fields.
    public init(from old: Item, to new: Item) {
        changes = [:]
        for field in ItemField.allCases where field != .id && !old[field].isIdentical(to: new[field]) {
            changes[field] = new[field]
        }
    }

    /// Whether the edit changes nothing.
    public var isEmpty: Bool { changes.isEmpty }

    /// The changed fields in the order in which documents show them.
    public var fields: [ItemField] {
        changes.count <= 1 ? Array(changes.keys) : changes.keys.sorted { $0.rawValue < $1.rawValue }
    }

    /// Adds the new value of a field.
    /// - Throws: `wrongKind` for the item's id, or if the field takes another kind of value.
    public mutating func set(_ field: ItemField, to value: FieldValue) throws(ValueError) {
        guard field != .id else { throw .fixedField(.id) }
        var probe = Item(id: UUID(high: 0, low: 0), name: "", dateCreated: Timestamp(clampedMilliseconds: 0))
        try probe.set(field, to: value)
        changes[field] = value
    }

    /// Changes the fields of an item.
    /// - Throws: `wrongKind`; never for an edit made by ``set(_:to:)``.
    public func apply(to item: inout Item) throws(ValueError) {
        var changed = item
        for (field, value) in changes { try changed.set(field, to: value) }
        item = changed
    }

    /// The edit that restores the present values of `item` in the fields that this edit changes.
    public func inverse(on item: Item) -> ItemEdit {
        var inverse = ItemEdit()
        for field in changes.keys { inverse.changes[field] = item[field] }
        return inverse
    }
}
