import FoundationEssentials
package import Inventory

/// A link that shows a selection of the items to anyone who has it, such as an adjuster, an heir or a buyer.
package struct ShareLink: Equatable, Sendable {
    /// The beginning of its token's digest, which identifies it. Not secret.
    package let id: String
    /// The filter of the items, as `--where` takes it.
    package let filter: String
    /// Whether the documents of the items are shown.
    package let hasDocuments: Bool
    /// The fields that were hidden from whoever made it, and are so from visitors.
    package let hidden: HiddenFields
    package let made: Timestamp
    /// From then on it shows nothing.
    package let until: Timestamp
    /// The number of times that it was opened, and the first and last time; nil if never.
    package fileprivate(set) var visits: Visits?

    package struct Visits: Equatable, Sendable {
        package var count: Int64
        package let first: Timestamp
        package var last: Timestamp
    }

    /// Hexadecimal digits of an id.
    private static let idLength = 12

    static func id(ofToken digest: String) -> String { String(digest.prefix(idLength)) }

    fileprivate init(
        digest: String, filter: String, hasDocuments: Bool, hidden: HiddenFields, made: Timestamp, until: Timestamp
    ) {
        id = ShareLink.id(ofToken: digest)
        self.hasDocuments = hasDocuments && !hidden.contains(.documents)
        (self.filter, self.hidden, self.made, self.until) = (filter, hidden, made, until)
    }

    /// Reads the setting of a link: times, documents and visits, then the filter, which may have blanks.
    fileprivate init?(digest: String, _ value: String) {
        let words = value.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: false)
        let numbers = words.prefix(6).compactMap { Int64($0) }
        guard words.count == 7, numbers.count == 6 else { return nil }
        let time = Timestamp.init(clampedMilliseconds:)
        self.init(
            digest: digest, filter: String(words[6]), hasDocuments: numbers[2] & 1 == 1,
            hidden: HiddenFields(rawValue: UInt8(truncatingIfNeeded: numbers[2] >> 1)), made: time(numbers[0]),
            until: time(numbers[1]))
        if numbers[3] > 0 { visits = Visits(count: numbers[3], first: time(numbers[4]), last: time(numbers[5])) }
    }

    fileprivate var setting: String {
        let numbers = [
            made.milliseconds, until.milliseconds, Int64(hidden.rawValue) << 1 | (hasDocuments ? 1 : 0),
            visits?.count ?? 0,
            visits?.first.milliseconds ?? 0, visits?.last.milliseconds ?? 0,
        ]
        return numbers.map(String.init).joined(separator: " ") + " " + filter
    }
}

/// The share links of an inventory, by the digests of their tokens: nobody can make a link of a copy or a backup.
struct ShareLinkTable {
    private let settings: SettingsTable
    private static let prefix = "share."
    /// Days for which a link that is over is listed.
    private static let keptDays: Int64 = 90

    init(_ connection: StoreConnection) { settings = SettingsTable(connection: connection) }

    /// All links, also those that are over, the oldest first.
    func all() throws -> [ShareLink] { try rows().map(\.link).sorted { ($0.made, $0.id) < ($1.made, $1.id) } }

    private func rows() throws -> [(digest: String, link: ShareLink)] {
        try settings.values(after: ShareLinkTable.prefix).compactMap { digest, value in
            ShareLink(digest: digest, value).map { (digest, $0) }
        }
    }

    /// The link of a token that is not over; nil for none.
    func link(ofToken digest: String) throws -> ShareLink? {
        let value = try settings.value(ShareLinkTable.prefix + digest)
        return value.flatMap { ShareLink(digest: digest, $0) }.flatMap { Timestamp.now < $0.until ? $0 : nil }
    }

    /// Counts a visit.
    /// - Returns: as ``link(ofToken:)``.
    func visit(_ digest: String) throws -> ShareLink? {
        // Locks the row, so that of two visits at the same time both are counted.
        try settings.connection.run(
            "UPDATE settings SET value = value WHERE inventory = ?1 AND name = ?2",
            .text(ShareLinkTable.prefix + digest))
        guard var link = try link(ofToken: digest) else { return nil }
        let now = Timestamp.now
        var visits = link.visits ?? ShareLink.Visits(count: 0, first: now, last: now)
        visits.count += 1
        visits.last = now
        link.visits = visits
        try set(link, digest)
        return link
    }

    func set(_ link: ShareLink, _ digest: String) throws {
        try settings.set(link.setting, for: ShareLinkTable.prefix + digest)
    }

    /// Removes the links that are over for so long that nobody asks for their visits any more.
    func removeOld() throws {
        let oldest = Timestamp.now.milliseconds - ShareLinkTable.keptDays * Timestamp.millisecondsPerDay
        for row in try rows() where row.link.until.milliseconds < oldest {
            try settings.remove(ShareLinkTable.prefix + row.digest)
        }
    }

    /// - Returns: whether there was one of this id.
    func remove(_ id: String) throws -> Bool {
        let found = try rows().filter { $0.link.id == id }
        for row in found { try settings.remove(ShareLinkTable.prefix + row.digest) }
        return !found.isEmpty
    }
}

extension InventoryStore {
    /// All share links, also those that are over, the oldest first.
    package func shareLinks() throws -> [ShareLink] { try snapshot().shareLinks() }

    /// Adds a share link, and removes those that are over for 90 days.
    /// - Parameters:
    ///   - digest: the digest of its token.
    ///   - filter: a filter that can be read, on one line.
    ///   - hidden: the fields that are hidden from its maker.
    package func addShareLink(
        token digest: String, filter: String, hasDocuments: Bool, hidden: HiddenFields = [], until end: Timestamp
    ) throws -> ShareLink {
        let link = ShareLink(
            digest: digest, filter: filter, hasDocuments: hasDocuments, hidden: hidden, made: .now, until: end)
        try write { writer in
            let links = ShareLinkTable(writer.tables.connection)
            try links.removeOld()
            try links.set(link, digest)
        }
        return link
    }

    /// Removes a share link. Its visitors see nothing more within a second.
    /// - Returns: whether there was one of this id.
    package func removeShareLink(_ id: String) throws -> Bool {
        try write { writer in try ShareLinkTable(writer.tables.connection).remove(id) }
    }
}

extension StoreSnapshot {
    fileprivate func shareLinks() throws -> [ShareLink] { try ShareLinkTable(tables.connection).all() }
}

/// The people by name and the share links by id that the pages admit, and what is hidden from them.
package struct Admissions: Sendable {
    package let people: [String: Person]
    package let links: [String: ShareLink]
    package let hidden: [Role: HiddenFields]
    /// The names of the people without differences of case.
    private let names: Set<String>

    package init(_ people: [Person] = [], _ links: [ShareLink] = [], hidden: [Role: HiddenFields] = [:]) {
        self.hidden = hidden
        names = Set(people.map { Person.folded($0.name) })
        let admitted = people.filter { $0.grants.contains { $0.role != nil } }
        self.people = Dictionary(admitted.map { ($0.name, $0) }) { first, _ in first }
        self.links = Dictionary(links.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Whether there is a person of this name, in upper or lower case.
    package func hasPerson(named name: String) -> Bool { names.contains(Person.folded(name)) }

    package init(_ connection: StoreConnection) throws {
        let people = PeopleTable(connection)
        self.init(try people.all(), try ShareLinkTable(connection).all(), hidden: try people.hiddenFields())
    }
}

/// The holder of a sign-in code or share token.
package enum TokenHolder: Equatable, Sendable {
    /// The owner, who has no name.
    case owner
    case person(String)
    /// A visitor of the share link of this id.
    case visitor(String)

    /// The name of the person or the id of the link; nil for the owner.
    package var name: String? {
        switch self {
        case .owner: nil
        case .person(let name), .visitor(let name): name
        }
    }
}
