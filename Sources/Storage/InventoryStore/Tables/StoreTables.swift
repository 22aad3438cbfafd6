import FoundationEssentials
import Inventory

/// The tables of one inventory, by concern.
struct StoreTables {
    let connection: StoreConnection
    let items: ItemTable
    let orderKeyTable: OrderKeyTable
    let journal: JournalTable
    let keys: IdempotencyKeyTable
    let settings: SettingsTable
    let totals: CachedTotalsTable
    let files: FileReferenceTable
    /// The rows of items, after `FROM`: hidden fields have no value in any of them, whatever a query asks for.
    let visibleItems: String

    init(_ connection: StoreConnection, without hidden: HiddenFields = []) {
        self.connection = connection
        visibleItems = hidden.isEmpty ? "items" : "(\(StoreTables.rows(without: hidden))) items"
        items = ItemTable(connection)
        orderKeyTable = OrderKeyTable(connection: connection)
        journal = JournalTable(connection: connection)
        keys = IdempotencyKeyTable(journal: journal)
        settings = SettingsTable(connection: connection)
        totals = CachedTotalsTable(settings: settings)
        files = FileReferenceTable(connection: connection)
    }

    private static func rows(without hidden: HiddenFields) -> String {
        let fields = hidden.fields
        let columns = fields.map(\.column)
        let withoutValue =
            (columns + columns.compactMap(\.second)).map(\.name)
            + fields.flatMap(DerivedColumn.columns).map(\.name)
        let names = ["inventory"] + ItemColumn.allCases.map(\.name) + DerivedColumn.allCases.map(\.name)
        // NULL of the column's type.
        let selected = names.map { withoutValue.contains($0) ? "nullif(\($0), \($0)) AS \($0)" : $0 }
        return "SELECT \(selected.joined(separator: ", ")) FROM items"
    }

    /// Makes the sort keys again if an earlier program, or ICU's data of an earlier version, made them.
    ///
    /// Every transaction that writes begins with this, as it needs the collation for the keys that it writes.
    /// - Parameter made: the generation and language of the keys; nil if they are not made yet.
    func prepareSortKeys(_ made: String?) throws {
        let made = made?.split(separator: " ") ?? []
        if made.count == 2, let generation = Int(made[0]), generation >= Collation.generation {
            items.collation = Collation.of(String(made[1]))
        } else {
            try sortItems(by: try settings.value("locale") ?? InventorySettings.usualLocale)
        }
    }

    /// Makes the sort keys of all items in a language.
    func sortItems(by language: String) throws {
        items.collation = Collation.of(language)
        try items.computeColumns()
        try settings.set("\(Collation.generation) \(language)", for: SettingsTable.sortKeys)
    }

    /// Replaces the settings, of which the language decides how items are sorted.
    func replace(_ new: InventorySettings) throws {
        try settings.replace(new)
        if new.locale != items.collation.language { try sortItems(by: new.locale) }
    }

    /// The store as errors name it: its folder, or its address on a server.
    var path: String { connection.path }
}

/// The totals of all items after an import, so that a report of a large inventory need not count it first.
///
/// An import into an empty store caches them. Any later change makes them stale: they are valid only at their revision.
struct CachedTotals: Equatable {
    /// The change after which the totals are valid.
    var revision: Revision
    /// The totals of items that are not archived, without groups.
    var summary = StoreSummary()

    /// Counts an item that is added.
    /// - Throws: `overflow` or `outOfRange` if a sum leaves the range of 64 bits.
    mutating func add(_ item: Item) throws(ValueError) {
        guard !item.archived else {
            summary.archived += 1
            summary.archivedLeftOut += 1
            return
        }
        try summary.totals.add(
            quantity: item.quantity, value: item.value, hasSerialNumber: item.serialNumber?.isEmpty == false)
    }
}

extension CachedTotals {
    /// `REVISION ITEMS UNITS WITHOUT-VALUE WITHOUT-SERIAL-NUMBER ARCHIVED`, units in millionths, then the sums in minor
    /// units: `1234 USD`.
    var text: String {
        let totals = summary.totals
        let counts = [
            revision.rawValue, Int64(totals.items), totals.units.millionths, Int64(totals.withoutValue),
            Int64(totals.withoutSerialNumber), Int64(summary.archived),
        ]
        let sums = totals.amounts.flatMap { [String($0.minorUnits), $0.currency.code] }
        return (counts.map(String.init) + sums).joined(separator: " ")
    }

    /// Reads ``text``; nil if it is malformed.
    init?(text: String) {
        let words = text.split(separator: " ")
        let counts = words.prefix(6).compactMap { Int64($0) }
        guard counts.count == 6, words.count % 2 == 0, counts.allSatisfy({ (0..<1 << 53).contains($0) }) else {
            return nil
        }
        var amounts: [Money] = []
        for place in stride(from: 6, to: words.count, by: 2) {
            guard let sum = Int64(words[place]), let currency = Currency(utf8: words[place + 1].utf8) else {
                return nil
            }
            amounts.append(Money(minorUnits: sum, currency: currency))
        }
        revision = Revision(rawValue: counts[0])
        summary.archived = Int(counts[5])
        summary.archivedLeftOut = summary.archived
        summary.totals = ValueTotals(
            items: Int(counts[1]), units: Quantity(millionths: counts[2]), withoutValue: Int(counts[3]),
            withoutSerialNumber: Int(counts[4]), amounts: amounts)
    }
}

/// The totals that an import leaves behind.
struct CachedTotalsTable {
    let settings: SettingsTable

    func totals() throws -> CachedTotals? { try settings.value("totals").flatMap(CachedTotals.init) }

    func set(_ totals: CachedTotals) throws { try settings.set(totals.text, for: "totals") }
}

/// The photos and documents that items have and the journal mentions.
struct FileReferenceTable {
    let connection: StoreConnection

    /// Visits the files of all items, in no order.
    func forEach(_ body: (ContentHash, UUID) -> Void) throws {
        let rows = try connection.cursor(
            "SELECT id, photos, documents FROM items WHERE inventory = ?1 AND (photos IS NOT NULL OR documents IS NOT NULL)"
        )
        while try rows.step() {
            let photos = rows.isNull(1) ? [] : rows.bytes(1).flatMap(JournalJSON.photos)
            let documents = rows.isNull(2) ? [] : rows.bytes(2).flatMap(JournalJSON.documents)
            guard let id = rows.identifier(0), let photos, let documents else {
                throw StoreError.damaged(path: connection.path, .unreadableAttachments)
            }
            for hash in photos.map(\.hash) + documents.map(\.hash) { body(hash, id) }
        }
    }

    /// The files that are documents of an item.
    func ofDocuments() throws -> Set<ContentHash> {
        let rows = try connection.cursor(
            "SELECT documents FROM items WHERE inventory = ?1 AND documents IS NOT NULL")
        var found: Set<ContentHash> = []
        while try rows.step() {
            guard let documents = rows.bytes(0).flatMap(JournalJSON.documents) else {
                throw StoreError.damaged(path: connection.path, .unreadableAttachments)
            }
            found.formUnion(documents.map(\.hash))
        }
        return found
    }

    /// The files that the journal mentions.
    func inJournal() throws -> Set<ContentHash> {
        let rows = try connection.cursor(
            """
            SELECT revision, edit, inverse FROM journal WHERE inventory = ?1 AND (edit LIKE ?2 OR inverse LIKE ?2) \
            UNION ALL SELECT revision, edit, inverse FROM journal_parts \
            WHERE inventory = ?1 AND (edit LIKE ?2 OR inverse LIKE ?2)
            """, .text("%\(JournalJSON.hashPrefix)%"))
        var found: Set<ContentHash> = []
        while try rows.step() {
            for column in [1, 2] {
                guard let payload = rows.bytes(column).flatMap(JournalJSON.payload) else {
                    throw StoreError.damagedJournal(Revision(rawValue: rows.integer(0)), path: connection.path)
                }
                found.formUnion(payload.files)
            }
        }
        return found
    }
}

extension JournalPayload {
    /// The files of the photos and documents in the payload.
    var files: [ContentHash] {
        var hashes = (item?.photos.map(\.hash) ?? []) + (item?.documents.map(\.hash) ?? [])
        if case .photos(let photos)? = fields?.changes[.photos] { hashes += photos.map(\.hash) }
        if case .documents(let documents)? = fields?.changes[.documents] { hashes += documents.map(\.hash) }
        return hashes
    }
}

/// The idempotency keys of changes, each in the row of the change that was made under it.
struct IdempotencyKeyTable {
    let journal: JournalTable

    /// The change that was made under a key.
    func record(of key: IdempotencyKey) throws -> JournalRecord? {
        try journal.connection.first(
            "SELECT \(JournalTable.columns) FROM journal WHERE inventory = ?1 AND key = ?2", .text(key.rawValue)
        ) { row in try journal.record(in: row) }
    }
}
