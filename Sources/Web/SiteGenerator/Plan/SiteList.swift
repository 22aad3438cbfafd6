import Inventory
import InventoryStore

/// A list of items with pages of its own: all of them, those of a location, a tag or an initial.
struct SiteList: Sendable {
    /// What its items have in common.
    enum Kind: String, CaseIterable, Sendable {
        case all, location, tag, letter
    }

    /// A list's name among the others.
    struct Key: Hashable, Sendable {
        let kind: Kind
        /// Nil for items that state none, and for names that begin with no letter.
        let name: String?
    }

    /// The most rows on one page.
    static let rowsPerPage = 500

    let key: Key
    var runningTotals = RunningTotals()
    /// The places of its items in the whole list, ascending; empty where only the tally is known.
    var rows: [UInt32] = []

    init(_ key: Key) { self.key = key }

    /// How many pages its items take; the whole list has one even where it is empty.
    var pageCount: Int { SiteList.pageCount(runningTotals.items) }

    static func pageCount(_ items: Int) -> Int { max(1, (items + rowsPerPage - 1) / rowsPerPage) }

    /// The name of its page's file, counted from 1.
    func file(page: Int) -> String { key.file(page: page) }
}

extension SiteList.Key {
    static let all = SiteList.Key(kind: .all, name: nil)

    /// The name of a page's file, counted from 1: readable, and different for every name.
    func file(page: Int) -> String {
        if kind == .all { return page == 1 ? "index.html" : "page-\(page).html" }
        return page == 1 ? "\(stem).html" : "\(stem)-\(page).html"
    }

    private var stem: String {
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
        // Names that read alike in ASCII, or have no ASCII at all, are told apart by their fingerprint.
        let tag = Fingerprint(name).text.prefix(10)
        let words = String(decoding: slug.prefix(40), as: UTF8.self)
        return slug.isEmpty ? "\(kind.rawValue)-\(tag)" : "\(kind.rawValue)-\(words)-\(tag)"
    }
}

extension SiteList.Key: Comparable {
    /// In the order of navigation: by kind, then by name whatever its case, what is not stated last.
    static func < (one: SiteList.Key, other: SiteList.Key) -> Bool {
        if one.kind != other.kind {
            let order = SiteList.Kind.allCases
            return (order.firstIndex(of: one.kind) ?? 0) < (order.firstIndex(of: other.kind) ?? 0)
        }
        guard let name = one.name else { return false }
        guard let otherName = other.name else { return true }
        return CaseFolding.compare(name, otherName) < 0
    }
}
