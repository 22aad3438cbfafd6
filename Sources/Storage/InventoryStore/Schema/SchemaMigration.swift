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
    func isNeeded() throws -> Bool {
        let version = try connection.perform { database in try database.version() }
        guard version <= Schema.version else { return false }
        let columns = try columns(of: "items")
        guard version == Schema.version else {
            guard !columns.contains("inventory") else { throw StoreError.damaged(path: connection.path, .otherVersion) }
            return true
        }
        return !columns.isSuperset(of: ItemColumn.allCases.map(\.name))
    }

    /// Runs inside a transaction of the caller.
    func run() throws {
        try connection.execute(SchemaMigration.setAside)
        try connection.execute(Schema.statements(connection.dialect))
        try copyItems()
        try connection.execute(SchemaMigration.copyOthers)
        try StoreTables(connection).prepareSortKeys(nil)
        try connection.perform { database in
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

    private func columns(of table: String) throws -> Set<String> {
        Set(try connection.perform { database in try database.columns(of: table) })
    }

    private func copyItems() throws {
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
}

/// The tables of a store, version 3.
///
/// Every row and every statement names its inventory. An SQLite file holds one inventory; there the column is in no key:
/// SQLite's planner would take a condition that always holds for a selective one, and scan an index instead of the rows.
enum Schema {
    /// `Hpwn`: marks a file as a store.
    static let applicationID: Int64 = 0x4870_776E
    /// The version of the tables.
    static let version: Int64 = 3

    /// The tables of an inventory.
    static let tables = ["items", "settings", "journal", "journal_parts"]
    /// The tables that only a shared database has.
    static let sharedTables = ["inventories", "serve_sessions"]

    /// The columns of a key that is unique within an inventory.
    static func key(_ column: String, _ dialect: DatabaseDialect) -> [String] {
        dialect.sharesTables ? ["inventory", column] : [column]
    }

    /// Statements that create the tables that only a shared database has: the inventories, and the sessions of those who
    /// signed in to a web server of one.
    static func directory(_ dialect: DatabaseDialect) -> String {
        let (integer, text) = (dialect.integer, dialect.text)
        return """
            CREATE TABLE inventories (inventory \(integer) GENERATED ALWAYS AS IDENTITY PRIMARY KEY, \
            name \(text) NOT NULL UNIQUE, created \(integer) NOT NULL, archived \(integer));
            CREATE TABLE serve_sessions (inventory \(integer) NOT NULL, selector \(text) NOT NULL, \
            verifier \(text) NOT NULL, kind \(text) NOT NULL, begun \(integer) NOT NULL, \
            used \(integer) NOT NULL, person \(text), PRIMARY KEY (inventory, selector));

            """
    }

    /// Statements that create all tables in an empty database.
    static func statements(_ dialect: DatabaseDialect) -> String {
        let (integer, bytes, text) = (dialect.integer, dialect.bytes, dialect.text)
        let columns =
            ItemColumn.allCases.map { "\($0.name) \($0.type(dialect))" }
            + DerivedColumn.allCases.map { "\($0.name) \(bytes)" }
        func table(_ name: String, _ columns: String, key: String) -> String {
            """
            CREATE TABLE \(name) (inventory \(integer) NOT NULL, \(columns), PRIMARY KEY (\(key))) \(dialect.tableOptions);

            """
        }
        func key(_ column: String) -> String { Schema.key(column, dialect).joined(separator: ", ") }
        return table("items", columns.joined(separator: ", "), key: key("position"))
            + table("settings", "name \(text) NOT NULL, value \(text) NOT NULL", key: key("name"))
            + table(
                "journal",
                """
                revision \(integer) NOT NULL, moment \(integer) NOT NULL, actor \(text) NOT NULL, key \(text), \
                kind \(text) NOT NULL, item \(bytes), edit \(text) NOT NULL, inverse \(text) NOT NULL, \
                undoes \(integer), undone_by \(integer)
                """, key: key("revision"))
            + table(
                "journal_parts",
                """
                number \(integer) NOT NULL, revision \(integer) NOT NULL, item \(bytes) NOT NULL, edit \(text) NOT NULL, \
                inverse \(text) NOT NULL
                """, key: key("number"))
                + """
                CREATE UNIQUE INDEX item_ids ON items (\(key("id")));
                CREATE INDEX item_references ON items (\(key(dialect.indexed("external_reference")))) WHERE external_reference IS NOT NULL;
                CREATE INDEX item_parents ON items (\(key("parent"))) WHERE parent IS NOT NULL;
                CREATE UNIQUE INDEX journal_keys ON journal (\(key("key"))) WHERE key IS NOT NULL;
                CREATE INDEX journal_items ON journal (\(key("item"))) WHERE item IS NOT NULL;
                CREATE INDEX journal_part_revisions ON journal_parts (\(key("revision")));
                CREATE INDEX journal_part_items ON journal_parts (\(key("item")));

                """
    }
}
