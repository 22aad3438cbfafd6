import Database
package import FoundationEssentials
package import Inventory
package import Message

extension InventoryStore {
    /// Checks the whole store: the database's pages and indexes, the journal, and every field of every item.
    /// - Parameter limit: the most diagnostics that are returned.
    /// - Returns: the diagnostics; empty if the store is valid.
    /// - Throws: `damaged` and `inputOutput` if not even checking is possible.
    package func verify(limit: Int = 100) throws -> [StoreDiagnostic] {
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

    mutating func run() throws -> [StoreDiagnostic] {
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

    private mutating func checkDatabase() throws {
        let places = try connection.perform { database in try database.checkIntegrity(limit: limit) }
        guard !places.isEmpty else { return }
        diagnostics.append(
            .database(
                words: Array(places.prefix(StoreChecker.quoted)), places: places.count,
                orMore: places.count >= limit))
    }

    private mutating func checkSchema() throws {
        let names = try connection.perform { database in
            try database.foreignObjects(
                besides: Schema.statements(database.dialect) + SiteSchema.statements(database.dialect))
        }
        diagnostics += names.prefix(limit).map(StoreDiagnostic.foreignObject)
    }

    /// Maximum number of SQLite's own lines that are quoted.
    private static let quoted = 3

    private mutating func checkJournal() throws {
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
    private mutating func checkTotals() throws {
        guard diagnostics.isEmpty, let cached = try tables.totals.totals(),
            cached.revision == (try tables.journal.latestRevision())
        else {
            return
        }
        if try tables.summary(matching: .current, grouping: .none) != cached.summary { diagnostics.append(.totals) }
    }

    private mutating func checkItems() throws {
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

extension StoreChecker {
    /// Compares the fields of items with the values that changes left in them.
    ///
    /// The journal has every field that a change set since its item was added, and all of an item that was added on its
    /// own. Of imported items it has nothing before their first change; the import's own totals are checked instead.
    mutating func checkHistory() throws {
        let rows = try connection.cursor(
            """
            SELECT id FROM items WHERE inventory = ?1 \
            AND (EXISTS (SELECT 1 FROM journal entry WHERE entry.item = items.id AND entry.inventory = ?1) \
            OR EXISTS (SELECT 1 FROM journal_parts part WHERE part.item = items.id AND part.inventory = ?1)) \
            ORDER BY position
            """)
        let reported = diagnostics
        while try rows.step(), diagnostics.count < limit {
            guard let id = rows.identifier(0), let stored = try readable(id) else { continue }
            let left = try tables.journal.left(by: stored.added, in: id)
            for field in ItemField.allCases where !reported.contains(where: { $0.concerns(field, in: id) }) {
                guard let (value, revision) = left[field] else { continue }
                let now = stored.item[field]
                // An item holds some values as others: no quantity as one, the photos with one of them as primary.
                guard !now.isIdentical(to: value), !now.isHeld(like: value, by: field) else { continue }
                diagnostics.append(.unrecorded(field, of: id, revision))
            }
        }
    }

    /// An item; nil if its row is damaged, which was found before.
    private func readable(_ id: UUID) throws -> StoredItem? {
        do {
            return try tables.items.find(id)
        } catch StoreError.damaged, StoreError.damagedField {
            return nil
        }
    }
}

extension StoreDiagnostic {
    /// Whether the diagnostic already reports a field in other words; a cycle is reported for one of its items.
    fileprivate func concerns(_ field: ItemField, in id: UUID) -> Bool {
        switch self {
        case .field(field, of: id): true
        case .parent: field == .parent
        case .reference: field == .externalReference
        default: false
        }
    }
}

extension JournalTable {
    /// The values that changes left in the fields of an item since it was added; without the fields that none set.
    fileprivate func left(
        by added: Revision, in id: UUID
    ) throws -> [ItemField: (value: FieldValue, revision: Revision)] {
        var left: [ItemField: (value: FieldValue, revision: Revision)] = [:]
        try connection.forEach(
            """
            SELECT revision, edit FROM journal WHERE inventory = ?1 AND item = ?2 AND revision >= ?3 \
            UNION ALL SELECT revision, edit FROM journal_parts WHERE inventory = ?1 AND item = ?2 AND revision >= ?3 \
            ORDER BY revision
            """, .id(id), .integer(added.rawValue)
        ) { row in
            let revision = Revision(rawValue: row.integer(0))
            guard let edit = row.bytes(1).flatMap(JournalJSON.payload) else { return }
            if edit.removes { left = [:] }
            if let item = edit.item {
                for field in ItemField.allCases { left[field] = (item[field], revision) }
            }
            for (field, value) in edit.fields?.changes ?? [:] { left[field] = (value, revision) }
        }
        return left
    }
}

extension StoreChecker {
    /// Finds external references that several items share.
    mutating func checkReferences() throws {
        var found: [StoreDiagnostic] = []
        try tables.items.forEachSharedReference { id, diagnostic in
            found.append(.reference(diagnostic, of: id))
        }
        diagnostics += found
    }

    /// Finds items whose parent is not there, and cycles of items that are part of one another; each cycle once.
    mutating func checkParents() throws {
        let rows = try connection.cursor(
            """
            SELECT id, parent, \
            CASE WHEN EXISTS (SELECT 1 FROM items one WHERE one.id = items.parent AND one.inventory = ?1) THEN 0 ELSE 1 END \
            FROM items WHERE inventory = ?1 AND parent IS NOT NULL ORDER BY position
            """)
        var walk = CycleFinder()
        while try rows.step(), diagnostics.count < limit {
            // A row without readable ids was found before.
            guard let id = rows.identifier(0), let parent = rows.identifier(1) else { continue }
            if rows.integer(2) != 0 {
                diagnostics.append(.parent(.unknown, of: id))
            } else if parent == id {
                diagnostics.append(.parent(.itself, of: id))
            } else {
                let cycle = try walk.cycle(from: id) { id in try tables.items.parent(of: id) }
                if cycle.count > 1, let first = cycle.first { diagnostics.append(.parent(.cycle, of: first)) }
            }
        }
    }
}

/// An inconsistency in a store.
package enum StoreDiagnostic: Equatable, Sendable {
    /// The database itself is damaged in so many places, or more; the words are SQLite's for some of them.
    case database(words: [String], places: Int, orMore: Bool)
    /// Somebody put a table, a trigger or a view of this name into the database. It is not used.
    case foreignObject(String)
    /// The revisions of the journal have gaps.
    case journalGap(revisions: Int, latest: Revision)
    /// An entry of the journal is unreadable.
    case unreadableChange(Revision)
    /// An entry of the journal names another that is missing.
    case danglingChange(Revision, names: Revision)
    /// An item was touched by a change that is not in the journal.
    case unknownRevision(UUID, Revision)
    /// A field of an item has an invalid value.
    case field(ItemField, of: UUID)
    /// A field of an item differs from the value that the last change gave it.
    case unrecorded(ItemField, of: UUID, Revision)
    /// An item names a parent that it cannot have.
    case parent(InvalidParentDiagnostic, of: UUID)
    /// An item's external reference also identifies another item.
    case reference(DuplicateReferenceDiagnostic, of: UUID)
    /// A row has no readable id.
    case itemWithoutID(orderKey: Int64)
    /// The journal's additions and removals amount to another number of items than the store has.
    case count(journal: Int, items: Int)
    /// The settings cannot be read.
    case settings
    /// The cached totals of the last import differ from the totals of the items.
    case totals
}

extension StoreDiagnostic: MessageConvertible {
    package var message: Message {
        switch self {
        case .database(let words, let places, let orMore):
            Message(
                orMore ? "store.diagnostic.databaseInMore" : "store.diagnostic.database",
                [
                    "places": .count(places),
                    "words": (words + (places > words.count ? ["…"] : [])).joined(separator: "; "),
                ])
        case .foreignObject(let name): Message("store.diagnostic.foreignObject", ["name": name])
        case .journalGap(let revisions, let latest):
            Message("store.diagnostic.journalGap", ["revisions": .count(revisions), "latest": .value(latest)])
        case .unreadableChange(let revision):
            Message("store.diagnostic.unreadableChange", ["revision": .value(revision)])
        case .danglingChange(let revision, let other):
            Message("store.diagnostic.danglingChange", ["revision": .value(revision), "named": .value(other)])
        case .unknownRevision(let id, let revision):
            Message("store.diagnostic.unknownRevision", ["item": id.text, "revision": .value(revision)])
        case .field(let field, let id): Message("store.diagnostic.field", ["field": field.name, "item": id.text])
        case .unrecorded(let field, let id, let revision):
            Message(
                "store.diagnostic.unrecorded", ["field": field.name, "item": id.text, "revision": .value(revision)])
        case .parent(.unknown, let id): Message("store.diagnostic.unknownParent", ["item": id.text])
        case .parent(.itself, let id): Message("store.diagnostic.ownParent", ["item": id.text])
        case .parent(.cycle, let id): Message("store.diagnostic.parentCycle", ["item": id.text])
        case .reference(let diagnostic, let id):
            Message("store.diagnostic.reference", ["item": id.text, "other": diagnostic.other.text])
        case .itemWithoutID(let orderKey): Message("store.diagnostic.itemWithoutID", ["position": .value(orderKey)])
        case .count(let journal, let items):
            Message("store.diagnostic.count", ["journal": .value(journal), "items": .value(items)])
        case .settings: Message("store.diagnostic.settings")
        case .totals: Message("store.diagnostic.totals")
        }
    }
}
