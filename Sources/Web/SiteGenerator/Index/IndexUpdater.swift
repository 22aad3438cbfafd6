import FoundationEssentials
import Inventory
import InventoryStore

/// Brings the index up to date with changed items and collects the pages that they affect.
///
/// Everything is derived from the facts of an item before, which the index has, and after: the lists whose entries and
/// totals change, and the page whose range contains the entry. Pages that became too full or too empty are then split
/// or merged.
final class IndexUpdater {
    private let series: SeriesTable
    private let pages: PageTable
    private let items: IndexedItemTable
    private(set) var affected = AffectedPages()
    /// Keys at which entries were added or removed.
    private var touched: [Int64: Set<[UInt8]>] = [:]
    /// Sort keys of entries that stay although their items changed.
    private var unmoved: [Int64: Set<[UInt8]>] = [:]
    /// The former totals of changed lists.
    private var before: [Int64: RunningTotals] = [:]
    private var archived: Int64 = 0

    /// The kinds of list of which an inventory may have any number.
    static let linkedKinds: [SeriesKey.Kind] = [.location, .tag]
    /// Number of tags that the overview shows: those of most items.
    static let shownLinks = 40

    init(_ connection: StoreConnection, _ series: SeriesTable) throws {
        self.series = series
        pages = PageTable(connection: connection)
        items = IndexedItemTable(connection: connection)
    }

    /// Records the present state of items; an item that was removed has no facts.
    func replace(_ changes: [(id: UUID, facts: ItemFacts?)]) throws {
        // All former entries go first: an item may now be where another one was.
        var former: [UUID: IndexedItem] = [:]
        var kept: Set<UUID> = []
        for change in changes {
            guard let old = try items.find(change.id) else { continue }
            former[change.id] = old
            if let facts = change.facts, try isUnmoved(old, facts) {
                kept.insert(old.id)
                try keep(old)
            } else {
                try remove(old)
            }
        }
        for change in changes {
            let old = former[change.id]
            if let facts = change.facts, !kept.contains(facts.id) { try insert(facts, old) }
            if let old, !old.isArchived, change.facts?.isArchived != false {
                affected.removedFiles.insert(PageName.item(change.id))
            }
            // The pages of its parts show its name.
            guard let parts = try series.find(SeriesKey(.parts, change.id.text)) else { continue }
            for part in try pages.entries(parts.id) { affected.items.insert(part.target) }
        }
    }

    /// Whether an item keeps its entries in all its lists, and adds the same to their totals.
    private func isUnmoved(_ old: IndexedItem, _ facts: ItemFacts) throws -> Bool {
        guard old.orderKey == facts.orderKey, old.nameKey == facts.nameKey, old.isArchived == facts.isArchived,
            old.contribution == facts.contribution, old.series.count == facts.lists.count
        else { return false }
        return try old.series == facts.lists.compactMap { try series.find($0)?.id }
    }

    /// Notes the entries of an item that stay as they are: the pages that have them show the item.
    private func keep(_ item: IndexedItem) throws {
        affected.formerPhotos[item.id] = item.page.photos
        if !item.isArchived { affected.items.insert(item.orderKey) }
        for id in item.series {
            guard let list = try series.find(id) else { throw IndexError.outOfSync }
            unmoved[id, default: []].insert(item.entry(in: list).key)
        }
    }

    private func remove(_ old: IndexedItem) throws {
        if old.isArchived { archived -= 1 }
        // Its new pictures are recorded after its page is rendered.
        affected.formerPhotos[old.id] = old.page.photos
        for id in old.series { try change(id, old, isIn: false) }
        try items.remove(old.id)
    }

    private func insert(_ facts: ItemFacts, _ old: IndexedItem?) throws {
        let new = IndexedItem(
            id: facts.id, orderKey: facts.orderKey, nameKey: facts.nameKey,
            series: try facts.lists.map { try list($0).id }, isArchived: facts.isArchived,
            contribution: facts.contribution,
            page: facts.isArchived ? ItemPageRecord() : old?.page ?? ItemPageRecord())
        if new.isArchived { archived += 1 } else { affected.items.insert(new.orderKey) }
        for id in new.series { try change(id, new, isIn: true) }
        try items.insert(new)
    }

    /// Adds an item to a list or takes it out.
    private func change(_ id: Int64, _ item: IndexedItem, isIn: Bool) throws {
        guard var list = try series.find(id) else { throw IndexError.outOfSync }
        if before[id] == nil { before[id] = list.totals }
        let entry = item.entry(in: list)
        if isIn {
            try pages.insert(entry, into: id)
            try list.totals.add(item.contribution)
        } else {
            try pages.remove(entry.key, from: id)
            try list.totals.remove(item.contribution)
        }
        touched[id, default: []].insert(entry.key)
        series.update(list)
    }

    /// The list of a key, with an empty page if it is new.
    private func list(_ key: SeriesKey) throws -> Series {
        let (found, isNew) = try series.findOrCreate(key)
        guard isNew, key.kind.hasPages else { return found }
        try pages.insert(PageRange.first, from: [], into: found.id)
        affected.pages.insert(AffectedPages.Page(series: found.id, page: PageRange.first))
        if let links = key.kind.links {
            let links = try list(links)
            try pages.insert(SeriesEntry(key: key.sortKey(series.collation), target: found.id), into: links.id)
            touched[links.id, default: []].insert(key.sortKey(series.collation))
        }
        return found
    }

    /// Balances pages and completes what is affected.
    /// - Returns: by how much the number of archived items changed.
    func finish() throws -> Int64 {
        guard let all = try series.find(SeriesKey(.all)), let search = try series.find(SeriesKey(.search)),
            let parts = try series.find(SeriesKey(.searchParts)), let overview = try series.find(SeriesKey(.overview))
        else { throw IndexError.outOfSync }
        try finishParents()
        touched[search.id] = touched[all.id]
        unmoved[search.id] = unmoved[all.id]
        for id in touched.keys.sorted() where id != parts.id { try balance(id, entries: id == search.id ? all.id : id) }
        try balance(parts.id, entries: parts.id)
        let counted = try before.keys.sorted().filter { try series.find($0)?.totals != before[$0] }
        for id in counted {
            guard let list = try series.find(id) else { continue }
            // Links to the locations in another one are on its first page.
            if let above = try list.key.ancestors.last.flatMap(series.find) { affect(above, page: PageRange.first) }
            if list.totals.items == 0, list.key.kind != .all {
                try remove(list)
            } else if list.key.kind.hasPages {
                // Totals are on the first page.
                affect(list, page: PageRange.first)
            }
            if let key = list.key.kind.links, let links = try series.find(key) {
                touched[links.id, default: []].insert(list.key.sortKey(series.collation))
            }
        }
        if !counted.isEmpty || archived != 0 { affect(overview, page: PageRange.first) }
        for kind in IndexUpdater.linkedKinds {
            guard let links = try kind.links.flatMap(series.find) else { throw IndexError.outOfSync }
            try balance(links.id, entries: links.id)
        }
        for (id, keys) in unmoved {
            var range: PageRange?
            for key in keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                // The same page as that of the key before, unless the key is behind its end.
                if let range, range.high.map({ key.lexicographicallyPrecedes($0) }) ?? true { continue }
                guard let found = try pages.page(id, containing: key) else { throw IndexError.outOfSync }
                affected.pages.insert(AffectedPages.Page(series: id, page: found.page))
                range = found
            }
        }
        for id in affected.lastFiles {
            guard let list = try series.find(id), try pages.last(id)?.page == PageRange.first else { continue }
            affected.removedFiles.insert(list.key.lastFile)
        }
        try series.save()
        return archived
    }

    /// Adds the pages of the parents of changed parts, which name their parts.
    private func finishParents() throws {
        for id in Set(touched.keys).union(unmoved.keys) {
            guard let parts = try series.find(id), parts.key.kind == .parts else { continue }
            touched[id] = nil
            unmoved[id] = nil
            guard let parent = try parts.key.name.flatMap(UUID.init(text:)).flatMap(items.find), !parent.isArchived
            else { continue }
            affected.items.insert(parent.orderKey)
        }
    }

    private func affect(_ series: Series, page: Int64) {
        affected.pages.insert(AffectedPages.Page(series: series.id, page: page))
    }

    private func remove(_ list: Series) throws {
        guard list.key.kind.hasPages else { return try series.remove(list) }
        affected.removedFiles.insert(list.key.file(PageRange.first))
        affected.pages = affected.pages.filter { $0.series != list.id }
        affected.lastFiles.remove(list.id)
        if let key = list.key.kind.links, let links = try series.find(key) {
            try pages.remove(list.key.sortKey(series.collation), from: links.id)
        }
        try series.remove(list)
    }
}

// Splitting and merging pages
extension IndexUpdater {
    /// Goes through the pages that contain touched keys.
    private func balance(_ id: Int64, entries: Int64) throws {
        for key in (touched[id] ?? []).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            guard let range = try pages.page(id, containing: key), let series = try series.find(id) else {
                throw IndexError.outOfSync
            }
            affected.pages.insert(AffectedPages.Page(series: id, page: range.page))
            try balance(series, range: range, entries: entries)
        }
        touched[id] = nil
    }

    private func balance(_ series: Series, range: PageRange, entries: Int64) throws {
        let limits = series.key.kind.limits
        let count = try pages.count(entries, in: range)
        guard count > limits.most || count < limits.least else { return }
        let previous = try pages.page(series.id, before: range)
        let next = try pages.page(series.id, after: range)
        let change = limits.change(
            of: count, previous: try previous.map { try pages.count(entries, in: $0) },
            next: try next.map { try pages.count(entries, in: $0) })
        switch change {
        case .none: break
        case .split:
            try split(
                series, range: range, into: limits.sizes(of: count, isLast: next == nil), entries: entries, next: next)
        case .mergeIntoPrevious:
            try remove(range, of: series, next: next)
            if let previous { affect(series, previous) }
        case .mergeNext:
            guard let next else { return }
            try remove(next, of: series, next: try pages.page(series.id, after: next))
        }
    }

    private func split(
        _ series: Series, range: PageRange, into sizes: [Int], entries: Int64, next: PageRange?
    ) throws {
        var series = series
        // All keys are read before the first page is inserted, since that shortens the range.
        let ends = sizes.dropLast().reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1) }
        let lows = try ends.compactMap { try pages.key(entries, at: $0, of: range) }
        for low in lows {
            try pages.insert(series.nextPage, from: low, into: series.id)
            affected.pages.insert(AffectedPages.Page(series: series.id, page: series.nextPage))
            try updateParts(series, low, page: series.nextPage)
            series.nextPage += 1
        }
        self.series.update(series)
        affectNeighbour(next, of: series)
    }

    private func remove(_ range: PageRange, of series: Series, next: PageRange?) throws {
        try pages.remove(pageFrom: range.low, from: series.id)
        affected.pages.remove(AffectedPages.Page(series: series.id, page: range.page))
        affected.removedFiles.insert(series.key.file(range.page))
        try updateParts(series, range.low, page: nil)
        affectNeighbour(next, of: series)
    }

    /// Marks the next page, whose pager links to this one, or the redirect to the last page.
    private func affectNeighbour(_ next: PageRange?, of series: Series) {
        guard series.key.kind.hasPager else { return }
        if let next { affect(series, next) } else { affected.lastFiles.insert(series.id) }
    }

    private func affect(_ series: Series, _ range: PageRange) { affect(series, page: range.page) }

    /// Adds a part of the search index to the list of parts, or takes it out.
    private func updateParts(_ search: Series, _ low: [UInt8], page: Int64?) throws {
        guard search.key.kind == .search, let parts = try series.find(SeriesKey(.searchParts)) else { return }
        if let page {
            try pages.insert(SeriesEntry(key: low, target: page), into: parts.id)
        } else {
            try pages.remove(low, from: parts.id)
        }
        touched[parts.id, default: []].insert(low)
    }
}

/// The index contradicts itself or the inventory; everything has to be published again.
enum IndexError: Error {
    case outOfSync
}

extension SeriesKey.Kind {
    /// Whether its pages lead to one another.
    var hasPager: Bool { isList || self == .locations || self == .tags }
}

/// The pages that changes of items affect: those to render, and the files to remove.
struct AffectedPages {
    /// A page of a series.
    struct Page: Hashable {
        let series: Int64
        let page: Int64
    }

    /// The order keys of items that have a page.
    var items: Set<Int64> = []
    var pages: Set<Page> = []
    /// Series with a new last page, so that the file that links to it changes.
    var lastFiles: Set<Int64> = []
    /// Files of pages that no longer exist.
    var removedFiles: Set<String> = []
    /// The pictures that changed and removed items showed.
    var formerPhotos: [UUID: [String]] = [:]
}

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
    /// - Parameter fields: the fields that pages show. Totals of values are not for anyone.
    /// - Throws: `overflow` if the value of all its units leaves 64 bits.
    init(_ cursor: ItemCursor, _ collation: Collation, _ fields: PublishedFields) throws {
        id = cursor.id
        orderKey = cursor.orderKey
        isArchived = cursor.flag(.archived)
        let name = cursor.text(.name)
        // Long names are cut off.
        nameKey = collation.key(name).prefix(60) + [0] + withUnsafeBytes(of: id.uuid) { Array($0) }
        contribution = RunningTotals.Contribution(
            quantity: cursor.quantity, value: fields.isPublic ? nil : try cursor.money(.value)?.times(cursor.quantity),
            hasSerialNumber: cursor.text(.serialNumber).map { !$0.isEmpty } ?? false)
        guard !isArchived else { return }
        lists = [SeriesKey(.all)] + ItemFacts.lists(cursor, fields)
        if let parent = cursor.parent { lists.append(SeriesKey(.parts, parent.text)) }
    }

    /// The lists by location, tags and initial that an item is in.
    static func lists(_ cursor: ItemCursor, _ fields: PublishedFields) -> [SeriesKey] {
        guard fields.hasOtherLists else { return [] }
        var lists = fields.shows(.location) ? SeriesKey.locations(text(cursor.text(.location))) : []
        if fields.shows(.tags) {
            cursor.forEachTag { tag in
                guard let name = text(tag) else { return }
                let key = SeriesKey(.tag, name)
                if !lists.contains(key) { lists.append(key) }
            }
        }
        return lists + [SeriesKey(.letter, NameInitial.of(cursor.text(.name)))]
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>?) -> String? {
        guard let bytes, !bytes.isEmpty else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The fields that are read.
    static let fields = ItemFieldSet([.name, .location, .tags, .quantity, .value, .serialNumber, .archived, .parent])
}
