import FoundationEssentials
import Inventory
import InventoryStore

/// Fills the index from all items at once. Entries are sorted by the database before they are inserted, since rows in
/// random order would touch every page of a large table again and again.
struct IndexLoader {
    let connection: StoreConnection
    let series: SeriesTable
    /// The same connection, for other threads that use it meanwhile.
    let index: SiteIndex
    let design: SiteDesign
    /// Called now and then with the number of items whose pages are published.
    let progress: (Int) -> Void
    private var items: IndexedItemTable { IndexedItemTable(connection: connection) }

    /// Replaces the lists and pages of the index. Rows of items are gathered in a temporary table, which ends with the
    /// connection, and replaced at the end of the publication; what is known of files stays.
    /// - Parameters:
    ///   - queue: publishes the pages of the items.
    ///   - publisher: publishes some of them on this thread.
    /// - Returns: the number of archived items.
    func load(_ snapshot: StoreSnapshot, _ queue: ItemPageQueue, _ publisher: ItemPagePublisher) throws -> Int64 {
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
        let archived = try connection.read {
            do { return try loadItems(snapshot, queue, publisher) } catch {
                // The transaction is rolled back now, which no other use of the connection may overlap.
                queue.stop()
                throw error
            }
        }
        return try connection.write {
            for table in ["site_series", "site_amounts", "site_pages", "site_entries"] {
                try connection.run("DELETE FROM \(table) WHERE inventory = ?1 AND site = ?2")
            }
            try connection.run(
                "INSERT INTO site_entries SELECT * FROM site_load_entries WHERE inventory = ?1 AND site = ?2 "
                    + "ORDER BY series, sort_key")
            try divide()
            try series.save()
            return archived
        }
    }

    /// The series that have a page even without entries.
    private static let singlePages: [SeriesKey.Kind] = [.locations, .tags, .overview]

    private func loadItems(
        _ snapshot: StoreSnapshot, _ queue: ItemPageQueue, _ publisher: ItemPagePublisher
    ) throws -> Int64 {
        let cursor = try snapshot.items(matching: design.selection ?? .everything, fields: ItemFacts.fields)
        var (archived, done) = (Int64(0), 0)
        func record(_ batch: ItemPageQueue.Batch) throws {
            archived += Int64(batch.items.count(where: \.isArchived))
            try index.with { _, _ in
                for (facts, page) in zip(batch.items, batch.records) { try load(facts, page) }
            }
            done += batch.items.count
            progress(done)
        }
        var items: [ItemFacts] = []
        while try cursor.next() {
            items.append(try ItemFacts(cursor, series.collation, design.fields))
            guard items.count == ItemPagePublisher.itemsAtOnce else { continue }
            queue.add(ItemPageQueue.Batch(items))
            items.removeAll(keepingCapacity: true)
            if queue.isFull, let batch = try queue.nextPublished(publisher) { try record(batch) }
        }
        if !items.isEmpty { queue.add(ItemPageQueue.Batch(items)) }
        while let batch = try queue.nextPublished(publisher) { try record(batch) }
        return archived
    }

    private func load(_ facts: ItemFacts, _ page: ItemPageRecord) throws {
        var item = IndexedItem(
            id: facts.id, orderKey: facts.orderKey, nameKey: facts.nameKey, series: [],
            isArchived: facts.isArchived, contribution: facts.contribution, page: page)
        for key in facts.lists {
            let list = try list(key)
            let id = list.id
            item.series.append(id)
            try insert(item.entry(in: list), into: id)
            try series.count(facts.contribution, in: id)
        }
        try items.load(item)
    }

    private func list(_ key: SeriesKey) throws -> Series {
        let (list, isNew) = try series.findOrCreate(key)
        if isNew, let links = key.kind.links {
            try insert(
                SeriesEntry(key: key.sortKey(series.collation), target: list.id),
                into: try series.findOrCreate(links).series.id)
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
        let rows = try connection.cursor(
            "SELECT series, sort_key FROM site_entries WHERE inventory = ?1 AND site = ?2 ORDER BY series, sort_key")
        while try rows.step() {
            let id = rows.integer(0)
            for index in dividers[id, default: []].indices where dividers[id]?[index].next() == true {
                dividers[id]?[index].lows.append(rows.array(1))
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
