public import Inventory

/// The fields that a format cannot hold, each with the number of items that lost it.
public struct ExportLosses: Equatable, Sendable {
    /// Items in which a field was left out or changed.
    public private(set) var items: [ItemField: Int] = [:]

    /// Fields that are not stated but will be read back as stated, because they share a column with another field.
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
