import Database

/// The tables of a store, version 3.
///
/// Every row names its inventory. Secondary indexes have that column last: all lookups give both values, and SQLite's
/// planner would take an index that begins with a constant for a selective one.
enum Schema {
    /// `Hpwn`: marks a file as a store.
    static let applicationID: Int64 = 0x4870_776E
    /// The version of the tables.
    static let version: Int64 = 3

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
        // The key by which rows are stored side by side. In an SQLite file, which holds one inventory, it is the rowid.
        func clustered(_ column: String) -> String { dialect.sharesTables ? "inventory, \(column)" : column }
        return table("items", columns.joined(separator: ", "), key: clustered("position"))
            + table("settings", "name \(text) NOT NULL, value \(text) NOT NULL", key: "name, inventory")
            + table(
                "journal",
                """
                revision \(integer) NOT NULL, moment \(integer) NOT NULL, actor \(text) NOT NULL, key \(text), \
                kind \(text) NOT NULL, item \(bytes), edit \(text) NOT NULL, inverse \(text) NOT NULL, \
                undoes \(integer), undone_by \(integer)
                """, key: clustered("revision"))
            + table(
                "journal_parts",
                """
                number \(integer) NOT NULL, revision \(integer) NOT NULL, item \(bytes) NOT NULL, edit \(text) NOT NULL, \
                inverse \(text) NOT NULL
                """, key: clustered("number"))
                + """
                CREATE UNIQUE INDEX item_ids ON items (id, inventory);
                CREATE INDEX item_references ON items (external_reference, inventory) WHERE external_reference IS NOT NULL;
                CREATE INDEX item_parents ON items (parent, inventory) WHERE parent IS NOT NULL;
                CREATE UNIQUE INDEX journal_keys ON journal (key, inventory) WHERE key IS NOT NULL;
                CREATE INDEX journal_items ON journal (item, inventory) WHERE item IS NOT NULL;
                CREATE INDEX journal_part_revisions ON journal_parts (revision, inventory);
                CREATE INDEX journal_part_items ON journal_parts (item, inventory);

                """
    }
}
