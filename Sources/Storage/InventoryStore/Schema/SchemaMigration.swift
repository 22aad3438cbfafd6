import Database

/// Brings the tables of version 1 (no photos, no documents), of version 2 (no inventory number, no computed columns) and of
/// version 3 with fewer fields to the present version.
///
/// A column that the older table lacks stays empty, so a new optional field needs no migration of its own.
/// The rows are copied as they are, damaged ones too, so that a store that could be opened before can be opened after.
/// Journal entries keep their text: their form has not changed since version 1.
struct SchemaMigration {
    let connection: StoreConnection

    /// Whether the tables are not the present ones.
    /// - Throws: `damaged` if the tables do not have the form of the stated version.
    func isNeeded() throws(StoreError) -> Bool {
        let version = try connection.perform { database throws(DatabaseError) in try database.version() }
        guard version <= Schema.version else { return false }
        let columns = try columns(of: "items")
        guard version == Schema.version else {
            guard !columns.contains("inventory") else { throw .damaged(path: connection.path, .otherVersion) }
            return true
        }
        return !columns.isSuperset(of: ItemColumn.allCases.map(\.name))
    }

    /// Runs inside a transaction of the caller.
    func run() throws(StoreError) {
        try connection.execute(SchemaMigration.setAside)
        try connection.execute(Schema.statements(connection.dialect))
        try copyItems()
        try connection.execute(SchemaMigration.copyOthers)
        try computeColumns()
        try connection.perform { database throws(DatabaseError) in
            try database.mark(application: Schema.applicationID, version: Schema.version)
        }
    }

    private static let indexes = [
        "item_ids", "item_references", "item_parents", "journal_keys", "journal_items", "journal_part_revisions",
        "journal_part_items",
    ]

    /// Renames the tables; indexes keep their names when their table is renamed, so they are dropped.
    private static let setAside =
        indexes.map { "DROP INDEX IF EXISTS \($0);" }.joined()
        + Schema.tables.map { "ALTER TABLE \($0) RENAME TO old_\($0);" }.joined()

    private func columns(of table: String) throws(StoreError) -> Set<String> {
        Set(try connection.perform { database throws(DatabaseError) in try database.columns(of: table) })
    }

    private func copyItems() throws(StoreError) {
        let known = try columns(of: "old_items")
        let values = ItemColumn.allCases.map { known.contains($0.name) ? $0.name : "NULL" }
        try connection.execute(
            """
            INSERT INTO items (inventory, \(ItemColumn.list)) \
            SELECT \(connection.inventory), \(values.joined(separator: ", ")) FROM old_items ORDER BY position
            """)
    }

    private static let copyOthers: String = {
        let journal = JournalTable.columns
        let parts = "number, revision, item, edit, inverse"
        let one = StoreConnection.onlyInventory
        return """
            INSERT INTO settings (inventory, name, value) SELECT \(one), name, value FROM old_settings;
            INSERT INTO journal (inventory, \(journal)) SELECT \(one), \(journal) FROM old_journal;
            INSERT INTO journal_parts (inventory, \(parts)) SELECT \(one), \(parts) FROM old_journal_parts;
            """ + Schema.tables.map { "DROP TABLE old_\($0);" }.joined()
    }()

    /// Fills the computed columns of all items.
    private func computeColumns() throws(StoreError) {
        let columns = DerivedColumn.allCases
        let sources = columns.map(\.field.column.name).joined(separator: ", ")
        let assignments = columns.enumerated().map { "\($1.name) = ?\($0 + 3)" }.joined(separator: ", ")
        let update = try connection.ownStatement(
            "UPDATE items SET \(assignments) WHERE inventory = ?1 AND position = ?2")
        var from = Int64.min
        while true {
            // In batches, so that no row is changed while a query stands on it.
            let batch: [(orderKey: Int64, values: [[UInt8]?])] = try connection.all(
                "SELECT position, \(sources) FROM items WHERE inventory = ?1 AND position >= ?2 ORDER BY position LIMIT 1000",
                .integer(from)
            ) { row in
                (row.integer(0), columns.indices.map { index in row.bytes(index + 1).flatMap(columns[index].value) })
            }
            guard let last = batch.last else { return }
            for (orderKey, values) in batch {
                update.bind(1, connection.inventory)
                update.bind(2, orderKey)
                for (index, value) in values.enumerated() {
                    if let value { update.bind(index + 3, bytes: value) }
                }
                try update.run()
            }
            guard last.orderKey < .max else { return }
            from = last.orderKey + 1
        }
    }
}
