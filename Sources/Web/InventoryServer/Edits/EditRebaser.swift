import FoundationEssentials
import Inventory
import InventoryStore

/// Makes the edits of a queue so that those of one item are based on one another, as in the page that saved them.
///
/// If only the queue itself changed an item since the base that an edit names, the edit is based on the current item.
/// If somebody else changed it too, the edit keeps its base, and fields that both changed are a conflict. A queue that is
/// sent again has the same result: a repeated edit is recognised by the revision that it made the first time.
struct EditRebaser {
    private var ours: [UUID: Set<Revision>] = [:]

    /// Makes the next edit.
    mutating func make(
        _ edit: EditRequest, _ writer: StoreWriter, _ context: ChangeContext
    ) throws(StoreError) -> EditResult {
        guard let id = edit.item else {
            let result = try edit.make(writer, context)
            if case .add(let item, _) = edit { ours[item.id, default: []].insert(result.outcome.revision) }
            return result
        }
        var latest: Revision?
        if let base = edit.base, let known = ours[id],
            try writer.revisions(of: id, after: base).allSatisfy(known.contains)
        {
            latest = try writer.item(id)?.revision
        }
        let result = try edit.based(on: latest).make(writer, context)
        ours[id, default: []].insert(result.outcome.revision)
        return result
    }

    /// Forgets the revisions of an item, because a change of it was rolled back.
    mutating func forget(_ edit: EditRequest) {
        if let id = edit.item { ours[id] = nil }
    }
}

extension EditRequest {
    /// The changed item; nil for an added item and for undo.
    var item: UUID? {
        switch self {
        case .edit(let id, _, _), .remove(let id, _), .move(let id, _): id
        case .add, .undo: nil
        }
    }

    /// The revision that the edit is based on; nil for none.
    var base: Revision? {
        switch self {
        case .edit(_, _, let base), .remove(_, let base): base
        case .add, .move, .undo: nil
        }
    }

    /// The same edit, based on a later revision.
    func based(on revision: Revision?) -> EditRequest {
        guard let revision, let base, base < revision else { return self }
        return switch self {
        case .edit(let id, let edit, _): .edit(id, edit, base: revision)
        case .remove(let id, _): .remove(id, base: revision)
        case .add, .move, .undo: self
        }
    }
}
