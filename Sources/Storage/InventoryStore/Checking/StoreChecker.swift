import Database
import FoundationEssentials
import Inventory

extension InventoryStore {
    /// Checks the whole store: the database's pages and indexes, the journal, and every field of every item.
    /// - Parameter limit: the most diagnostics that are returned.
    /// - Returns: the diagnostics; empty if the store is valid.
    /// - Throws: `damaged` and `inputOutput` if not even checking is possible.
    public func verify(limit: Int = 100) throws(StoreError) -> [StoreDiagnostic] {
        var checker = StoreChecker(location.session(try location.reader(access)), limit: limit)
        return try checker.run()
    }
}

/// Checks a store in one snapshot.
struct StoreChecker {
    let tables: StoreTables
    let limit: Int
    var diagnostics: [StoreDiagnostic] = []

    init(_ connection: StoreConnection, limit: Int) {
        tables = StoreTables(connection)
        self.limit = limit
    }

    var connection: StoreConnection { tables.connection }

    mutating func run() throws(StoreError) -> [StoreDiagnostic] {
        try connection.begin(.read)
        try checkDatabase()
        // A damaged file would only fail the other checks again.
        guard diagnostics.isEmpty else { return diagnostics }
        try checkSchema()
        try checkJournal()
        try checkItems()
        try checkParents()
        try checkReferences()
        try checkHistory()
        try checkTotals()
        return Array(diagnostics.prefix(limit))
    }

    private mutating func checkDatabase() throws(StoreError) {
        let places = try connection.perform { database throws(DatabaseError) in
            try database.checkIntegrity(limit: limit)
        }
        guard !places.isEmpty else { return }
        diagnostics.append(
            .database(
                words: Array(places.prefix(StoreChecker.quoted)), places: places.count,
                orMore: places.count >= limit))
    }

    private mutating func checkSchema() throws(StoreError) {
        let names = try connection.perform { database throws(DatabaseError) in
            try database.foreignObjects(
                besides: Schema.statements(database.dialect) + SiteSchema.statements(database.dialect))
        }
        diagnostics += names.prefix(limit).map(StoreDiagnostic.foreignObject)
    }

    /// Maximum number of SQLite's own lines that are quoted.
    private static let quoted = 3

    private mutating func checkJournal() throws(StoreError) {
        if (try? tables.settings.settings()) == nil || (try? tables.settings.identifier()) == nil {
            diagnostics.append(.settings)
        }
        let latest = try connection.number("SELECT max(revision) FROM journal WHERE inventory = ?1") ?? 0
        let count = try connection.number("SELECT count(*) FROM journal WHERE inventory = ?1") ?? 0
        let first = try connection.number("SELECT min(revision) FROM journal WHERE inventory = ?1") ?? 1
        if count != latest || first != 1 {
            diagnostics.append(.journalGap(revisions: Int(count), latest: Revision(rawValue: latest)))
        }
        var items: Int64 = 0
        let rows = try connection.cursor(
            """
            SELECT revision, edit, inverse, kind FROM journal WHERE inventory = ?1 \
            UNION ALL SELECT revision, edit, inverse, '' FROM journal_parts WHERE inventory = ?1 ORDER BY revision
            """)
        while try rows.step(), diagnostics.count < limit {
            let revision = Revision(rawValue: rows.integer(0))
            guard let edit = rows.bytes(1).flatMap(JournalJSON.payload),
                rows.bytes(2).flatMap(JournalJSON.payload) != nil,
                let kind = rows.text(3), kind.isEmpty || JournalEntry.Kind(rawValue: kind) != nil
            else {
                diagnostics.append(.unreadableChange(revision))
                continue
            }
            items += (edit.item == nil && !edit.adds ? 0 : 1) - (edit.removes ? 1 : 0) + Int64(edit.counts?.added ?? 0)
        }
        let dangling = try connection.cursor(
            """
            SELECT one.revision, coalesce(one.undoes, one.undone_by) FROM journal one WHERE inventory = ?1 AND (\
            (undoes IS NOT NULL AND NOT EXISTS \
            (SELECT 1 FROM journal WHERE inventory = ?1 AND revision = one.undoes)) OR \
            (undone_by IS NOT NULL AND NOT EXISTS \
            (SELECT 1 FROM journal WHERE inventory = ?1 AND revision = one.undone_by))) \
            UNION ALL SELECT revision, revision FROM journal_parts part WHERE inventory = ?1 AND NOT EXISTS \
            (SELECT 1 FROM journal WHERE inventory = ?1 AND revision = part.revision)
            """)
        while try dangling.step(), diagnostics.count < limit {
            diagnostics.append(
                .danglingChange(
                    Revision(rawValue: dangling.integer(0)), names: Revision(rawValue: dangling.integer(1))))
        }
        let present = Int64(try tables.items.count())
        if items != present { diagnostics.append(.count(journal: Int(items), items: Int(present))) }
    }

    /// Compares the totals that the last import cached, if no change followed it. Unreadable values are reported before.
    private mutating func checkTotals() throws(StoreError) {
        guard diagnostics.isEmpty, let cached = try tables.totals.totals(),
            cached.revision == (try tables.journal.latestRevision())
        else {
            return
        }
        if try tables.summary(matching: .current, grouping: .none) != cached.summary { diagnostics.append(.totals) }
    }

    private mutating func checkItems() throws(StoreError) {
        let latest = try connection.number("SELECT max(revision) FROM journal WHERE inventory = ?1") ?? 0
        let rows = try connection.cursor("SELECT \(ItemColumn.list) FROM items WHERE inventory = ?1 ORDER BY position")
        while try rows.step(), diagnostics.count < limit {
            guard let id = rows.identifier(ItemColumn.id.index) else {
                diagnostics.append(.itemWithoutID(orderKey: rows.integer(ItemColumn.orderKey.index)))
                continue
            }
            for column in [ItemColumn.added, .revision] {
                let revision = rows.integer(column.index)
                if !(1...max(latest, 1)).contains(revision) || latest == 0 {
                    diagnostics.append(.unknownRevision(id, Revision(rawValue: revision)))
                }
            }
            for field in ItemField.allCases where !rows.holds(field) { diagnostics.append(.field(field, of: id)) }
        }
    }
}
