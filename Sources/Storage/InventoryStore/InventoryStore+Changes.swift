public import FoundationEssentials
public import Inventory

// Each of these is one transaction; StoreWriter documents their behaviour and errors.
extension InventoryStore {
    /// Adds an item; see ``StoreWriter/add(_:at:_:)``.
    @discardableResult
    public func add(
        _ item: Item, at place: ListPosition = .last, _ context: ChangeContext
    ) throws(StoreError) -> ChangeOutcome {
        try write { writer throws(StoreError) in try writer.add(item, at: place, context) }
    }

    /// Changes fields of an item; see ``StoreWriter/edit(_:_:basedOn:own:_:)``.
    @discardableResult
    public func edit(
        _ id: UUID, _ edit: ItemEdit, basedOn base: Revision? = nil, _ context: ChangeContext
    ) throws(StoreError) -> ChangeOutcome {
        try write { writer throws(StoreError) in try writer.edit(id, edit, basedOn: base, context) }
    }

    /// Removes an item; see ``StoreWriter/remove(_:basedOn:own:_:)``.
    @discardableResult
    public func remove(
        _ id: UUID, basedOn base: Revision? = nil, _ context: ChangeContext
    ) throws(StoreError) -> ChangeOutcome {
        try write { writer throws(StoreError) in try writer.remove(id, basedOn: base, context) }
    }

    /// Moves an item; see ``StoreWriter/move(_:to:_:)``.
    @discardableResult
    public func move(_ id: UUID, to place: ListPosition, _ context: ChangeContext) throws(StoreError) -> ChangeOutcome {
        try write { writer throws(StoreError) in try writer.move(id, to: place, context) }
    }

    /// Changes the settings; see ``StoreWriter/update(settings:_:)``.
    @discardableResult
    public func update(settings: InventorySettings, _ context: ChangeContext) throws(StoreError) -> ChangeOutcome {
        try write { writer throws(StoreError) in try writer.update(settings: settings, context) }
    }

    /// Undoes the latest change that is not undone yet; see ``StoreWriter/undo(_:expecting:_:)``.
    @discardableResult
    public func undo(_ context: ChangeContext) throws(StoreError) -> ChangeOutcome { try undo(nil, context) }

    /// Undoes a change, the latest if none is named; see ``StoreWriter/undo(_:expecting:_:)``.
    @discardableResult
    public func undo(_ revision: Revision?, _ context: ChangeContext) throws(StoreError) -> ChangeOutcome {
        try write { writer throws(StoreError) in try writer.undo(revision, context) }
    }

    /// Imports the items of a file as one change, all or none.
    ///
    ///     let outcome = try store.importItems(ChangeContext(actor: "owner"), source: "home.csv") { importer in
    ///         for incoming in rows { try importer.put(incoming) }
    ///     }
    ///
    /// ``IncomingItem/stated`` documents how an item is recognised. A parent may come anywhere in the file or be in the
    /// store.
    /// - Parameters:
    ///   - context: who, when, and under what key; if the key is known the body is not called.
    ///   - source: the name of the file, for the journal.
    ///   - unknownParents: how to treat an item whose parent is unknown, or part of the item itself.
    ///   - isDryRun: whether to do everything and then take it back.
    ///   - body: passes the items to the importer, one after the other.
    /// - Throws: a ``StoreError``, such as `importDiagnostics`, or the body's error; nothing is changed then.
    @discardableResult
    public func importItems(
        _ context: ChangeContext, source: String? = nil, unknownParents: UnresolvedParentPolicy = .refuse,
        isDryRun: Bool = false, _ body: (ItemImporter) throws -> Void
    ) throws -> ImportOutcome {
        var failure: (any Error)?
        do throws(StoreError) {
            return try transaction(bulk: true, commits: !isDryRun) { writer throws(StoreError) in
                try writer.importItems(
                    context, source: source, unknownParents: unknownParents, isDryRun: isDryRun, failure: &failure,
                    body)
            }
        } catch {
            throw failure ?? error
        }
    }
}
