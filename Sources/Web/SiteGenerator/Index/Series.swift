import Inventory
import InventoryStore

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

    /// Limits of a page's number of entries.
    var limits: PageLimits { self == .search ? PageLimits(most: 1000) : PageLimits(most: 500) }
}

extension SeriesKey {
    /// The file of a page: the first has the series' own name, others their id.
    func file(_ page: Int64) -> String {
        switch kind {
        case .all: page == 1 ? "index.html" : "items-\(page).html"
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

    /// Sorts links to lists by name without regard to case, the list of items that state none last.
    var sortKey: [UInt8] {
        guard let name else { return [2] }
        let bytes = Array(name.utf8)
        return [1] + bytes.withUnsafeBufferPointer { CaseFolding.sortKey($0) } + [0] + bytes.prefix(120)
    }
}
