import Database
import Inventory
import InventoryStore

/// The series of a folder, read at first use; changes are saved together.
final class SeriesTable {
    private let connection: StoreConnection
    /// The order of links to lists.
    let collation: Collation
    private var known: [Int64: Series] = [:]
    private var ids: [SeriesKey: Int64] = [:]
    /// The keys that were looked for in vain. `ids` is asked first, so that a series created since is found.
    private var absent: Set<SeriesKey> = []
    private var changed: Set<Int64> = []
    private var lastID: Int64?
    /// Whether the rows in the database count; not while everything is loaded.
    private let reads: Bool

    init(_ connection: StoreConnection, _ collation: Collation, isNew: Bool = false) {
        self.connection = connection
        self.collation = collation
        reads = !isNew
        lastID = isNew ? 0 : nil
    }

    /// The series of a key; nil for none.
    func find(_ key: SeriesKey) throws -> Series? {
        if let id = ids[key] { return known[id] }
        guard reads, !absent.contains(key) else { return nil }
        let found = try read(
            "kind = ?3 AND " + connection.dialect.equals("name", "?4"), .text(key.kind.rawValue),
            .text(key.name ?? ""))
        if found == nil { absent.insert(key) }
        return found
    }

    /// The series of an id; nil for none.
    func find(_ id: Int64) throws -> Series? {
        if let series = known[id] { return series }
        guard reads else { return nil }
        return try read("series = ?3", .integer(id))
    }

    /// The series of a key, created without pages if there is none.
    func findOrCreate(_ key: SeriesKey) throws -> (series: Series, isNew: Bool) {
        if let series = try find(key) { return (series, false) }
        let last =
            try lastID
            ?? connection.number("SELECT max(series) FROM site_series WHERE inventory = ?1 AND site = ?2") ?? 0
        lastID = last + 1
        let series = Series(id: last + 1, key: key)
        keep(series)
        changed.insert(series.id)
        return (series, true)
    }

    private func keep(_ series: Series) {
        known[series.id] = series
        ids[series.key] = series.id
    }

    func update(_ series: Series) {
        known[series.id] = series
        changed.insert(series.id)
    }

    /// Counts an item in the totals of a series.
    func count(_ line: RunningTotals.Contribution, in series: Int64) throws {
        // In place: a copy of the series would copy its list of sums for each item.
        try known[series]?.totals.add(line)
        changed.insert(series)
    }

    func remove(_ series: Series) throws {
        known[series.id] = nil
        ids[series.key] = nil
        changed.remove(series.id)
        for table in ["site_series", "site_amounts", "site_pages", "site_entries"] {
            try connection.run(
                "DELETE FROM \(table) WHERE inventory = ?1 AND site = ?2 AND series = ?3", .integer(series.id))
        }
    }

    /// Writes what was changed.
    func save() throws {
        for id in changed.sorted() {
            guard let series = known[id] else { continue }
            let totals = series.totals
            for table in ["site_series", "site_amounts"] {
                try connection.run(
                    "DELETE FROM \(table) WHERE inventory = ?1 AND site = ?2 AND series = ?3", .integer(id))
            }
            try connection.run(
                "INSERT INTO site_series (inventory, site, series, kind, name, next_page, items, units, "
                    + "without_value, without_serial) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                .integer(id), .text(series.key.kind.rawValue), .text(series.key.name ?? ""), .integer(series.nextPage),
                .integer(Int64(totals.items)), .integer(totals.units), .integer(Int64(totals.withoutValue)),
                .integer(Int64(totals.withoutSerialNumber)))
            for sum in totals.sums {
                try connection.run(
                    "INSERT INTO site_amounts (inventory, site, series, currency, kind, lines, amount) "
                        + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                    .integer(id), .text(sum.currency.code), .text(series.key.amountKind),
                    .integer(Int64(sum.lines)), .integer(sum.minorUnits))
            }
        }
        changed = []
    }

    /// Reads a series with its sums: a row for each of them, or one row without any.
    private func read(_ condition: String, _ values: SQLValue...) throws -> Series? {
        var found: Series?
        var sums: [RunningTotals.Sum] = []
        try connection.forEach(
            "SELECT series, kind, name, next_page, items, units, without_value, without_serial, currency, lines, amount "
                + "FROM (SELECT * FROM site_series WHERE inventory = ?1 AND site = ?2 AND \(condition)) AS found "
                + "LEFT JOIN (SELECT series, currency, lines, amount FROM site_amounts "
                + "WHERE inventory = ?1 AND site = ?2) AS sums USING (series) ORDER BY currency",
            binding: values
        ) { row in
            if let currency = row.text(8).flatMap({ try? Currency(code: $0) }) {
                sums.append(
                    RunningTotals.Sum(currency: currency, lines: Int(row.integer(9)), minorUnits: row.integer(10)))
            }
            guard let kind = row.text(1).flatMap(SeriesKey.Kind.init), let name = row.text(2) else { return }
            let totals = RunningTotals(
                items: Int(row.integer(4)), units: row.integer(5), withoutValue: Int(row.integer(6)),
                withoutSerialNumber: Int(row.integer(7)), sums: sums)
            found = Series(
                id: row.integer(0), key: SeriesKey(kind, name.isEmpty ? nil : name), totals: totals,
                nextPage: row.integer(3))
        }
        if let found { keep(found) }
        return found
    }
}

// What the front page shows. All changes must be saved.
extension SeriesTable {
    /// The number of series of a kind, with or without the one of items that state none.
    func count(_ kind: SeriesKey.Kind, named: Bool = false) throws -> Int {
        Int(
            try connection.number(
                "SELECT count(*) FROM site_series WHERE inventory = ?1 AND site = ?2 AND kind = ?3"
                    + (named ? " AND name <> ''" : ""),
                .text(kind.rawValue)) ?? 0)
    }

    /// The series of a kind that have the most items, in the order of links.
    func fullest(_ kind: SeriesKey.Kind, limit: Int) throws -> [Series] {
        let ids = try connection.all(
            "SELECT series FROM site_series WHERE inventory = ?1 AND site = ?2 AND kind = ?3 "
                + "ORDER BY items DESC, name LIMIT ?4", .text(kind.rawValue), .integer(Int64(limit))
        ) { $0.integer(0) }
        return try ids.compactMap(find).sorted {
            $0.key.sortKey(collation).lexicographicallyPrecedes($1.key.sortKey(collation))
        }
    }

    /// The locations of the greatest value in a currency, all of one level: the first with more than one location. The
    /// items without a location, and items outside every place of that level, count as one more each.
    /// - Returns: at most `limit` of them, and the number of locations that have an amount.
    func mostValuable(
        _ currency: Currency, limit: Int
    ) throws -> (locations: [(name: String?, amount: Money)], count: Int) {
        var level = 1
        while level < SeriesKey.mostLevels, try sum(currency, level: level).count == 1 { level += 1 }
        // A chain of single locations ends in the last one.
        if try sum(currency, level: level).count == 0 { level = 1 }
        let none = try sum(currency, level: 0)
        let shown = try sum(currency, level: level)
        var locations: [(key: SeriesKey, amount: Int64)] = []
        // Locations of the same amount are ordered by name: twice the limit is read, so that those at the limit are among them.
        let found: [(id: Int64, amount: Int64)] = try connection.all(
            "SELECT series, amount \(SeriesTable.amounts) ORDER BY amount DESC LIMIT ?5",
            .text(SeriesKey.amountKind(ofLevel: level)), .text(currency.code), .integer(Int64(limit) * 2)
        ) { ($0.integer(0), $0.integer(1)) }
        for (id, amount) in found {
            if let series = try find(id) { locations.append((series.key, amount)) }
        }
        if none.count > 0 { locations.append((SeriesKey(.location), none.amount)) }
        let above = level > 1 ? locations.first?.key.ancestors.last : nil
        if let above, let whole = try find(above.ancestors.first ?? above),
            let total = whole.totals.amounts.first(where: { $0.currency == currency })
        {
            let rest = total.minorUnits - shown.amount
            if rest != 0 { locations.append((above, rest)) }
        }
        locations.sort { one, other in
            if one.amount != other.amount { return one.amount > other.amount }
            return one.key.sortKey(collation).lexicographicallyPrecedes(other.key.sortKey(collation))
        }
        let extra = locations.count - found.count
        return (
            locations.prefix(limit).map { ($0.key.name, Money(minorUnits: $0.amount, currency: currency)) },
            shown.count + extra
        )
    }

    private static let amounts = "FROM site_amounts WHERE inventory = ?1 AND site = ?2 AND kind = ?3 AND currency = ?4"

    /// The number of locations of a level that have an amount in a currency, and their sum.
    private func sum(_ currency: Currency, level: Int) throws -> (count: Int, amount: Int64) {
        try connection.first(
            "SELECT count(*), coalesce(sum(amount), 0) \(SeriesTable.amounts)",
            .text(SeriesKey.amountKind(ofLevel: level)), .text(currency.code)
        ) { (Int($0.integer(0)), $0.integer(1)) } ?? (0, 0)
    }

    /// The locations directly in another one, in the order of links.
    func locations(in parent: SeriesKey) throws -> [Series] {
        guard let links = try find(SeriesKey(.locations)) else { return [] }
        let pages = PageTable(connection: connection)
        var found: [Series] = []
        let start = parent.sortKey(collation)
        var after = start
        // From each location on to the first key behind all that is in it.
        while let entry = try pages.entry(links.id, after: after), entry.key.starts(with: start),
            let series = try find(entry.target)
        {
            found.append(series)
            after = entry.key + [0xFF]
        }
        return found
    }
}
