public import Inventory

/// What a format could not carry of the items that were written: for each field, in how many items.
public struct ExportLosses: Equatable, Sendable {
    /// Items in which a field was left out or changed.
    public private(set) var items: [ItemField: Int] = [:]

    /// Items in which a field that is not stated will be read back as stated, from another field's column.
    public private(set) var filled: [ItemField: Int] = [:]

    /// Nothing is lost yet.
    public init() {}

    /// Whether nothing was lost.
    public var isEmpty: Bool { items.isEmpty && filled.isEmpty }

    mutating func note(_ field: ItemField, if isLost: Bool = true) {
        if isLost { items[field, default: 0] += 1 }
    }

    mutating func recordIfFilled(_ field: ItemField, if isFilled: Bool) {
        if isFilled { filled[field, default: 0] += 1 }
    }
}
