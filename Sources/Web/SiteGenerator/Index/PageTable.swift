import FoundationEssentials
import Inventory
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

/// A run of pages that follow one another: the items of a list, the search index, or a page of links to lists.
struct Series {
    let id: Int64
    let key: SeriesKey
    /// The totals of its items; of series other than lists only the number of entries counts.
    var totals = RunningTotals()
    /// The id that the next new page gets. Ids are never used again.
    var nextPage: Int64 = 2
}

/// The name of a series among the others.
struct SeriesKey: Hashable, Sendable {
    enum Kind: String, CaseIterable, Sendable {
        /// Lists of items: all, those of a location, a tag, an initial.
        case all, location, tag, letter
        /// The data that the pages' scripts load to search and sort, and the list of its files.
        case search, searchParts
        /// Links to all locations and to all tags.
        case locations, tags
        /// Totals, charts and ways to browse: one page without entries.
        case overview
        /// The parts of one item, under the item's id. They have no list page; the item's own page names them.
        case parts
    }

    let kind: Kind
    /// Nil for items that state none, and for names that begin with no letter.
    let name: String?

    init(_ kind: Kind, _ name: String? = nil) {
        self.kind = kind
        self.name = name
    }
}

extension SeriesKey.Kind {
    /// Whether its entries are items, each shown as a row.
    var isList: Bool { [.all, .location, .tag, .letter].contains(self) }

    /// The series of links to all lists of this kind.
    var links: SeriesKey? {
        switch self {
        case .location: SeriesKey(.locations)
        case .tag: SeriesKey(.tags)
        default: nil
        }
    }

    /// Whether it is published as pages of its own.
    var hasPages: Bool { self != .parts }

    /// Limits of a page's number of entries.
    var limits: PageLimits { self == .search ? PageLimits(most: 1000) : PageLimits(most: 500) }
}

extension SeriesKey {
    /// The file of a page: the first has the series' own name, others their id.
    func file(_ page: Int64) -> String {
        switch kind {
        case .all: page == 1 ? "index.html" : "items-\(page).html"
        case .overview: "overview.html"
        case .parts: ""
        case .search: "search/\(page).json"
        case .searchParts: page == 1 ? "search/index.json" : "search/index-\(page).json"
        case .location, .tag, .letter, .locations, .tags: page == 1 ? "\(stem).html" : "\(stem)-p\(page).html"
        }
    }

    /// The file that leads to the last page, whichever that is; only for series with a pager.
    var lastFile: String { kind == .all ? "items-last.html" : "\(stem)-last.html" }

    /// Readable, and different for every name.
    private var stem: String {
        if kind == .locations || kind == .tags { return "browse-\(kind.rawValue)" }
        guard let name else { return kind == .letter ? "letter-other" : "\(kind.rawValue)-none" }
        if kind == .letter { return name == NameInitial.digit ? "letter-digit" : "letter-\(name.lowercased())" }
        var slug: [UInt8] = []
        for byte in name.utf8.prefix(80) {
            switch byte | 0x20 {
            case UInt8(ascii: "a")...UInt8(ascii: "z") where byte >= 0x41: slug.append(byte | 0x20)
            default:
                if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                    slug.append(byte)
                } else if slug.last != UInt8(ascii: "-"), !slug.isEmpty {
                    slug.append(UInt8(ascii: "-"))
                }
            }
        }
        if slug.last == UInt8(ascii: "-") { slug.removeLast() }
        // The fingerprint distinguishes names that look the same in ASCII, or have no ASCII letters at all.
        let tag = Fingerprint(name).text.prefix(10)
        let words = String(decoding: slug.prefix(40), as: UTF8.self)
        return slug.isEmpty ? "\(kind.rawValue)-\(tag)" : "\(kind.rawValue)-\(words)-\(tag)"
    }

    /// Sorts links to lists by name, the list of items that state none last. The key of a location
    /// begins with that of the one that it is in.
    func sortKey(_ collation: Collation) -> [UInt8] {
        guard let name else { return [2] }
        return (path.isEmpty ? [name] : path).reduce(into: [1]) { $0 += SeriesKey.sortKey($1, collation) }
    }

    private static func sortKey(_ name: String, _ collation: Collation) -> [UInt8] {
        var bytes = Array(name.utf8)
        let key = collation.key(name).prefix(60)
        // An entry of an index on a server has at most 2,704 bytes, and a location has up to twelve names.
        if bytes.count > 80 { bytes = Array(bytes.prefix(60)) + Fingerprint(name).text.utf8.prefix(20) }
        // 0 ends each of the two; a name could contain it.
        return (key + [0]) + bytes.flatMap { $0 > 1 ? [$0] : [1, $0 + 1] } + [0]
    }
}

// Locations are a tree: `Home / Office` is in `Home`.
extension SeriesKey {
    /// The maximum number of levels; deeper places are part of the last.
    static let mostLevels = 12
    private static let separator = " / "

    /// The lists of a location and of all that it is in, the outermost first.
    static func locations(_ text: String?) -> [SeriesKey] {
        let names = Selection.pathNames(text ?? "")
        guard !names.isEmpty else { return [SeriesKey(.location)] }
        var name = ""
        var locations: [SeriesKey] = []
        for (index, part) in names.enumerated() {
            if index > 0 { name += separator }
            name += part
            // The names below the last level are part of its name.
            if index < mostLevels - 1 || index == names.count - 1 { locations.append(SeriesKey(.location, name)) }
        }
        return locations
    }

    /// The names of the levels of a location; empty for other lists.
    var path: [String] {
        guard kind == .location, let name else { return [] }
        let names = Selection.pathNames(name)
        guard names.count > SeriesKey.mostLevels else { return names }
        let last = SeriesKey.mostLevels - 1
        return names.prefix(last) + [names.dropFirst(last).joined(separator: SeriesKey.separator)]
    }

    /// The locations that this one is in, the outermost first.
    var ancestors: [SeriesKey] {
        let path = path
        return path.indices.dropFirst().map { SeriesKey(.location, path[..<$0].joined(separator: SeriesKey.separator)) }
    }

    /// Distinguishes amounts of one level of locations from those of others.
    var amountKind: String { kind == .location ? SeriesKey.amountKind(ofLevel: path.count) : kind.rawValue }

    /// The kind of the amounts of locations of a level; level 0 is that of items that state none.
    static func amountKind(ofLevel level: Int) -> String { "\(Kind.location.rawValue) \(level)" }
}

/// Limits of a page's number of entries. Ranges are sticky, as the leaves of a B-tree: a page splits when it is
/// over-full and merges with a neighbour when it is nearly empty, so that a change in the middle of a series affects
/// one page and seldom its neighbours.
struct PageLimits: Equatable {
    /// A page with more entries is split.
    let most: Int
    /// Entries of a page that is filled in order: there is room for later ones.
    var fill: Int { most * 4 / 5 }
    /// A page with fewer entries is merged with a neighbour if both together do not exceed `fill`.
    var least: Int { most / 5 }

    init(most: Int) { self.most = most }

    /// The sizes of the pages into which so many entries are divided.
    /// - Parameter isLast: whether entries are mostly added behind these, so that the pages before stay full.
    func sizes(of count: Int, isLast: Bool) -> [Int] {
        guard count > most else { return [count] }
        let size = isLast ? fill : min(fill, (count + 1) / 2)
        var sizes: [Int] = []
        var rest = count
        while rest > most {
            sizes.append(size)
            rest -= size
        }
        // Without this the last page could be merged again at once.
        if isLast, rest < least, let full = sizes.popLast() {
            rest += full
            sizes.append((rest + 1) / 2)
            rest /= 2
        }
        return sizes + [rest]
    }

    /// The change of a page after entries were added or removed.
    func change(of count: Int, previous: Int?, next: Int?) -> PageChange {
        if count > most { return .split }
        guard count < least else { return .none }
        if let previous, count == 0 || previous + count <= fill { return .mergeIntoPrevious }
        if let next, count == 0 || next + count <= fill { return .mergeNext }
        return .none
    }
}

/// See ``PageLimits/change(of:previous:next:)``.
enum PageChange: Equatable {
    case none, split
    /// The previous page gets the entries; this page's file is removed.
    case mergeIntoPrevious
    /// This page gets the entries of the next, whose file is removed.
    case mergeNext
}

/// The letter under which a name is listed. `Site/match.js` has the same rule.
enum NameInitial {
    /// For names that begin with a digit.
    static let digit = "0–9"
    private static let letters: [String] = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map {
        String(Unicode.Scalar($0))
    }

    /// The letter of a name in UTF-8, accents left off; nil for names that begin with anything but a Latin letter or a
    /// digit, and for items without a name.
    static func of(_ name: UnsafeBufferPointer<UInt8>?) -> String? {
        guard let name, let first = name.first else { return nil }
        if first < 0x80 {
            switch first {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): return digit
            case UInt8(ascii: "a")...UInt8(ascii: "z"): return letters[Int(first - UInt8(ascii: "a"))]
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): return letters[Int(first - UInt8(ascii: "A"))]
            default: return nil
            }
        }
        guard first < 0xE2 else { return nil }
        let scalar = String(decoding: name.prefix(4), as: UTF8.self).unicodeScalars.first
        return scalar.flatMap(LatinLetters.base).map(String.init)
    }
}
