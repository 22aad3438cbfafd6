import FoundationEssentials
import Inventory
import InventoryStore

/// Makes the edits of a queue so that those of one item are based on one another, as in the page that kept them.
///
/// Where only edits of the queue itself changed an item since the base an edit names, it is based on the item as it
/// stands. Where somebody else did too, it keeps the base it names, and what both changed is a conflict. It is the
/// same when the queue comes again: a repeated edit is known by the revision it made the first time.
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

    /// Forgets an item: what was made of it did not stay.
    mutating func forget(_ edit: EditRequest) {
        if let id = edit.item { ours[id] = nil }
    }
}

extension EditRequest {
    /// The item that is changed; nil where one is added, and for undo.
    var item: UUID? {
        switch self {
        case .edit(let id, _, _), .remove(let id, _), .move(let id, _): id
        case .add, .undo: nil
        }
    }

    /// The revision the edit is based on, where it names one.
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
