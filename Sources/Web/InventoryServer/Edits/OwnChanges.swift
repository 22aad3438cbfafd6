import FoundationEssentials
import Inventory
import InventoryStore

/// Makes the edits of a queue so that they conflict with changes of others, but not with one another.
///
/// A queue that is sent again has the same result: a repeated edit is recognised by the revision that it made the first
/// time. If an edit's change was rolled back and is made again, its later revision replaces the first.
struct OwnChanges {
    private var made: [IdempotencyKey: (items: Set<UUID>, revision: Revision)] = [:]

    /// Makes the next edit.
    mutating func make(
        _ edit: EditRequest, own: Set<Revision>, key: IdempotencyKey, writer: StoreWriter, context: ChangeContext
    ) throws(StoreError) -> EditResult {
        var own = own
        if let id = edit.based {
            for change in made.values where change.items.contains(id) { own.insert(change.revision) }
        }
        let result = try edit.make(writer, context, own: own)
        made[key] = (edit.items, result.outcome.revision)
        return result
    }

    /// Forgets an edit whose change was rolled back.
    mutating func forget(_ key: IdempotencyKey) { made[key] = nil }
}

extension EditRequest {
    /// The item, if the edit may conflict with changes of others.
    fileprivate var based: UUID? {
        switch self {
        case .edit(let id, _, _), .remove(let id, _): id
        case .add, .move, .undo, .editMany, .removeMany, .relocate: nil
        }
    }

    /// The items whose fields it changes, as far as it names them.
    fileprivate var items: Set<UUID> {
        switch self {
        case .add(let item, _): [item.id]
        case .edit(let id, _, _), .remove(let id, _): [id]
        case .editMany(let ids, _), .removeMany(let ids): Set(ids)
        case .move, .undo, .relocate: []
        }
    }
}
