import Database
import Files
import FoundationEssentials
import Glibc
package import Inventory

/// The journal: one row a change, and one for each item's part in a change that touched many.
struct JournalTable {
    let connection: StoreConnection

    static let columns = "revision, moment, actor, key, kind, item, edit, inverse, undoes, undone_by"

    private var path: String { connection.path }

    func latestRevision() throws -> Revision {
        Revision(rawValue: try connection.number(JournalTable.latest) ?? 0)
    }

    /// The statement with which every transaction that writes begins.
    static func latestRevision(_ connection: StoreConnection) throws -> StoreStatement {
        try connection.statement(latest)
    }

    /// The latest revision, and how the items' sort keys were made: what a writer needs first, in one round trip.
    func latest() throws -> (revision: Revision, sortKeys: String?) {
        try connection.first(JournalTable.latest) { (Revision(rawValue: $0.integer(0)), $0.text(1)) }
            ?? (Revision(rawValue: 0), nil)
    }

    private static let latest = """
        SELECT (SELECT max(revision) FROM journal WHERE inventory = ?1), \
        (SELECT value FROM settings WHERE inventory = ?1 AND name = '\(SettingsTable.sortKeys)')
        """

    func append(_ record: JournalRecord) throws {
        try connection.statement(
            "INSERT INTO journal (inventory, \(JournalTable.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            .integer(record.revision.rawValue), .integer(record.timestamp.milliseconds), .text(record.actor),
            .text(record.key?.rawValue), .text(record.kind.rawValue), .id(record.item),
            .utf8(JournalJSON.payload(record.edit)), .utf8(JournalJSON.payload(record.inverse)),
            .integer(record.undoes?.rawValue), .integer(record.undoneBy?.rawValue)
        ).runLater()
    }

    func append(_ part: JournalPart, to revision: Revision) throws {
        try connection.statement(
            """
            INSERT INTO journal_parts (inventory, number, revision, item, edit, inverse) VALUES \
            (?1, (SELECT coalesce(max(number), 0) + 1 FROM journal_parts WHERE inventory = ?1), ?2, ?3, ?4, ?5)
            """, .integer(revision.rawValue), .id(part.item), .utf8(JournalJSON.payload(part.edit)),
            .utf8(JournalJSON.payload(part.inverse))
        ).runLater()
    }

    func record(_ revision: Revision) throws -> JournalRecord? {
        try connection.first(
            "SELECT \(JournalTable.columns) FROM journal WHERE inventory = ?1 AND revision = ?2",
            .integer(revision.rawValue), read: record(in:))
    }

    /// Whether an entry is in the journal, after the connection was lost while it was committed.
    ///
    /// Takes the inventory's lock, which is free only after the transaction was committed or rolled back. Entries are
    /// compared by content: after a failover another change may have the same revision.
    /// - Throws: `unknownOutcome` if the server cannot be reached for some seconds.
    func isCommitted(_ entry: JournalRecord) throws -> Bool {
        let end = MonotonicClock.now() + 10
        while true {
            do {
                try connection.begin(.write(waits: true))
                let isFound = try record(entry.revision)?.isSame(as: entry) ?? false
                // The server has committed the entry; this commit waits until a synchronous standby has it, too.
                try connection.commit()
                return isFound
            } catch {
                connection.rollBack()
                guard MonotonicClock.now() < end else { throw StoreError.unknownOutcome(path: path) }
                usleep(300_000)
            }
        }
    }

    func latestUndoable() throws -> Revision? {
        // An edit that changed nothing is in the journal only for its key.
        try connection.number(
            """
            SELECT revision FROM journal WHERE inventory = ?1 AND undone_by IS NULL AND kind NOT IN ('undo', 'forget') \
            AND inverse <> '{}' \
            ORDER BY revision DESC LIMIT 1
            """
        ).map(Revision.init(rawValue:))
    }

    func records(before revision: Revision?, limit: Int) throws -> [JournalRecord] {
        try connection.all(
            "SELECT \(JournalTable.columns) FROM journal WHERE inventory = ?1 AND revision < ?2 ORDER BY revision DESC LIMIT ?3",
            .integer(revision?.rawValue ?? Int64.max), .integer(Int64(limit)), read: record(in:))
    }

    /// The changes of an item, the latest first: of a change of many items, its part.
    func records(of id: UUID, limit: Int) throws -> [JournalRecord] {
        try connection.all(
            """
            SELECT \(JournalTable.columns) FROM journal WHERE inventory = ?1 AND item = ?2 \
            UNION ALL SELECT revision, moment, actor, key, kind, journal.item, part.edit, part.inverse, undoes, undone_by \
            FROM journal_parts part JOIN journal USING (inventory, revision) WHERE inventory = ?1 AND part.item = ?2 \
            ORDER BY revision DESC LIMIT ?3
            """, .id(id), .integer(Int64(limit)), read: record(in:))
    }

    func records(after revision: Revision) throws -> [JournalRecord] {
        try connection.all(
            "SELECT \(JournalTable.columns) FROM journal WHERE inventory = ?1 AND revision > ?2 ORDER BY revision",
            .integer(revision.rawValue), read: record(in:))
    }

    func parts(
        of revision: Revision, before number: Int64?, limit: Int
    ) throws -> [(number: Int64, part: JournalPart)] {
        try connection.all(
            """
            SELECT number, item, edit, inverse FROM journal_parts WHERE inventory = ?1 AND revision = ?2 AND number < ?3 \
            ORDER BY number DESC LIMIT ?4
            """, .integer(revision.rawValue), .integer(number ?? Int64.max), .integer(Int64(limit))
        ) { row in
            guard let item = row.identifier(1) else { throw StoreError.damagedJournal(revision, path: path) }
            let edit = try payload(in: row, column: 2, revision: revision)
            let inverse = try payload(in: row, column: 3, revision: revision)
            return (row.integer(0), JournalPart(item: item, edit: edit, inverse: inverse))
        }
    }

    /// The parts of the changes after a revision, in order.
    func parts(
        after revision: Revision, limit: Int
    ) throws -> [(revision: Revision, item: UUID, edit: JournalPayload)] {
        try connection.all(
            """
            SELECT revision, item, edit FROM journal_parts WHERE inventory = ?1 AND revision > ?2 \
            ORDER BY revision, number LIMIT ?3
            """, .integer(revision.rawValue), .integer(Int64(limit))
        ) { row in
            let change = Revision(rawValue: row.integer(0))
            guard let item = row.identifier(1) else { throw StoreError.damagedJournal(change, path: path) }
            return (change, item, try payload(in: row, column: 2, revision: change))
        }
    }

    func history(
        of id: UUID, after revision: Revision
    ) throws -> [(revision: Revision, edit: ItemEdit, inverse: ItemEdit)] {
        try connection.all(
            """
            SELECT revision, edit, inverse FROM journal WHERE inventory = ?1 AND item = ?2 AND revision > ?3 \
            UNION ALL SELECT revision, edit, inverse FROM journal_parts WHERE inventory = ?1 AND item = ?2 AND revision > ?3 \
            ORDER BY revision
            """, .id(id), .integer(revision.rawValue)
        ) { row in
            let revision = Revision(rawValue: row.integer(0))
            let edit = try payload(in: row, column: 1, revision: revision)
            let inverse = try payload(in: row, column: 2, revision: revision)
            guard let fields = edit.fields, let before = inverse.fields else { return nil }
            return (revision, fields, before)
        }
    }

    /// The value of a field before a revision, from its value now or at a later revision: changes that were undone after that
    /// revision are left out.
    func effectiveValue(
        _ value: FieldValue, of field: ItemField, in id: UUID, before revision: Revision
    ) throws -> FieldValue {
        let statement = try connection.statement(
            """
            SELECT revision, inverse, undone_by FROM journal WHERE inventory = ?1 AND item = ?2 AND revision < ?3 \
            UNION ALL SELECT revision, part.inverse, undone_by FROM journal_parts part \
            JOIN journal USING (inventory, revision) WHERE inventory = ?1 AND part.item = ?2 AND revision < ?3 ORDER BY revision DESC
            """, .id(id), .integer(revision.rawValue))
        defer { statement.reset() }
        var value = value
        while try statement.step() {
            let change = Revision(rawValue: statement.integer(0))
            guard let before = try payload(in: statement, column: 1, revision: change).fields?.changes[field] else {
                continue
            }
            // If a change was undone before `revision`, the undo is a later row of its own that restored the value.
            guard let undo = statement.optionalInteger(2), undo > revision.rawValue else { return value }
            value = before
        }
        return value
    }

    func lastChange(
        of id: UUID, after revision: Revision, where matches: (JournalPayload) -> Bool
    ) throws -> Revision? {
        let statement = try connection.statement(
            """
            SELECT revision, edit FROM journal WHERE inventory = ?1 AND item = ?2 AND revision > ?3 \
            UNION ALL SELECT revision, edit FROM journal_parts WHERE inventory = ?1 AND item = ?2 AND revision > ?3 \
            ORDER BY revision DESC
            """, .id(id), .integer(revision.rawValue))
        defer { statement.reset() }
        while try statement.step() {
            let revision = Revision(rawValue: statement.integer(0))
            if matches(try payload(in: statement, column: 1, revision: revision)) { return revision }
        }
        return nil
    }

    func lastMove(of id: UUID, after revision: Revision) throws -> Revision? {
        try connection.number(
            """
            SELECT max(revision) FROM journal WHERE inventory = ?1 AND item = ?2 AND revision > ?3 AND kind = 'move' \
            AND undone_by IS NULL
            """, .id(id), .integer(revision.rawValue)
        ).map(Revision.init(rawValue:))
    }

    func mark(_ revision: Revision, undoneBy: Revision?) throws {
        try connection.run(
            "UPDATE journal SET undone_by = ?3 WHERE inventory = ?1 AND revision = ?2", .integer(revision.rawValue),
            .integer(undoneBy?.rawValue))
    }

    func record(in row: StoreStatement) throws -> JournalRecord {
        let revision = Revision(rawValue: row.integer(0))
        guard let kind = row.text(4).flatMap(JournalEntry.Kind.init(rawValue:)) else {
            throw StoreError.damagedJournal(revision, path: path)
        }
        return JournalRecord(
            revision: revision, timestamp: Timestamp(clampedMilliseconds: row.integer(1)), actor: row.text(2) ?? "",
            key: row.text(3).map(IdempotencyKey.init(rawValue:)), kind: kind, item: row.identifier(5),
            edit: try payload(in: row, column: 6, revision: revision),
            inverse: try payload(in: row, column: 7, revision: revision),
            undoes: row.optionalInteger(8).map(Revision.init(rawValue:)),
            undoneBy: row.optionalInteger(9).map(Revision.init(rawValue:)))
    }

    func payload(in row: StoreStatement, column: Int, revision: Revision) throws -> JournalPayload {
        guard let text = row.bytes(column), let payload = JournalJSON.payload(text) else {
            throw StoreError.damagedJournal(revision, path: path)
        }
        return payload
    }
}

/// Something that the journal still has the content of, although no item has it any more.
package struct FormerContent<ID: Hashable & Sendable>: Equatable, Sendable {
    /// The item's id, or the file's hash.
    package let id: ID
    /// The latest change that concerned it.
    package let revision: Revision
    /// When that change was made.
    package let timestamp: Timestamp
}

extension JournalTable {
    /// A payload whose content was erased begins with this.
    private static let forgottenPattern = "{\"\(JournalPayload.forgotten)\":%"

    /// The items that were removed and whose content is in the journal.
    func removedItems() throws -> [FormerContent<UUID>] {
        let rows = try connection.cursor(
            """
            SELECT item, max(revision), max(moment) FROM (\
            SELECT item, revision, moment FROM journal WHERE inventory = ?1 AND item IS NOT NULL AND edit NOT LIKE ?2 \
            UNION ALL SELECT part.item, revision, moment FROM journal_parts part JOIN journal USING (inventory, revision) \
            WHERE inventory = ?1 AND part.edit NOT LIKE ?2) former \
            WHERE NOT EXISTS (SELECT 1 FROM items WHERE inventory = ?1 AND id = former.item) GROUP BY item ORDER BY 2
            """, .text(JournalTable.forgottenPattern))
        var found: [FormerContent<UUID>] = []
        while try rows.step() {
            guard let id = rows.identifier(0) else { continue }
            found.append(
                FormerContent(
                    id: id, revision: Revision(rawValue: rows.integer(1)),
                    timestamp: Timestamp(clampedMilliseconds: rows.integer(2))))
        }
        return found
    }

    /// Whether the journal mentions an item, even if its content was erased.
    func mentions(_ id: UUID) throws -> Bool {
        try connection.number(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM journal WHERE inventory = ?1 AND item = ?2) \
            OR EXISTS (SELECT 1 FROM journal_parts WHERE inventory = ?1 AND item = ?2)
            """, .id(id)) != nil
    }

    /// The files that the journal mentions, with the latest change that does.
    func mentionedFiles() throws -> [ContentHash: FormerContent<ContentHash>] {
        var found: [ContentHash: FormerContent<ContentHash>] = [:]
        try forEachMention { row, edit, inverse in
            for hash in edit.files + inverse.files where (found[hash]?.revision ?? .zero) <= row.revision {
                found[hash] = FormerContent(id: hash, revision: row.revision, timestamp: row.timestamp)
            }
        }
        return found
    }

    // Erasing

    /// Erases the content of all changes of an item.
    /// - Returns: the number of entries.
    func erase(_ id: UUID, by revision: Revision) throws -> Int {
        var rows: [(id: JournalRowID, edit: JournalPayload)] = []
        var ofMany: Set<Revision> = []
        for (table, column) in [(JournalRowID.Table.journal, "revision"), (.parts, "number")] {
            let cursor = try connection.cursor(
                "SELECT \(column), revision, edit FROM \(table.rawValue) WHERE inventory = ?1 AND item = ?2 AND edit NOT LIKE ?3",
                .id(id), .text(JournalTable.forgottenPattern))
            while try cursor.step() {
                let number = cursor.integer(0)
                let change = Revision(rawValue: cursor.integer(1))
                let edit = try payload(in: cursor, column: 2, revision: change)
                rows.append((JournalRowID(table: table, number: number), edit))
                if table == .parts { ofMany.insert(change) }
            }
        }
        for (row, edit) in rows { try replace(row, edit: edit.erased(by: revision), inverse: JournalPayload()) }
        for change in ofMany { try eraseIfEmpty(change, by: revision) }
        return rows.count
    }

    /// Marks a change of many items as erased if that is true of each part of it: there is nothing left to undo.
    private func eraseIfEmpty(_ change: Revision, by revision: Revision) throws {
        // An import also added items, which have no parts.
        guard let record = try record(change), record.item == nil, record.kind != .import,
            record.edit.forgottenBy == nil
        else { return }
        let left = try connection.number(
            "SELECT 1 FROM journal_parts WHERE inventory = ?1 AND revision = ?2 AND edit NOT LIKE ?3 LIMIT 1",
            .integer(change.rawValue), .text(JournalTable.forgottenPattern))
        guard left == nil else { return }
        var edit = record.edit
        edit.forgottenBy = revision
        try replace(JournalRowID(table: .journal, number: change.rawValue), edit: edit, inverse: JournalPayload())
    }

    /// Takes files out of the lists of photos and documents in all changes.
    /// - Returns: the number of entries.
    func erase(_ files: Set<ContentHash>) throws -> Int {
        guard !files.isEmpty else { return 0 }
        var rows: [JournalRowID] = []
        try forEachMention { row, edit, inverse in
            if !files.isDisjoint(with: edit.files + inverse.files) { rows.append(row.id) }
        }
        for row in rows {
            let revision = Revision(rawValue: row.number)
            let payloads = try connection.first(
                "SELECT edit, inverse FROM \(row.table.rawValue) WHERE inventory = ?1 AND \(row.column) = ?2",
                .integer(row.number)
            ) { found in
                (
                    edit: try payload(in: found, column: 0, revision: revision),
                    inverse: try payload(in: found, column: 1, revision: revision)
                )
            }
            guard let (edit, inverse) = payloads else { continue }
            try replace(row, edit: edit.without(files), inverse: inverse.without(files))
        }
        return rows.count
    }

    private func replace(_ row: JournalRowID, edit: JournalPayload, inverse: JournalPayload) throws {
        try connection.run(
            "UPDATE \(row.table.rawValue) SET edit = ?3, inverse = ?4 WHERE inventory = ?1 AND \(row.column) = ?2",
            .integer(row.number), .utf8(JournalJSON.payload(edit)), .utf8(JournalJSON.payload(inverse)))
    }

    /// Visits the entries that mention files.
    private func forEachMention(
        _ body: (
            (id: JournalRowID, revision: Revision, timestamp: Timestamp), JournalPayload, JournalPayload
        ) -> Void
    ) throws {
        let rows = try connection.cursor(
            """
            SELECT 0, revision, revision, moment, edit, inverse FROM journal \
            WHERE inventory = ?1 AND (edit LIKE ?2 OR inverse LIKE ?2) \
            UNION ALL SELECT 1, number, revision, moment, part.edit, part.inverse \
            FROM journal_parts part JOIN journal USING (inventory, revision) \
            WHERE inventory = ?1 AND (part.edit LIKE ?2 OR part.inverse LIKE ?2)
            """, .text("%\(JournalJSON.hashPrefix)%"))
        while try rows.step() {
            let revision = Revision(rawValue: rows.integer(2))
            let id = JournalRowID(table: rows.integer(0) == 0 ? .journal : .parts, number: rows.integer(1))
            let timestamp = Timestamp(clampedMilliseconds: rows.integer(3))
            body(
                (id, revision, timestamp), try payload(in: rows, column: 4, revision: revision),
                try payload(in: rows, column: 5, revision: revision))
        }
    }
}

/// Identifies a row of the journal.
private struct JournalRowID {
    enum Table: String {
        case journal
        case parts = "journal_parts"
    }

    let table: Table
    /// Its key: a revision, or the number of a part.
    let number: Int64

    var column: String { table == .journal ? "revision" : "number" }
}

extension JournalPayload {
    /// The rest of a payload whose content is erased: whether it inserted or removed an item.
    fileprivate func erased(by revision: Revision) -> JournalPayload {
        var rest = JournalPayload()
        rest.forgottenBy = revision
        rest.adds = item != nil
        rest.removes = removes
        return rest
    }

    /// The payload without some photos and documents, and without the request fingerprint, which may contain them.
    fileprivate func without(_ erased: Set<ContentHash>) -> JournalPayload {
        guard !erased.isDisjoint(with: files) else { return self }
        var rest = self
        rest.requestFingerprint = nil
        rest.item?.photos.removeAll { erased.contains($0.hash) }
        rest.item?.documents.removeAll { erased.contains($0.hash) }
        var changes = fields?.changes ?? [:]
        if case .photos(let photos)? = changes[.photos] {
            changes[.photos] = .photos(photos.filter { !erased.contains($0.hash) })
        }
        if case .documents(let documents)? = changes[.documents] {
            changes[.documents] = .documents(documents.filter { !erased.contains($0.hash) })
        }
        if fields != nil { rest.fields = (try? ItemEdit(changes)) ?? ItemEdit() }
        return rest
    }
}
