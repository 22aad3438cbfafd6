import FoundationEssentials
public import Inventory

/// Something that the journal still has the content of, although no item has it any more.
public struct FormerContent<ID: Hashable & Sendable>: Equatable, Sendable {
    /// The item's id, or the file's hash.
    public let id: ID
    /// The latest change that concerned it.
    public let revision: Revision
    /// When that change was made.
    public let timestamp: Timestamp
}

extension JournalTable {
    /// A payload whose content was erased begins with this.
    private static let forgottenPattern = "{\"\(JournalPayload.forgotten)\":%"

    /// The items that were removed and whose content is in the journal.
    func removedItems() throws(StoreError) -> [FormerContent<UUID>] {
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
    func mentions(_ id: UUID) throws(StoreError) -> Bool {
        try connection.number(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM journal WHERE inventory = ?1 AND item = ?2) \
            OR EXISTS (SELECT 1 FROM journal_parts WHERE inventory = ?1 AND item = ?2)
            """, .id(id)) != nil
    }

    /// The files that the journal mentions, with the latest change that does.
    func mentionedFiles() throws(StoreError) -> [ContentHash: FormerContent<ContentHash>] {
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
    func erase(_ id: UUID, by revision: Revision) throws(StoreError) -> Int {
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
    private func eraseIfEmpty(_ change: Revision, by revision: Revision) throws(StoreError) {
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
    func erase(_ files: Set<ContentHash>) throws(StoreError) -> Int {
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
            ) { found throws(StoreError) in
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

    private func replace(_ row: JournalRowID, edit: JournalPayload, inverse: JournalPayload) throws(StoreError) {
        try connection.run(
            "UPDATE \(row.table.rawValue) SET edit = ?3, inverse = ?4 WHERE inventory = ?1 AND \(row.column) = ?2",
            .integer(row.number), .utf8(JournalJSON.payload(edit)), .utf8(JournalJSON.payload(inverse)))
    }

    /// Visits the entries that mention files.
    private func forEachMention(
        _ body: (
            (id: JournalRowID, revision: Revision, timestamp: Timestamp), JournalPayload, JournalPayload
        ) -> Void
    ) throws(StoreError) {
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
