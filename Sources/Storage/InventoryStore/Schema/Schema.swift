/// The tables of a store, version 2.
enum Schema {
    /// `Hpwn`, in the file's header at byte 68.
    static let applicationID: Int64 = 0x4870_776E
    /// The version of the tables, in the file's header at byte 60.
    static let version: Int64 = 2

    /// Finds the parts of an item.
    static let parentIndex =
        "CREATE INDEX IF NOT EXISTS item_parents ON items (parent) WHERE parent IS NOT NULL"

    static let statements: String = {
        let columns = ItemColumn.allCases.map { "\($0.name) \($0.type)" }.joined(separator: ", ")
        return """
            CREATE TABLE items (\(columns)) STRICT;
            CREATE UNIQUE INDEX item_ids ON items (id);
            CREATE INDEX item_references ON items (external_reference) WHERE external_reference IS NOT NULL;
            \(parentIndex);
            CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TABLE journal (
                revision INTEGER PRIMARY KEY, moment INTEGER NOT NULL, actor TEXT NOT NULL, key TEXT,
                kind TEXT NOT NULL, item BLOB, edit TEXT NOT NULL, inverse TEXT NOT NULL,
                undoes INTEGER, undone_by INTEGER
            ) STRICT;
            CREATE UNIQUE INDEX journal_keys ON journal (key) WHERE key IS NOT NULL;
            CREATE INDEX journal_items ON journal (item) WHERE item IS NOT NULL;
            CREATE TABLE journal_parts (
                number INTEGER PRIMARY KEY, revision INTEGER NOT NULL, item BLOB NOT NULL,
                edit TEXT NOT NULL, inverse TEXT NOT NULL
            ) STRICT;
            CREATE INDEX journal_part_revisions ON journal_parts (revision);
            CREATE INDEX journal_part_items ON journal_parts (item);
            """
    }()

    /// Brings the tables of a store of version 1, which knew no photos and documents, up to this version.
    static let migration = """
        ALTER TABLE items ADD COLUMN photos TEXT;
        ALTER TABLE items ADD COLUMN documents TEXT;
        """

    /// Lets a store of version 1 that cannot be written be read as if it were of this version.
    static let view = "CREATE TEMP VIEW items AS SELECT *, NULL AS photos, NULL AS documents FROM main.items"
}
