package import Database

/// The tables of the site index, whose rows SiteGenerator reads and writes. They are in the inventory's database, so that
/// nothing private is in a published folder.
package enum SiteSchema {
    /// Creates the tables unless they exist.
    package static func statements(_ dialect: DatabaseDialect) -> String {
        let (integer, bytes, text) = (
            "\(dialect.integer) NOT NULL", "\(dialect.bytes) NOT NULL", "\(dialect.text) NOT NULL"
        )
        // Tables without row numbers: each row is stored once, in the order of its key.
        let options = dialect.tableOptions == "STRICT" ? "STRICT, WITHOUT ROWID" : dialect.tableOptions
        let owner = dialect.sharesTables ? "inventory, site" : "site"
        // Indexes begin with both columns in every dialect: one that lacks a column of the condition is passed over for
        // the primary key, which means reading all rows of the folder.
        func table(_ name: String, _ columns: String, key: String, owner: String = owner) -> String {
            let primary = key.isEmpty ? owner : "\(owner), \(key)"
            return "CREATE TABLE IF NOT EXISTS \(name) (inventory \(integer), site \(integer), \(columns), "
                + "PRIMARY KEY (\(primary))) \(options);\n"
        }
        return table(
            "site_folders",
            "id \(text), path \(text), generation \(text), state \(text), revision \(integer), "
                + "order_generation \(integer), design \(text), profile \(text), boot \(text), archived \(integer), "
                + "files \(integer)",
            key: "")
            + table(
                "site_series",
                "series \(integer), kind \(text), name \(text), next_page \(integer), items \(integer), "
                    + "units \(integer), without_value \(integer), without_serial \(integer)",
                key: "series")
            + table(
                "site_amounts",
                "series \(integer), currency \(text), kind \(text), lines \(integer), amount \(integer)",
                key: "series, currency")
            + table("site_pages", "series \(integer), low \(bytes), page \(integer)", key: "series, low")
            + table("site_entries", "series \(integer), sort_key \(bytes), target \(integer)", key: "series, sort_key")
            + table(
                "site_items",
                "item \(bytes), fingerprint \(bytes), order_key \(integer), name_key \(bytes), series \(text), "
                    + "archived \(integer), quantity \(integer), amount \(dialect.integer), currency \(text), "
                    + "serial \(integer), photos \(text), missing \(integer)",
                key: "item")
            // SQLite 3.40 reports a table as damaged if its last column is in the key and another is not.
            + table("site_photos", "name \(text), item \(bytes)", key: "name, item", owner: "inventory, site")
            + table(
                "site_files", "name \(text), fingerprint \(bytes), series \(integer), page \(integer), written \(text)",
                key: "name")
                + """
                CREATE INDEX IF NOT EXISTS site_series_names ON site_series (inventory, site, kind, \(dialect.indexed("name")));
                CREATE INDEX IF NOT EXISTS site_series_sizes ON site_series (inventory, site, kind, items);
                CREATE INDEX IF NOT EXISTS site_amount_sizes ON site_amounts (inventory, site, kind, currency, amount);
                CREATE UNIQUE INDEX IF NOT EXISTS site_page_ids ON site_pages (inventory, site, series, page);
                CREATE INDEX IF NOT EXISTS site_items_missing ON site_items (inventory, site, missing)
                    WHERE missing > 0;
                """
    }

    /// All tables.
    package static let tables = [
        "site_folders", "site_series", "site_amounts", "site_pages", "site_entries", "site_items", "site_photos",
        "site_files",
    ]
}
