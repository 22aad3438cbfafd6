import Database
import FoundationEssentials
import Inventory
import InventoryStore

/// Fills the index from all items at once. Entries are sorted by the database before they are inserted, since rows in
/// random order would touch every page of a large table again and again.
struct IndexLoader {
    let connection: SiteConnection
    let series: SeriesTable
    let isPublic: Bool
    private var items: IndexedItemTable { IndexedItemTable(connection: connection) }

    /// Replaces everything but what is known of the files.
    /// - Returns: the number of archived items.
    func load(_ snapshot: StoreSnapshot) throws -> Int64 {
        try connection.execute(
            """
            DROP TABLE IF EXISTS site_load_entries;
            CREATE TEMP TABLE site_load_entries AS SELECT * FROM site_entries WHERE 1 = 0;
            """)
        try items.beginLoading()
        for kind in [SeriesKey.Kind.all, .search, .searchParts] + IndexLoader.singlePages {
            _ = try series.findOrCreate(SeriesKey(kind))
        }
        // Others may write to the inventory meanwhile: only temporary tables are filled.
        let archived = try connection.read { try loadItems(snapshot) }
        return try connection.write {
            for table in ["site_series", "site_amounts", "site_pages", "site_entries"] {
                try connection.run("DELETE FROM \(table) WHERE inventory = ?1 AND site = ?2")
            }
            try connection.run(
                "INSERT INTO site_entries SELECT * FROM site_load_entries WHERE inventory = ?1 AND site = ?2 "
                    + "ORDER BY series, sort_key")
            try connection.execute("DELETE FROM site_load_entries")
            try divide()
            try series.save()
            return archived
        }
    }

    /// The series that have a page even without entries.
    private static let singlePages: [SeriesKey.Kind] = [.locations, .tags, .overview]

    private func loadItems(_ snapshot: StoreSnapshot) throws -> Int64 {
        let cursor = try snapshot.items(matching: .everything, fields: ItemFacts.fields)
        var archived: Int64 = 0
        while try cursor.next() {
            let facts = try ItemFacts(cursor, isPublic: isPublic)
            var item = IndexedItem(
                id: facts.id, orderKey: facts.orderKey, nameKey: facts.nameKey, series: [],
                isArchived: facts.isArchived, contribution: facts.contribution)
            if facts.isArchived { archived += 1 }
            for key in facts.lists {
                let list = try list(key)
                let id = list.id
                item.series.append(id)
                try insert(item.entry(in: list), into: id)
                try series.count(facts.contribution, in: id)
            }
            try items.load(item)
        }
        return archived
    }

    private func list(_ key: SeriesKey) throws -> Series {
        let (list, isNew) = try series.findOrCreate(key)
        if isNew, let links = key.kind.links {
            try insert(SeriesEntry(key: key.sortKey, target: list.id), into: try series.findOrCreate(links).series.id)
        }
        return list
    }

    private func insert(_ entry: SeriesEntry, into series: Int64) throws {
        try connection.run(
            "INSERT INTO site_load_entries (inventory, site, series, sort_key, target) VALUES (?1, ?2, ?3, ?4, ?5)",
            .integer(series), .bytes(entry.key), .integer(entry.target))
    }

    /// Divides all series into pages.
    private func divide() throws {
        var counts: [Int64: Int] = [:]
        try connection.forEach(
            "SELECT series, count(*) FROM site_entries WHERE inventory = ?1 AND site = ?2 GROUP BY series"
        ) { counts[$0.integer(0)] = Int($0.integer(1)) }
        guard let all = try series.find(SeriesKey(.all)), let search = try series.find(SeriesKey(.search)),
            let parts = try series.find(SeriesKey(.searchParts))
        else { throw IndexError.outOfSync }
        var dividers: [Int64: [PageDivider]] = [:]
        for (id, count) in counts where id != all.id {
            if let series = try series.find(id), series.key.kind.hasPages {
                dividers[id] = [PageDivider(series, count)]
            }
        }
        for kind in IndexLoader.singlePages {
            guard let series = try series.find(SeriesKey(kind)) else { throw IndexError.outOfSync }
            if dividers[series.id] == nil { dividers[series.id] = [PageDivider(series, 0)] }
        }
        dividers[all.id] = [PageDivider(all, counts[all.id] ?? 0), PageDivider(search, counts[all.id] ?? 0)]
        try connection.forEachOfMany(
            "SELECT series, sort_key FROM site_entries WHERE inventory = ?1 AND site = ?2 ORDER BY series, sort_key"
        ) { row in
            let id = row.integer(0)
            for index in dividers[id, default: []].indices where dividers[id]?[index].next() == true {
                dividers[id]?[index].lows.append(row.array(1))
            }
        }
        var rest = dividers.values.flatMap(\.self)
        guard let lows = rest.first(where: { $0.series.id == search.id })?.lows else { throw IndexError.outOfSync }
        var last = PageDivider(parts, lows.count)
        let pages = PageTable(connection: connection)
        for (low, page) in zip(lows, PageRange.first...) {
            try pages.insert(SeriesEntry(key: low, target: page), into: parts.id)
            if last.next() { last.lows.append(low) }
        }
        rest.append(last)
        for divider in rest.sorted(by: { $0.series.id < $1.series.id }) {
            for (low, page) in zip(divider.lows, PageRange.first...) {
                try pages.insert(page, from: low, into: divider.series.id)
            }
            var series = divider.series
            series.nextPage = Int64(divider.lows.count) + 1
            self.series.update(series)
        }
    }
}

/// Finds where the pages of a series begin while its entries are counted.
private struct PageDivider {
    let series: Series
    var lows: [[UInt8]] = [[]]
    private var starts: ArraySlice<Int>
    private var count = 0

    init(_ series: Series, _ count: Int) {
        self.series = series
        let sizes = series.key.kind.limits.sizes(of: count, isLast: true)
        starts = sizes.dropLast().reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1) }[...]
    }

    /// Counts an entry; whether a page begins with it.
    mutating func next() -> Bool {
        defer { count += 1 }
        guard starts.first == count else { return false }
        starts.removeFirst()
        return true
    }
}
