import FoundationEssentials
import Inventory
import InventoryStore

/// An item as the index has it: facts with the ids of its lists, and its published files.
struct IndexedItem {
    let id: UUID
    var orderKey: Int64
    var nameKey: [UInt8]
    var series: [Int64]
    var isArchived: Bool
    var contribution: RunningTotals.Contribution
    var page = ItemPageRecord()

    /// The item's entry in one of its series.
    func entry(in series: Series) -> SeriesEntry {
        SeriesEntry(key: series.key.kind == .letter ? nameKey : SeriesEntry.key(orderKey), target: orderKey)
    }
}

/// The published state of an item's page.
struct ItemPageRecord: Equatable {
    /// Of the item's page; nil before it is written.
    var fingerprint: Fingerprint?
    /// The names of the pictures it shows, in the folder `photo`.
    var photos: [String] = []
    /// Photos that the inventory does not hold.
    var missingPhotos = 0
}

/// The rows of items in the index, and of the pictures that they show.
struct IndexedItemTable {
    let connection: StoreConnection
    private static let columns =
        "item, fingerprint, order_key, name_key, series, archived, quantity, amount, currency, serial, photos, missing"

    func find(_ id: UUID) throws -> IndexedItem? {
        try connection.first(
            "SELECT \(IndexedItemTable.columns) FROM site_items WHERE inventory = ?1 AND site = ?2 AND item = ?3",
            .bytes(id.bytes), read: IndexedItemTable.read)
    }

    private static func read(_ row: StoreStatement) -> IndexedItem? {
        guard let id = UUID(bytes: row.array(0)) else { return nil }
        let currency = row.text(8).flatMap { try? Currency(code: $0) }
        let amount = row.optionalInteger(7).flatMap { amount in
            currency.map { Money(minorUnits: amount, currency: $0) }
        }
        return IndexedItem(
            id: id, orderKey: row.integer(2), nameKey: row.array(3),
            series: (row.text(4) ?? "").split(separator: " ").compactMap { Int64($0) }, isArchived: row.integer(5) != 0,
            contribution: RunningTotals.Contribution(
                quantity: Quantity(millionths: row.integer(6)), value: amount, hasSerialNumber: row.integer(9) != 0),
            page: ItemPageRecord(
                fingerprint: Fingerprint(bytes: row.array(1)),
                photos: (row.text(10) ?? "").split(separator: " ").map(String.init),
                missingPhotos: Int(row.integer(11))))
    }

    func insert(_ item: IndexedItem) throws { try insert(item, into: "site_items") }

    private func insert(_ item: IndexedItem, into table: String) throws {
        try connection.run(
            "INSERT INTO \(table) (inventory, site, \(IndexedItemTable.columns)) "
                + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
            .bytes(item.id.bytes), .bytes(item.page.fingerprint?.bytes ?? []), .integer(item.orderKey),
            .bytes(item.nameKey), .text(item.series.map(String.init).joined(separator: " ")),
            .integer(item.isArchived ? 1 : 0), .integer(item.contribution.quantity.millionths),
            .integer(item.contribution.value?.minorUnits), .text(item.contribution.value?.currency.code ?? ""),
            .integer(item.contribution.hasSerialNumber ? 1 : 0), .text(item.page.photos.joined(separator: " ")),
            .integer(Int64(item.page.missingPhotos)))
    }

    func remove(_ id: UUID) throws {
        try connection.run("DELETE FROM site_items WHERE inventory = ?1 AND site = ?2 AND item = ?3", .bytes(id.bytes))
    }

    /// Visits the items that have a page, with its fingerprint.
    func forEachPage(_ body: (UUID, Fingerprint?) throws -> Void) throws {
        let rows = try connection.cursor(
            "SELECT item, fingerprint FROM site_items WHERE inventory = ?1 AND site = ?2 AND archived = 0")
        while try rows.step() {
            if let id = UUID(bytes: rows.array(0)) { try body(id, Fingerprint(bytes: rows.array(1))) }
        }
    }

    /// Records an item's published state, and replaces its recorded pictures.
    func record(_ page: ItemPageRecord, of id: UUID) throws {
        try connection.run(
            "UPDATE site_items SET fingerprint = ?4, photos = ?5, missing = ?6 "
                + "WHERE inventory = ?1 AND site = ?2 AND item = ?3", .bytes(id.bytes),
            .bytes(page.fingerprint?.bytes ?? []), .text(page.photos.joined(separator: " ")),
            .integer(Int64(page.missingPhotos)))
        for photo in page.photos { try addPhoto(photo, of: id.bytes) }
    }

    // MARK: Pictures

    private static let missing = "FROM site_items WHERE inventory = ?1 AND site = ?2 AND missing > 0"

    /// Number of photos that the inventory did not have.
    func missingPhotos() throws -> Int {
        Int(try connection.number("SELECT sum(missing) \(IndexedItemTable.missing)") ?? 0)
    }

    /// The items that have photos which the inventory did not hold.
    func withMissingPhotos() throws -> [UUID] {
        // Sorting by item here would read all items in the order of the primary key.
        try connection.all("SELECT item \(IndexedItemTable.missing)") { UUID(bytes: $0.array(0)) }.sorted()
    }

    /// Whether an item shows a picture.
    func shows(_ photo: String) throws -> Bool {
        try connection.number(
            "SELECT 1 FROM site_photos WHERE inventory = ?1 AND site = ?2 AND name = ?3 LIMIT 1", .text(photo)) == 1
    }

    /// The items that show a picture.
    func showing(_ photo: String) throws -> [UUID] {
        try connection.all(
            "SELECT item FROM site_photos WHERE inventory = ?1 AND site = ?2 AND name = ?3", .text(photo)
        ) { UUID(bytes: $0.array(0)) }
    }

    private func addPhoto(_ name: String, of item: [UInt8]) throws {
        try connection.run(
            "INSERT INTO site_photos (inventory, site, name, item) VALUES (?1, ?2, ?3, ?4)", .text(name), .bytes(item))
    }

    func removePhoto(_ name: String, of id: UUID) throws {
        try connection.run(
            "DELETE FROM site_photos WHERE inventory = ?1 AND site = ?2 AND name = ?3 AND item = ?4", .text(name),
            .bytes(id.bytes))
    }
}

// While everything is published, rows of items are gathered in a temporary table.
extension IndexedItemTable {
    func beginLoading() throws {
        try connection.execute(
            """
            DROP TABLE IF EXISTS site_load_items;
            CREATE TEMP TABLE site_load_items AS SELECT * FROM site_items WHERE 1 = 0;
            """)
    }

    func load(_ item: IndexedItem) throws { try insert(item, into: "site_load_items") }

    /// The items that had a page and have none among those loaded.
    func withoutLoadedPage() throws -> [UUID] {
        // A database sorts for EXCEPT in the memory that it allows a sort. For NOT IN it holds all rows of the inner query, or
        // reads them again for each outer row.
        var items: [UUID] = []
        let rows = try connection.cursor(
            "SELECT item FROM site_items WHERE inventory = ?1 AND site = ?2 AND archived = 0 "
                + "EXCEPT SELECT item FROM site_load_items WHERE archived = 0")
        while try rows.step() {
            if let id = UUID(bytes: rows.array(0)) { items.append(id) }
        }
        return items
    }

    /// Replaces all rows by those loaded.
    func finishLoading() throws {
        for table in ["site_items", "site_photos"] {
            try connection.run("DELETE FROM \(table) WHERE inventory = ?1 AND site = ?2")
        }
        try connection.run(
            "INSERT INTO site_items SELECT * FROM site_load_items WHERE inventory = ?1 AND site = ?2 ORDER BY item")
        try addPhotos()
    }

    /// Notes which items show which pictures, some items at a time: there may be more pictures than memory should hold.
    private func addPhotos() throws {
        var items: [(item: [UInt8], photos: String)] = []
        repeat {
            let last = items.last?.item ?? []
            items = try connection.all(
                "SELECT item, photos FROM site_items WHERE inventory = ?1 AND site = ?2 AND item > ?3 AND photos <> '' "
                    + "ORDER BY item LIMIT 1000", .bytes(last)
            ) { ($0.array(0), $0.text(1) ?? "") }
            for (item, photos) in items {
                for photo in photos.split(separator: " ") { try addPhoto(String(photo), of: item) }
            }
        } while !items.isEmpty
    }
}
