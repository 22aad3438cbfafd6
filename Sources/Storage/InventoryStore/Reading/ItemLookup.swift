public import FoundationEssentials
public import Inventory

/// Finds single items of a snapshot by their order key, with one statement that is compiled once.
public final class ItemLookup {
    private let statement: StoreStatement
    private let inventory: Int64
    private let cursor: ItemCursor

    init(_ statement: StoreStatement, inventory: Int64, _ cursor: ItemCursor) {
        self.statement = statement
        self.inventory = inventory
        self.cursor = cursor
    }

    /// Reads the item of an order key.
    /// - Parameter read: called with a cursor at the item, unless there is none.
    /// - Returns: whether there is an item.
    /// - Throws: `damagedField` after `read` has read a field that holds an impossible value.
    public func find(_ orderKey: Int64, _ read: (ItemCursor) throws -> Void) throws -> Bool {
        reset()
        statement.bind(2, orderKey)
        return try step(read)
    }

    /// Reads the item of an id; see ``StoreSnapshot/lookupByID(fields:)``.
    public func find(_ id: UUID, _ read: (ItemCursor) throws -> Void) throws -> Bool {
        reset()
        statement.bind(2, id)
        return try step(read)
    }

    private func reset() {
        statement.reset()
        statement.bind(1, inventory)
    }

    private func step(_ read: (ItemCursor) throws -> Void) throws -> Bool {
        guard try cursor.restart() else { return false }
        try read(cursor)
        _ = try cursor.next()
        return true
    }
}

extension StoreSnapshot {
    /// A lookup of items by their order key.
    /// - Parameter fields: the fields that will be read.
    public func lookup(fields: ItemFieldSet = .all) throws(StoreError) -> ItemLookup {
        try lookup(by: .orderKey, fields)
    }

    /// A lookup of items by their id.
    public func lookupByID(fields: ItemFieldSet = .all) throws(StoreError) -> ItemLookup {
        try lookup(by: .id, fields)
    }

    private func lookup(by column: ItemColumn, _ fields: ItemFieldSet) throws(StoreError) -> ItemLookup {
        let columns = ItemColumn.allCases.map { $0.isRead(in: fields) ? $0.name : "NULL" }
        let statement = try tables.connection.ownStatement(
            "SELECT \(columns.joined(separator: ", ")) FROM items WHERE inventory = ?1 AND \(column.name) = ?2")
        return ItemLookup(
            statement, inventory: tables.connection.inventory, ItemCursor(statement, snapshot: self, fields: fields))
    }

    /// A number that grows whenever order keys are reassigned to items that were not changed otherwise.
    public var orderKeyGeneration: Int64 {
        get throws(StoreError) { try tables.settings.orderKeyGeneration() }
    }
}
