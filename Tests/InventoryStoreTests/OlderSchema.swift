import Database

@testable import InventoryStore

/// The tables of versions 1 and 2, to make stores as earlier programs left them.
enum OlderSchema {
    /// Statements that turn the tables of a store into those of an earlier version and keep its rows.
    static func downgrade(to version: Int) -> String {
        let columns = ItemColumn.allCases.filter { version >= 2 || ![.photos, .documents].contains($0) }
        let names = columns.map(\.name).joined(separator: ", ")
        let types = columns.map { $0 == .orderKey ? "position INTEGER PRIMARY KEY" : "\($0.name) \(type(of: $0))" }
        let journal = "revision, moment, actor, key, kind, item, edit, inverse, undoes, undone_by"
        let indexes = [
            "item_ids", "item_references", "item_parents", "journal_keys", "journal_items", "journal_part_revisions",
            "journal_part_items",
        ]
        let tables = ["items", "settings", "journal", "journal_parts"]
        return indexes.map { "DROP INDEX \($0);" }.joined()
            + tables.map { "ALTER TABLE \($0) RENAME TO new_\($0);" }.joined()
                + """
                CREATE TABLE items (\(types.joined(separator: ", "))) STRICT;
                CREATE UNIQUE INDEX item_ids ON items (id);
                CREATE INDEX item_references ON items (external_reference) WHERE external_reference IS NOT NULL;
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
                INSERT INTO items SELECT \(names) FROM new_items;
                INSERT INTO settings SELECT name, value FROM new_settings;
                INSERT INTO journal SELECT \(journal) FROM new_journal;
                INSERT INTO journal_parts SELECT number, revision, item, edit, inverse FROM new_journal_parts;
                """ + tables.map { "DROP TABLE new_\($0);" }.joined() + "PRAGMA user_version = \(version)"
    }

    private static func type(of column: ItemColumn) -> String {
        column.type(
            DatabaseDialect(
                integer: "INTEGER", bytes: "BLOB", text: "TEXT", tableOptions: "STRICT", sharesTables: false,
                contains: { "instr(\($0), \($1)) > 0" }, elements: { $0 }, customField: { list, _ in list }))
    }
}
