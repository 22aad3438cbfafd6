import InventoryStore

/// A page of a series and the range of sort keys that it covers: from `low` up to the next page's.
struct PageRange: Equatable {
    let low: [UInt8]
    /// Nil for the last page.
    let high: [UInt8]?
    let page: Int64

    /// The id of the first page of every series.
    static let first: Int64 = 1
}

/// One entry of a series: an item, or a page or series that is linked to.
struct SeriesEntry: Equatable {
    /// The sort key; keys compare byte by byte.
    let key: [UInt8]
    /// An item's order key, or the id of a page or series.
    let target: Int64

    /// Bytes that compare as whole numbers do.
    static func key(_ number: Int64) -> [UInt8] {
        withUnsafeBytes(of: UInt64(bitPattern: number ^ .min).bigEndian) { Array($0) }
    }
}

/// The entries of series and the ranges of their pages.
struct PageTable {
    let connection: StoreConnection
    private static let condition = "WHERE inventory = ?1 AND site = ?2 AND series = ?3"

    // Entries

    func insert(_ entry: SeriesEntry, into series: Int64) throws {
        try connection.run(
            "INSERT INTO site_entries (inventory, site, series, sort_key, target) VALUES (?1, ?2, ?3, ?4, ?5)",
            .integer(series), .bytes(entry.key), .integer(entry.target))
    }

    func remove(_ key: [UInt8], from series: Int64) throws {
        try connection.run(
            "DELETE FROM site_entries \(PageTable.condition) AND sort_key = ?4", .integer(series), .bytes(key))
    }

    /// The entries of a page.
    func entries(_ series: Int64, in range: PageRange) throws -> [SeriesEntry] {
        let select = "SELECT sort_key, target FROM site_entries \(PageTable.condition) AND sort_key >= ?4"
        if let high = range.high {
            return try connection.all(
                "\(select) AND sort_key < ?5 ORDER BY sort_key", .integer(series), .bytes(range.low), .bytes(high),
                read: PageTable.entry)
        }
        return try connection.all(
            "\(select) ORDER BY sort_key", .integer(series), .bytes(range.low), read: PageTable.entry)
    }

    /// Reads `sort_key, target`.
    private static func entry(_ row: StoreStatement) -> SeriesEntry {
        SeriesEntry(key: row.array(0), target: row.integer(1))
    }

    /// All entries of a series without pages.
    func entries(_ series: Int64) throws -> [SeriesEntry] {
        try entries(series, in: PageRange(low: [], high: nil, page: PageRange.first))
    }

    /// The first entry behind a key.
    func entry(_ series: Int64, after key: [UInt8]) throws -> SeriesEntry? {
        try connection.first(
            "SELECT sort_key, target FROM site_entries \(PageTable.condition) AND sort_key > ?4 ORDER BY sort_key LIMIT 1",
            .integer(series), .bytes(key), read: PageTable.entry)
    }

    func count(_ series: Int64, in range: PageRange) throws -> Int {
        let select = "SELECT count(*) FROM site_entries \(PageTable.condition) AND sort_key >= ?4"
        if let high = range.high {
            return Int(
                try connection.number("\(select) AND sort_key < ?5", .integer(series), .bytes(range.low), .bytes(high))
                    ?? 0)
        }
        return Int(try connection.number(select, .integer(series), .bytes(range.low)) ?? 0)
    }

    /// The key of an entry, counted from the start of a page.
    func key(_ series: Int64, at index: Int, of range: PageRange) throws -> [UInt8]? {
        try connection.first(
            "SELECT sort_key FROM site_entries \(PageTable.condition) AND sort_key >= ?4 "
                + "ORDER BY sort_key LIMIT 1 OFFSET ?5", .integer(series), .bytes(range.low), .integer(Int64(index))
        ) { $0.array(0) }
    }

    // Pages

    /// The page whose range contains a key.
    func page(_ series: Int64, containing key: [UInt8]) throws -> PageRange? {
        try find(series, condition: "low <= ?4 ORDER BY low DESC", .bytes(key))
    }

    func page(_ series: Int64, before range: PageRange) throws -> PageRange? {
        try find(series, condition: "low < ?4 ORDER BY low DESC", .bytes(range.low))
    }

    func page(_ series: Int64, after range: PageRange) throws -> PageRange? {
        try range.high.flatMap { try page(series, containing: $0) }
    }

    /// The range of a page.
    func range(of page: Int64, in series: Int64) throws -> PageRange? {
        try find(series, condition: "page = ?4", .integer(page))
    }

    func last(_ series: Int64) throws -> PageRange? {
        try find(series, condition: "low >= ?4 ORDER BY low DESC", .bytes([]))
    }

    private func find(_ series: Int64, condition: String, _ value: SQLValue) throws -> PageRange? {
        try connection.first(
            "SELECT low, page, (SELECT low FROM site_pages \(PageTable.condition) AND low > found.low ORDER BY low LIMIT 1) AS high "
                + "FROM site_pages AS found \(PageTable.condition) AND \(condition) LIMIT 1", .integer(series), value
        ) { PageRange(low: $0.array(0), high: $0.isNull(2) ? nil : $0.array(2), page: $0.integer(1)) }
    }

    /// All pages of a series, in order.
    func pages(_ series: Int64) throws -> [PageRange] {
        let found: [(low: [UInt8], page: Int64)] = try connection.all(
            "SELECT low, page FROM site_pages \(PageTable.condition) ORDER BY low", .integer(series)
        ) { ($0.array(0), $0.integer(1)) }
        return found.indices.map { index in
            let high = index + 1 < found.count ? found[index + 1].low : nil
            return PageRange(low: found[index].low, high: high, page: found[index].page)
        }
    }

    func insert(_ page: Int64, from low: [UInt8], into series: Int64) throws {
        try connection.run(
            "INSERT INTO site_pages (inventory, site, series, low, page) VALUES (?1, ?2, ?3, ?4, ?5)",
            .integer(series), .bytes(low), .integer(page))
    }

    func remove(pageFrom low: [UInt8], from series: Int64) throws {
        try connection.run("DELETE FROM site_pages \(PageTable.condition) AND low = ?4", .integer(series), .bytes(low))
    }
}
