import Database
import FoundationEssentials
import Inventory

/// The rows of items.
final class ItemTable {
    let connection: StoreConnection
    let currencies = CurrencyCache()
    /// Compiled once, and found without hashing its long text: an import runs it for every row.
    private var insertion: StoreStatement?
    /// Likewise, as an import looks for another holder of each reference.
    private var holder: StoreStatement?
    /// The ids of all items, and by the hash value of each reference the item that has it, nil if several may, while an
    /// import fills an empty inventory in a database that loads rows in bulk: asking it about each row would end the bulk.
    private var known: (ids: Set<UUID>, holders: [Int: UUID?])?
    /// By the columns that are set, as bits.
    private var updates: [UInt64: StoreStatement] = [:]

    init(_ connection: StoreConnection) { self.connection = connection }

    // Finding

    func find(_ id: UUID) throws(StoreError) -> StoredItem? { try find(id, excluding: []) }

    /// Finds an item of which some fields are about to be replaced; what cannot be read there counts as not stated.
    func find(_ id: UUID, excluding replacedFields: [ItemField]) throws(StoreError) -> StoredItem? {
        try connection.first(ItemTable.selection, .id(id)) { row throws(StoreError) in
            try row.storedItem(currencies, excluding: replacedFields)
        }
    }

    /// Asks for an item ahead of ``find(_:)``.
    func prefetch(_ id: UUID) throws(StoreError) { try connection.statement(ItemTable.selection, .id(id)).prefetch() }

    private static let selection = "SELECT \(ItemColumn.list) FROM items WHERE inventory = ?1 AND id = ?2"

    func forEach(added revision: Revision, _ body: (StoredItem) throws(StoreError) -> Void) throws(StoreError) {
        let rows = try connection.cursor(
            "SELECT \(ItemColumn.list) FROM items WHERE inventory = ?1 AND added = ?2 ORDER BY position",
            .integer(revision.rawValue))
        while try rows.step() { try body(try rows.storedItem(currencies)) }
    }

    func locate(_ id: UUID) throws(StoreError) -> ItemLocation? {
        try connection.first(
            "SELECT position, revision, added FROM items WHERE inventory = ?1 AND id = ?2", .id(id)
        ) { ItemLocation($0) }
    }

    /// The ids that belong to items, found 64 at a time: each question to a server is a round trip.
    func present(of ids: [UUID]) throws(StoreError) -> Set<UUID> {
        let atOnce = 64
        let parameters = (0..<atOnce).map { "?\(2 + $0)" }.joined(separator: ", ")
        let sql = "SELECT id FROM items WHERE inventory = ?1 AND id IN (\(parameters))"
        var present: Set<UUID> = []
        for start in stride(from: 0, to: ids.count, by: atOnce) {
            try connection.forEach(sql, binding: ids[start...].prefix(atOnce).map { .id($0) }) { row in
                if let id = row.identifier(0) { present.insert(id) }
            }
        }
        return present
    }

    /// Whether an item with an id exists.
    func contains(_ id: UUID) throws(StoreError) -> Bool {
        if let known { return known.ids.contains(id) }
        return try locate(id) != nil
    }

    /// Finds the first item that has an external reference.
    func locate(reference: String) throws(StoreError) -> ItemLocation? {
        if let known, known.holders[reference.hashValue] == nil { return nil }
        return try connection.first(
            """
            SELECT position, revision, added FROM items WHERE inventory = ?1 AND \(hasReference) \
            ORDER BY \(firstPosition) LIMIT 1
            """, .text(reference)
        ) { ItemLocation($0) }
    }

    /// The number of items. Without a condition SQLite counts an index instead of reading the rows.
    func count() throws(StoreError) -> Int {
        let condition = connection.dialect.sharesTables ? " WHERE inventory = ?1" : ""
        return Int(try connection.number("SELECT count(*) FROM items\(condition)") ?? 0)
    }

    // Writing

    /// Inserts a new item.
    /// - Returns: false if its id is taken.
    func insert(_ item: Item, at location: ItemLocation) throws(StoreError) -> Bool {
        let statement = try insertionStatement()
        do throws(StoreError) {
            try statement.bind(item, at: location)
        } catch {
            // What was bound so far must not become part of the next row.
            statement.reset()
            throw error
        }
        if known != nil {
            guard known?.ids.insert(item.id).inserted == true else {
                statement.reset()
                return false
            }
            note(item.externalReference, of: item.id)
        }
        return try statement.run() > 0
    }

    /// Begins or ends the filling of an empty inventory, in which nothing else is changed.
    func setFilling(_ isFilling: Bool) {
        let isBulk = isFilling && connection.dialect.sharesTables
        guard isBulk != (known != nil) else { return }
        known = isBulk ? ([], [:]) : nil
        insertion = nil
    }

    private func note(_ reference: String?, of id: UUID) {
        guard known != nil, let reference, !reference.isEmpty else { return }
        let holder = known?.holders.updateValue(id, forKey: reference.hashValue)
        if let holder, holder != id { known?.holders[reference.hashValue] = .some(nil) }
    }

    private func insertionStatement() throws(StoreError) -> StoreStatement {
        if let insertion {
            insertion.bind(1, connection.inventory)
            return insertion
        }
        let compiled = try connection.insertion(
            into: "items",
            columns: ["inventory"] + ItemColumn.allCases.map(\.name) + DerivedColumn.allCases.map(\.name),
            onConflict: known == nil ? .ignore(key: Schema.key("id", connection.dialect)) : .fail)
        insertion = compiled
        return compiled
    }

    /// Writes the fields of an item that changed, and its revision, into the row at its order key.
    func update(_ item: Item, _ fields: [ItemField], at location: ItemLocation) throws(StoreError) {
        if fields.contains(.externalReference) { note(item.externalReference, of: item.id) }
        let statement = try updateStatement(fields)
        do throws(StoreError) {
            try statement.bind(item, fields, at: location)
        } catch {
            statement.reset()
            throw error
        }
        try statement.runLater()
    }

    /// A statement that sets only the given fields and the revision: indexes of other columns are left alone.
    private func updateStatement(_ fields: [ItemField]) throws(StoreError) -> StoreStatement {
        let columns = fields.reduce(into: UInt64(0)) { $0 |= 1 << UInt64($1.column.rawValue) }
        if let known = updates[columns] {
            known.bind(1, connection.inventory)
            return known
        }
        // Clients choose the fields, so the combinations that are kept are limited.
        if updates.count >= 64 { updates = [:] }
        let named = [.revision] + fields.map(\.column).flatMap { [$0, $0.currency].compactMap(\.self) }
        let derived = fields.flatMap(DerivedColumn.columns)
        let assignments =
            named.map { "\($0.name) = ?\($0.parameter)" } + derived.map { "\($0.name) = ?\($0.parameter)" }
        let compiled = try connection.ownStatement(
            "UPDATE items SET \(assignments.joined(separator: ", ")) WHERE inventory = ?1 AND position = ?2")
        compiled.bind(1, connection.inventory)
        updates[columns] = compiled
        return compiled
    }

    func updateParent(_ parent: UUID, at orderKey: Int64) throws(StoreError) {
        try connection.run(
            "UPDATE items SET parent = ?3 WHERE inventory = ?1 AND position = ?2", .integer(orderKey), .id(parent))
    }

    func delete(at orderKey: Int64) throws(StoreError) {
        try connection.run("DELETE FROM items WHERE inventory = ?1 AND position = ?2", .integer(orderKey))
    }

    /// Moves an item to another order key.
    func relocate(from orderKey: Int64, to location: ItemLocation) throws(StoreError) {
        try connection.run(
            "UPDATE items SET position = ?3, revision = ?4 WHERE inventory = ?1 AND position = ?2", .integer(orderKey),
            .integer(location.orderKey), .integer(location.revision.rawValue))
    }
}

// Parents and references
extension ItemTable {
    /// The parent of an item, nil if it has none or is not there.
    func parent(of id: UUID) throws(StoreError) -> UUID? {
        try connection.first("SELECT parent FROM items WHERE inventory = ?1 AND id = ?2", .id(id)) { $0.identifier(0) }
    }

    /// The other items that name an item as their parent.
    func parts(ofItem id: UUID) throws(StoreError) -> [UUID] {
        try connection.all(
            "SELECT id FROM items WHERE inventory = ?1 AND parent = ?2 AND id <> ?2 ORDER BY position", .id(id)
        ) { $0.identifier(0) }
    }

    /// An item other than the given one that has the external reference.
    func holder(ofReference reference: String, excluding id: UUID) throws(StoreError) -> UUID? {
        if let known {
            guard let only = known.holders[reference.hashValue], only != id else { return nil }
        }
        let statement = try holderStatement()
        defer { statement.reset() }
        statement.bind(2, reference)
        statement.bind(3, id)
        return try statement.step() ? statement.identifier(0) : nil
    }

    private func holderStatement() throws(StoreError) -> StoreStatement {
        if let holder {
            holder.bind(1, connection.inventory)
            return holder
        }
        let compiled = try connection.statement(
            """
            SELECT id FROM items WHERE inventory = ?1 AND \(hasReference) AND id <> ?3 \
            ORDER BY \(firstPosition) LIMIT 1
            """)
        holder = compiled
        return compiled
    }

    /// The order of the items of one reference. SQLite's index has them in it, and need not sort. With the bare column
    /// PostgreSQL, while it has no statistics of the table, reads all items in their order until it finds the reference.
    private var firstPosition: String { connection.dialect.sharesTables ? "position + 0" : "position" }

    /// The condition that parameter 2 is an item's external reference, so that an index finds it.
    private var hasReference: String {
        connection.dialect.equals("external_reference", "?2")
    }

    /// Whether the external reference of some item has the length of an id's text.
    func hasReferencesLikeIDs() throws(StoreError) -> Bool {
        let like = "external_reference IS NOT NULL AND length(external_reference) = 36"
        return try connection.number("SELECT 1 FROM items WHERE inventory = ?1 AND \(like) LIMIT 1") != nil
    }

    /// Visits the items that have an external reference, those of one reference together, in the owner's order.
    func forEachReference(
        _ body: (_ reference: String, _ orderKey: Int64) throws(StoreError) -> Void
    ) throws(StoreError) {
        let rows = try connection.cursor(
            "SELECT external_reference, position FROM items WHERE inventory = ?1 AND external_reference IS NOT NULL ORDER BY 1, 2"
        )
        while try rows.step() { try body(rows.text(0) ?? "", rows.integer(1)) }
    }
}
