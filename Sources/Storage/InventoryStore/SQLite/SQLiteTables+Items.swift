import CSQLite
import FoundationEssentials
import Inventory

extension SQLiteTables {
    func item(_ id: UUID) throws(StoreError) -> StoredItem? { try item(id, excluding: []) }

    func item(_ id: UUID, excluding replacedFields: [ItemField]) throws(StoreError) -> StoredItem? {
        let statement = try selectStatement
        statement.bind(1, id)
        return try first(statement) { row throws(StoreError) in
            try row.storedItem(currencies, excluding: replacedFields)
        }
    }

    func items(added revision: Revision, _ body: (StoredItem) throws(StoreError) -> Void) throws(StoreError) {
        let statement = try database.prepare("SELECT \(ItemColumn.list) FROM items WHERE added = ?1 ORDER BY position")
        statement.bind(1, revision.rawValue)
        while try statement.step() { try body(try statement.storedItem(currencies)) }
    }

    func locate(_ id: UUID) throws(StoreError) -> ItemLocation? {
        let statement = try locateStatement
        statement.bind(1, id)
        return try first(statement, SQLiteTables.location)
    }

    func locate(reference: String) throws(StoreError) -> ItemLocation? {
        let statement = try locateByReferenceStatement
        statement.bind(1, reference)
        return try first(statement, SQLiteTables.location)
    }

    func holder(ofReference reference: String, excluding id: UUID) throws(StoreError) -> UUID? {
        let statement = try statement(
            "SELECT id FROM items WHERE external_reference = ?1 AND id <> ?2 ORDER BY position LIMIT 1")
        statement.bind(1, reference)
        statement.bind(2, id)
        return try first(statement) { row throws(StoreError) in row.identifier(0) }
    }

    func hasReferencesLikeIDs() throws(StoreError) -> Bool {
        let like = "external_reference IS NOT NULL AND length(external_reference) = 36"
        return try number("SELECT 1 FROM items WHERE \(like) LIMIT 1") != nil
    }

    func forEachReference(
        _ body: (_ reference: String, _ orderKey: Int64) throws(StoreError) -> Void
    ) throws(StoreError) {
        let rows = try database.prepare(
            "SELECT external_reference, position FROM items WHERE external_reference IS NOT NULL ORDER BY 1, 2")
        while try rows.step() { try body(rows.text(0) ?? "", rows.integer(1)) }
    }

    private static func location(_ row: Statement) throws(StoreError) -> ItemLocation? {
        ItemLocation(
            orderKey: row.integer(0), revision: Revision(rawValue: row.integer(1)),
            added: Revision(rawValue: row.integer(2)))
    }

    func parent(of id: UUID) throws(StoreError) -> UUID? {
        let statement = try statement("SELECT parent FROM items WHERE id = ?1")
        statement.bind(1, id)
        return try first(statement) { row throws(StoreError) in row.identifier(0) }
    }

    func parts(ofItem id: UUID) throws(StoreError) -> [UUID] {
        if !hasParentIndex {
            // A store that was made before there was such an index gets it with the first item that goes.
            try database.run(Schema.parentIndex)
            hasParentIndex = true
        }
        let statement = try statement("SELECT id FROM items WHERE parent = ?1 AND id <> ?1 ORDER BY position")
        defer { statement.reset() }
        statement.bind(1, id)
        var parts: [UUID] = []
        while try statement.step() {
            if let part = statement.identifier(0) { parts.append(part) }
        }
        return parts
    }

    func itemCount() throws(StoreError) -> Int { Int(try number("SELECT count(*) FROM items") ?? 0) }

    func insert(_ item: Item, at location: ItemLocation) throws(StoreError) -> Bool {
        let statement = try insertStatement
        try binder.bind(item, at: location, to: statement)
        let code = sqlite3_step(statement.handle)
        sqlite3_reset(statement.handle)
        if code == SQLITE_DONE { return true }
        if code == Statement.notUnique { return false }
        throw database.failure(code)
    }

    func update(_ item: Item, _ fields: [ItemField], at location: ItemLocation) throws(StoreError) {
        let statement = try updateStatement(fields)
        try binder.bind(item, fields, at: location, to: statement)
        try statement.run()
    }

    func updateParent(_ parent: UUID, at orderKey: Int64) throws(StoreError) {
        let statement = try statement("UPDATE items SET parent = ?2 WHERE position = ?1")
        statement.bind(1, orderKey)
        statement.bind(2, parent)
        try statement.run()
    }

    func delete(at orderKey: Int64) throws(StoreError) {
        let statement = try statement("DELETE FROM items WHERE position = ?1")
        statement.bind(1, orderKey)
        try statement.run()
    }

    func relocate(from orderKey: Int64, to location: ItemLocation) throws(StoreError) {
        let statement = try statement("UPDATE items SET position = ?2, revision = ?3 WHERE position = ?1")
        statement.bind(1, orderKey)
        statement.bind(2, location.orderKey)
        statement.bind(3, location.revision.rawValue)
        try statement.run()
    }

    // The order

    func firstOrderKey() throws(StoreError) -> Int64? { try number("SELECT min(position) FROM items") }

    func lastOrderKey() throws(StoreError) -> Int64? { try number("SELECT max(position) FROM items") }

    func orderKey(ofIndex index: Int) throws(StoreError) -> Int64? {
        try number("SELECT position FROM items ORDER BY position LIMIT 1 OFFSET ?1", Int64(index))
    }

    func orderKey(before orderKey: Int64) throws(StoreError) -> Int64? {
        try number("SELECT max(position) FROM items WHERE position < ?1", orderKey)
    }

    func orderKey(after orderKey: Int64) throws(StoreError) -> Int64? {
        try number("SELECT min(position) FROM items WHERE position > ?1", orderKey)
    }

    func orderKeys(from orderKey: Int64, forward: Bool, limit: Int) throws(StoreError) -> [Int64] {
        let statement = try statement(
            forward
                ? "SELECT position FROM items WHERE position >= ?1 ORDER BY position LIMIT ?2"
                : "SELECT position FROM items WHERE position <= ?1 ORDER BY position DESC LIMIT ?2")
        defer { statement.reset() }
        statement.bind(1, orderKey)
        statement.bind(2, Int64(limit))
        var orderKeys: [Int64] = []
        while try statement.step() { orderKeys.append(statement.integer(0)) }
        return orderKeys
    }

    func isTaken(_ orderKey: Int64) throws(StoreError) -> Bool {
        try number("SELECT 1 FROM items WHERE position = ?1", orderKey) != nil
    }

    func identifier(at orderKey: Int64) throws(StoreError) -> UUID? {
        let statement = try statement("SELECT id FROM items WHERE position = ?1")
        statement.bind(1, orderKey)
        return try first(statement) { row throws(StoreError) in row.identifier(0) }
    }

    func updateOrderKey(_ orderKey: Int64, to new: Int64) throws(StoreError) {
        let statement = try statement("UPDATE items SET position = ?2 WHERE position = ?1")
        statement.bind(1, orderKey)
        statement.bind(2, new)
        try statement.run()
    }
}
