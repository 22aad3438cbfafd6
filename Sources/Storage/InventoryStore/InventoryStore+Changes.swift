public import FoundationEssentials
public import Inventory

// Each of these is one transaction; see StoreWriter for what they do and throw.
extension InventoryStore {
    /// Adds an item; see ``StoreWriter/add(_:at:_:)``.
    @discardableResult
    public func add(
        _ item: Item, at place: ListPosition = .last, _ context: ChangeContext
    ) throws(StoreError) -> ChangeOutcome {
        try write { writer throws(StoreError) in try writer.add(item, at: place, context) }
    }

    /// Changes fields of an item; see ``StoreWriter/edit(_:_:basedOn:_:)``.
    @discardableResult
    public func edit(
        _ id: UUID, _ edit: ItemEdit, basedOn base: Revision? = nil, _ context: ChangeContext
    ) throws(StoreError) -> ChangeOutcome {
        try write { writer throws(StoreError) in try writer.edit(id, edit, basedOn: base, context) }
    }

    /// Takes an item out; see ``StoreWriter/remove(_:basedOn:_:)``.
    @discardableResult
    public func remove(
        _ id: UUID, basedOn base: Revision? = nil, _ context: ChangeContext
    ) throws(StoreError) -> ChangeOutcome {
        try write { writer throws(StoreError) in try writer.remove(id, basedOn: base, context) }
    }

    /// Puts an item elsewhere; see ``StoreWriter/move(_:to:_:)``.
    @discardableResult
    public func move(_ id: UUID, to place: ListPosition, _ context: ChangeContext) throws(StoreError) -> ChangeOutcome {
        try write { writer throws(StoreError) in try writer.move(id, to: place, context) }
    }

    /// Changes what is said for the whole inventory; see ``StoreWriter/update(settings:_:)``.
    @discardableResult
    public func update(settings: InventorySettings, _ context: ChangeContext) throws(StoreError) -> ChangeOutcome {
        try write { writer throws(StoreError) in try writer.update(settings: settings, context) }
    }

    /// Undoes the latest change that is not undone yet; see ``StoreWriter/undo(_:_:)``.
    @discardableResult
    public func undo(_ context: ChangeContext) throws(StoreError) -> ChangeOutcome { try undo(nil, context) }

    /// Undoes a change, the latest where none is named; see ``StoreWriter/undo(_:_:)``.
    @discardableResult
    public func undo(_ revision: Revision?, _ context: ChangeContext) throws(StoreError) -> ChangeOutcome {
        try write { writer throws(StoreError) in try writer.undo(revision, context) }
    }

    /// Takes in the items of a file, all or none, as one change.
    ///
    ///     let outcome = try store.importItems(ChangeContext(actor: "owner"), source: "home.csv") { importer in
    ///         for incoming in rows { try importer.put(incoming) }
    ///     }
    ///
    /// How an item is known again is told in ``IncomingItem/stated``. A parent may stand anywhere in the file or
    /// in the store.
    /// - Parameters:
    ///   - context: who, when, and under what key; where the key is known the body is not called.
    ///   - source: what is imported, for the journal: a file's name.
    ///   - unknownParents: what to do with an item whose parent is nowhere, or part of the item itself.
    ///   - isTrial: does everything but keep the outcome.
    ///   - body: puts in the items, one after the other.
    /// - Throws: a ``StoreError``, `importDiagnostics` among them, or what the body throws; nothing is then changed.
    @discardableResult
    public func importItems(
        _ context: ChangeContext, source: String? = nil, unknownParents: UnresolvedParentPolicy = .refuse,
        isDryRun: Bool = false, _ body: (ItemImporter) throws -> Void
    ) throws -> ImportOutcome {
        var failure: (any Error)?
        do throws(StoreError) {
            return try transaction(bulk: true) { writer throws(StoreError) in
                try writer.importItems(
                    context, source: source, unknownParents: unknownParents, isDryRun: isDryRun, failure: &failure,
                    body)
            }
        } catch {
            if let trial = failure as? DryRunError { return trial.outcome }
            throw failure ?? error
        }
    }
}
