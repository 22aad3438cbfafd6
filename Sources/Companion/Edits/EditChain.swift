import FoundationEssentials
import InventoryModel
import InventoryStore

/// Makes the edits of a queue so that those of one item are based on one another, as in the page that kept them.
///
/// An edit that was made where nobody else had changed its item since its base hands its own revision on. Where
/// somebody had, the next one keeps the base it names, and what both changed is a conflict.
struct EditChain {
    private var latest: [UUID: Revision] = [:]

    /// Makes the next edit.
    mutating func make(
        _ edit: EditRequest, _ writer: StoreWriter, _ context: ChangeContext
    ) throws(StoreError) -> EditResult {
        guard let id = edit.item else {
            let result = try edit.make(writer, context)
            // An item that was just added is ours; one that was added before may have been changed since.
            if case .add(let item, _) = edit, result.item?.revision == result.outcome.revision {
                latest[item.id] = result.outcome.revision
            }
            return result
        }
        let before = try writer.item(id)?.revision
        let isOurs = before != nil && before == latest[id]
        let result = try edit.based(on: isOurs ? before : nil).make(writer, context)
        // A repeated edit is ours too where its outcome still stands.
        let isUntouched = edit.base.map { base in before.map { $0 <= base } ?? false } ?? false
        let stands = result.outcome.isRepeat && result.outcome.revision == before
        latest[id] = isOurs || isUntouched || stands ? result.item?.revision : nil
        return result
    }

    /// Forgets an item: what was made of it did not stay.
    mutating func forget(_ edit: EditRequest) {
        if let id = edit.item { latest[id] = nil }
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
