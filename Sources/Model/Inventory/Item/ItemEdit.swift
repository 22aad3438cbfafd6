import FoundationEssentials
import Localization

/// A change of some fields of one item: what each shall hold.
///
/// An edit is applied whole or not at all, and has an inverse on the item it was applied to.
public struct ItemEdit: Equatable, Sendable {
    /// The fields that change and what they shall hold; the item's key is never among them.
    public private(set) var changes: [ItemField: FieldValue]

    /// An edit that changes nothing yet.
    public init() { changes = [:] }

    /// An edit of those fields.
    /// - Throws: `wrongKind` for the item's key, or where a field takes another kind of value.
    public init(_ changes: [ItemField: FieldValue]) throws(ValueError) {
        self.init()
        for (field, value) in changes { try set(field, to: value) }
    }

    /// What changes `old` into `new`, fields that are alike left out.
    public init(from old: Item, to new: Item) {
        changes = [:]
        for field in ItemField.allCases where field != .id && !old[field].isIdentical(to: new[field]) {
            changes[field] = new[field]
        }
    }

    /// Whether nothing changes.
    public var isEmpty: Bool { changes.isEmpty }

    /// The fields that change, in the order documents show them.
    public var fields: [ItemField] {
        changes.count <= 1 ? Array(changes.keys) : ItemField.allCases.filter { changes[$0] != nil }
    }

    /// Notes what a field shall hold.
    /// - Throws: `wrongKind` for the item's key, or where the field takes another kind of value.
    public mutating func set(_ field: ItemField, to value: FieldValue) throws(ValueError) {
        guard field != .id else { throw .wrongKind(field: "id", expected: said("value.noChangeItIs")) }
        var probe = Item(id: UUID(high: 0, low: 0), name: "", dateCreated: Timestamp(clampedMilliseconds: 0))
        try probe.set(field, to: value)
        changes[field] = value
    }

    /// Changes the fields of an item.
    /// - Throws: `wrongKind`, which an edit made by ``set(_:to:)`` never does.
    public func apply(to item: inout Item) throws(ValueError) {
        var changed = item
        for (field, value) in changes { try changed.set(field, to: value) }
        item = changed
    }

    /// The edit that puts back what `item` holds now in the fields this edit changes.
    public func inverse(on item: Item) -> ItemEdit {
        var inverse = ItemEdit()
        for field in changes.keys { inverse.changes[field] = item[field] }
        return inverse
    }
}
