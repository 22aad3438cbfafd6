import Database
import FoundationEssentials
import Inventory
import InventoryStore

/// The index's record of an item: its lists, its sort keys, and its contribution to their totals.
struct ItemFacts: Equatable {
    var id: UUID
    var orderKey: Int64
    /// Its sort key in the list of its initial.
    var nameKey: [UInt8] = []
    /// The lists it is in; none for an archived item, which has no page.
    var lists: [SeriesKey] = []
    var isArchived = false
    var contribution: RunningTotals.Contribution

    /// Reads the cursor's item.
    /// - Parameter isPublic: whether pages are for anyone and omit values.
    /// - Throws: `overflow` if the value of all its units leaves 64 bits.
    init(_ cursor: ItemCursor, isPublic: Bool) throws {
        id = cursor.id
        orderKey = cursor.orderKey
        isArchived = cursor.flag(.archived)
        let name = cursor.text(.name)
        nameKey = CaseFolding.sortKey(name) + [0] + withUnsafeBytes(of: id.uuid) { Array($0) }
        contribution = RunningTotals.Contribution(
            quantity: cursor.quantity, value: isPublic ? nil : try cursor.money(.value)?.times(cursor.quantity),
            hasSerialNumber: cursor.text(.serialNumber).map { !$0.isEmpty } ?? false)
        guard !isArchived else { return }
        lists = [SeriesKey(.all)] + ItemFacts.lists(cursor)
    }

    /// The lists by location, tags and initial that an item is in.
    static func lists(_ cursor: ItemCursor) -> [SeriesKey] {
        var lists = [SeriesKey(.location, text(cursor.text(.location)))]
        cursor.forEachTag { tag in
            guard let name = text(tag) else { return }
            let key = SeriesKey(.tag, name)
            if !lists.contains(key) { lists.append(key) }
        }
        return lists + [SeriesKey(.letter, NameInitial.of(cursor.text(.name)))]
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>?) -> String? {
        guard let bytes, !bytes.isEmpty else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The fields that are read.
    static let fields = ItemFieldSet([.name, .location, .tags, .quantity, .value, .serialNumber, .archived])
}

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

/// The rows of items in the index.
struct IndexedItemTable {
    let connection: SiteConnection
    static let columns =
        "item, fingerprint, order_key, name_key, series, archived, quantity, amount, currency, serial, photos, missing"

    func find(_ id: UUID) throws -> IndexedItem? {
        try connection.first(
            "SELECT \(IndexedItemTable.columns) FROM site_items WHERE inventory = ?1 AND site = ?2 AND item = ?3",
            .bytes(id.bytes), read: IndexedItemTable.read)
    }

    static func read(_ row: any DatabaseStatement) -> IndexedItem? {
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

    /// Writes an item's row, whether or not there is one.
    func put(_ item: IndexedItem, into table: String = "site_items") throws {
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

    /// Records what was published for an item, and the pictures that it shows instead of the former ones.
    func record(_ page: ItemPageRecord, of id: UUID) throws {
        try connection.run(
            "UPDATE site_items SET fingerprint = ?4, photos = ?5, missing = ?6 "
                + "WHERE inventory = ?1 AND site = ?2 AND item = ?3", .bytes(id.bytes),
            .bytes(page.fingerprint?.bytes ?? []), .text(page.photos.joined(separator: " ")),
            .integer(Int64(page.missingPhotos)))
        for photo in page.photos { try connection.addPhoto(photo, of: id.bytes) }
    }

    func removePhoto(_ name: String, of id: UUID) throws {
        try connection.run(
            "DELETE FROM site_photos WHERE inventory = ?1 AND site = ?2 AND name = ?3 AND item = ?4", .text(name),
            .bytes(id.bytes))
    }

    private static let missing = "FROM site_items WHERE inventory = ?1 AND site = ?2 AND missing > 0"

    /// Number of photos that the inventory did not have.
    func missingPhotos() throws -> Int {
        Int(try connection.number("SELECT coalesce(sum(missing), 0) \(IndexedItemTable.missing)"))
    }

    /// The items that have photos which the inventory did not hold.
    func withMissingPhotos() throws -> [UUID] {
        var items: [UUID] = []
        // Sorting by item here would read all items in the order of the primary key.
        try connection.forEach("SELECT item \(IndexedItemTable.missing)") { row in
            if let id = UUID(bytes: row.array(0)) { items.append(id) }
        }
        return items.sorted()
    }

    /// Whether an item shows a picture.
    func shows(_ photo: String) throws -> Bool {
        try connection.number(
            "SELECT 1 FROM site_photos WHERE inventory = ?1 AND site = ?2 AND name = ?3 LIMIT 1", .text(photo)) == 1
    }
}
