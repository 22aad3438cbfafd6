package import FoundationEssentials
package import Inventory

/// The changes of a store since a revision, for a page that shows an older state.
package struct StoreChanges: Equatable, Sendable {
    /// The number of changes above which everything must be read again.
    package static let limit = 1000

    /// The revision since which changes are included.
    package let base: Revision
    /// The latest change that is included.
    package let revision: Revision
    /// The items that were added, changed or moved since, in the order of their latest change.
    package internal(set) var items: [UUID] = []
    /// The items that were removed since.
    package internal(set) var removed: [UUID] = []
    /// Whether the order of the list changed, except by additions at its end.
    package internal(set) var isReordered = false
    /// Whether the settings changed.
    package internal(set) var changesSettings = false
    /// Whether so much changed that everything must be read again; the lists are empty then.
    package internal(set) var requiresFullReload = false

    /// These changes and those since ``revision``, as one.
    package func followed(by later: StoreChanges) -> StoreChanges {
        var changes = StoreChanges(base: base, revision: later.revision)
        changes.isReordered = isReordered || later.isReordered
        changes.changesSettings = changesSettings || later.changesSettings
        let latest = Set(later.items + later.removed)
        changes.items = items.filter { !latest.contains($0) } + later.items
        changes.removed = removed.filter { !latest.contains($0) } + later.removed
        let isTooMuch = changes.items.count + changes.removed.count > StoreChanges.limit
        return requiresFullReload || later.requiresFullReload || isTooMuch ? changes.requiringFullReload : changes
    }
}

extension StoreSnapshot {
    /// The changes, the latest first; see ``InventoryStore/journal(limit:before:)``.
    package func journal(limit: Int, before revision: Revision? = nil) throws -> [JournalEntry] {
        try tables.journal.records(before: revision, limit: limit).map { JournalEntry($0, without: hidden) }
    }

    /// The changes of an item, the latest first. Entries of changes of many items have its values, and no `item`.
    package func journal(of item: UUID, limit: Int) throws -> [JournalEntry] {
        try tables.journal.records(of: item, limit: limit).map { JournalEntry($0, without: hidden) }
    }

    /// The item of a change of many that chose exactly one, and the fields that it changed; nil for other changes.
    package func onlyItem(of entry: JournalEntry) throws -> (item: UUID, edit: ItemEdit?)? {
        guard entry.kind == .edit || entry.kind == .remove, entry.counts?.updated == 1 else { return nil }
        return try tables.journal.parts(of: entry.revision, before: nil, limit: 1).first.map {
            ($0.part.item, $0.part.edit.fields.map(hidden.visible))
        }
    }

    /// The changes after a revision.
    ///
    /// If an import or more than `limit` changes lie between, the result requires a full reload. So it does if the revision
    /// is higher than the latest: the store was restored, or its server lost changes in a failover.
    package func changes(since base: Revision, limit: Int = StoreChanges.limit) throws -> StoreChanges {
        var changes = StoreChanges(base: base, revision: revision)
        guard base != revision else { return changes }
        guard base < revision, revision.rawValue - base.rawValue <= Int64(limit) else {
            return changes.requiringFullReload
        }
        let records = try tables.journal.records(after: base)
        // An import has a part for each item that it changed.
        guard !records.contains(where: { $0.kind == .import }) else { return changes.requiringFullReload }
        let parts = Dictionary(grouping: try tables.journal.parts(after: base, limit: limit + 1)) { $0.revision }
        var touched: [UUID] = []
        for record in records {
            if let place = record.edit.place, record.kind != .add || place.before != nil { changes.isReordered = true }
            if record.edit.settings != nil { changes.changesSettings = true }
            if let item = record.item { touched.append(item) }
            for part in parts[record.revision] ?? [] {
                touched.append(part.item)
                if part.edit.item != nil { changes.isReordered = true }
            }
            guard touched.count <= limit else { return changes.requiringFullReload }
        }
        let present = try tables.items.present(of: touched)
        var seen: Set<UUID> = []
        for item in touched.reversed() where seen.insert(item).inserted {
            if present.contains(item) { changes.items.append(item) } else { changes.removed.append(item) }
        }
        changes.items.reverse()
        changes.removed.reverse()
        try immutable?.check()
        return changes
    }
}

extension StoreChanges {
    fileprivate var requiringFullReload: StoreChanges {
        var changes = StoreChanges(base: base, revision: revision)
        changes.requiresFullReload = true
        return changes
    }
}
