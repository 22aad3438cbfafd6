public import FoundationEssentials
public import Inventory

/// The items and files to erase for good.
public struct ErasureRequest: Equatable, Sendable {
    /// Items that were removed.
    public var items: [UUID] = []
    /// Files that no item has.
    public var files: Set<ContentHash> = []
    /// The latest change that concerned one of them; zero if there is nothing to erase.
    public var latest = Revision.zero

    /// Nothing yet.
    public init() {}
}

extension StoreSnapshot {
    /// The items that were removed, with the latest change of each.
    public func removedItems() throws(StoreError) -> [FormerContent<UUID>] { try tables.journal.removedItems() }

    /// Whether an item is or was in the inventory.
    public func knows(_ id: UUID) throws(StoreError) -> Bool {
        if try contains(id) { return true }
        return try tables.journal.mentions(id)
    }

    /// A request for all items that were removed and all files that were taken off items before a time.
    public func erasure(before timestamp: Timestamp) throws(StoreError) -> ErasureRequest {
        var request = ErasureRequest()
        for item in try removedItems() where item.timestamp < timestamp {
            request.items.append(item.id)
            request.latest = max(request.latest, item.revision)
        }
        let present = try files()
        for file in try tables.journal.mentionedFiles().values
        where file.timestamp < timestamp && present[file.id] == nil {
            request.files.insert(file.id)
            request.latest = max(request.latest, file.revision)
        }
        return request
    }

    /// A request for some items.
    /// - Throws: `notRemoved` if one of them is in the inventory, `noSuchItem` if it never was.
    public func erasure(of items: [UUID]) throws(StoreError) -> ErasureRequest {
        var request = ErasureRequest()
        request.items = items
        for id in items {
            if try contains(id) { throw .notRemoved(id) }
            guard try knows(id) else { throw .noSuchItem(id) }
        }
        for item in try removedItems() where items.contains(item.id) {
            request.latest = max(request.latest, item.revision)
        }
        return request
    }
}

extension StoreWriter {
    /// Erases removed items and unused files from the journal. It cannot be undone.
    ///
    /// The entries stay, without their content, and one entry states how much was erased. If nothing is left to erase, the
    /// journal stays as it is.
    /// - Throws: `notRemoved` if an item or file was restored meanwhile.
    public func forget(_ request: ErasureRequest, _ context: ChangeContext) throws(StoreError) -> ErasureCounts {
        var counts = ErasureCounts()
        _ = try change(Request(kind: .forget, context: context)) { revision throws(StoreError) in
            for id in request.items {
                if try tables.items.locate(id) != nil { throw .notRemoved(id) }
                let changes = try tables.journal.erase(id, by: revision)
                counts.items += changes > 0 ? 1 : 0
                counts.changes += changes
            }
            var present: Set<ContentHash> = []
            try tables.files.forEach { hash, _ in present.insert(hash) }
            let files = request.files.subtracting(present)
            let changes = try tables.journal.erase(files)
            counts.files = changes > 0 ? files.count : 0
            counts.changes += changes
            var change = Change(outcome: ChangeOutcome(revision: revision), isNoOp: counts.changes == 0)
            change.edit.erased = counts
            if change.isNoOp { change.outcome = ChangeOutcome(revision: latestRevision) }
            return change
        }
        return counts
    }
}

extension InventoryStore {
    /// Erases what the journal has of removed items and files; see ``StoreWriter/forget(_:_:)``. ``compact()`` then
    /// removes the remains from the file.
    public func forget(_ request: ErasureRequest, _ context: ChangeContext) throws(StoreError) -> ErasureCounts {
        try write { writer throws(StoreError) in try writer.forget(request, context) }
    }

    /// Rewrites the database file without remains of deleted or replaced values, and empties its log.
    /// - Throws: `locked` if another program reads the store for long; `diskFull`, `inputOutput`.
    public func compact() throws(StoreError) { try location.compact() }

    /// The files that earlier versions of the program left as copies of the store, in its folder.
    /// - Throws: `unreadable` or `inputOutput` if the folder cannot be listed.
    public func copies() throws(StoreError) -> [String] { try location.copies() }
}
