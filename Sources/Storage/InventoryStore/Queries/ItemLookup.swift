import Database
package import FoundationEssentials
package import Inventory

/// Finds items of a snapshot by their order keys or ids, with one statement that is compiled once.
package final class ItemLookup {
    private let statement: StoreStatement
    private let inventory: Int64
    private let cursor: ItemCursor
    /// The number of items that one run of the statement finds.
    private let atOnce: Int
    /// The parameters of the selection, which precede the keys.
    private let values: [SQLValue]

    init(_ statement: StoreStatement, inventory: Int64, atOnce: Int, _ cursor: ItemCursor, values: [SQLValue]) {
        self.statement = statement
        self.inventory = inventory
        self.atOnce = atOnce
        self.cursor = cursor
        self.values = values
    }

    private var firstKey: Int { 2 + values.count }

    /// Reads the item of an order key.
    /// - Parameter read: called with a cursor at the item, unless there is none.
    /// - Returns: whether there is an item.
    /// - Throws: `damagedField` after `read` has read a field that holds an impossible value.
    package func find(_ orderKey: Int64, _ read: (ItemCursor) throws -> Void) throws -> Bool {
        try find([orderKey]) { _, cursor in try read(cursor) }
    }

    /// Reads the items of order keys.
    /// - Parameter read: called for each item that there is, in any order, with the index of its key and a cursor.
    /// - Returns: whether there is an item for each key, and no key occurs twice.
    /// - Throws: `damagedField` after `read` has read a field that holds an impossible value.
    package func find(_ orderKeys: [Int64], _ read: (Int, ItemCursor) throws -> Void) throws -> Bool {
        var isWhole = true
        for start in stride(from: 0, to: orderKeys.count, by: atOnce) {
            let keys = orderKeys[start...].prefix(atOnce)
            var indexes = Dictionary(zip(keys, keys.indices)) { first, _ in first }
            isWhole = isWhole && indexes.count == keys.count
            var isItem = try restart(keys)
            while isItem {
                if let index = indexes.removeValue(forKey: cursor.orderKey) { try read(index, cursor) }
                isItem = try cursor.next()
            }
            isWhole = isWhole && indexes.isEmpty
        }
        return isWhole
    }

    /// Reads the item of an id; see ``StoreSnapshot/lookupByID(fields:matching:)``.
    package func find(_ id: UUID, _ read: (ItemCursor) throws -> Void) throws -> Bool {
        reset()
        statement.bind(firstKey, id)
        guard try cursor.restart() else { return false }
        try read(cursor)
        _ = try cursor.next()
        return true
    }

    /// Reads the parts of items; see ``StoreSnapshot/lookupParts(fields:atOnce:matching:)``.
    /// - Parameter read: called with a cursor at each part, those of one item in their order.
    package func findParts(ofItemsAt orderKeys: [Int64], _ read: (ItemCursor) throws -> Void) throws {
        for start in stride(from: 0, to: orderKeys.count, by: atOnce) {
            var isItem = try restart(orderKeys[start...].prefix(atOnce))
            while isItem {
                try read(cursor)
                isItem = try cursor.next()
            }
        }
    }

    private func restart(_ keys: ArraySlice<Int64>) throws -> Bool {
        reset()
        for parameter in 0..<atOnce {
            statement.bind(firstKey + parameter, parameter < keys.count ? keys[keys.startIndex + parameter] : nil)
        }
        return try cursor.restart()
    }

    private func reset() {
        statement.reset()
        statement.bind(1, inventory)
        for (number, value) in values.enumerated() { statement.bind(2 + number, value) }
    }
}

extension StoreSnapshot {
    /// A lookup of items by their order key.
    ///
    /// - Parameters:
    ///   - fields: the fields that will be read.
    ///   - atOnce: the number of items that the database is asked for at once, if so many are to be found. A database on
    ///     another machine takes longer to be asked than to answer.
    package func lookup(fields: ItemFieldSet = .all, atOnce: Int = 1) throws -> ItemLookup {
        try lookup(fields, atOnce: atOnce) { "\(ItemColumn.orderKey.name) IN (\($0))" }
    }

    /// A lookup of the parts of items by the order keys of these.
    /// - Parameters:
    ///   - fields: the fields that will be read of each part, `parent` among them if it is to be known whose it is.
    ///   - selection: the parts that are found; nil for all.
    package func lookupParts(
        fields: ItemFieldSet = .all, atOnce: Int, matching selection: Selection? = nil
    ) throws -> ItemLookup {
        try lookup(fields, atOnce: atOnce, matching: selection) { keys in
            let orderKey = ItemColumn.orderKey.name
            let items = "SELECT id FROM items WHERE inventory = ?1 AND \(orderKey) IN (\(keys))"
            return "parent IN (\(items)) ORDER BY \(orderKey)"
        }
    }

    /// A lookup of items by their id.
    /// - Parameter selection: the items that are found; nil for all.
    package func lookupByID(
        fields: ItemFieldSet = .all, matching selection: Selection? = nil
    ) throws -> ItemLookup {
        try lookup(fields, atOnce: 1, matching: selection) { "id IN (\($0))" }
    }

    /// - Parameter condition: the condition for some parameters.
    private func lookup(
        _ fields: ItemFieldSet, atOnce: Int, matching selection: Selection? = nil,
        where condition: (_ keys: String) -> String
    ) throws -> ItemLookup {
        let query = ItemQuery(selection ?? .everything, in: tables)
        let columns = ItemColumn.allCases.map { $0.isRead(in: fields) ? $0.name : "NULL" } + query.rows.columns
        let keys = (0..<atOnce).map { "?\(2 + query.values.count + $0)" }.joined(separator: ", ")
        let statement = try tables.connection.ownStatement(
            "SELECT \(columns.joined(separator: ", ")) FROM \(tables.visibleItems)\(query.condition) AND \(condition(keys))"
        )
        return ItemLookup(
            statement, inventory: tables.connection.inventory, atOnce: atOnce,
            ItemCursor(statement, snapshot: self, fields: fields, rows: query.rows), values: query.values)
    }

    /// A number that grows whenever order keys are reassigned to items that were not changed otherwise.
    package var orderKeyGeneration: Int64 {
        get throws { try tables.settings.orderKeyGeneration() }
    }
}
