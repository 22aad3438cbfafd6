import FoundationEssentials
import Inventory
import InventoryStore

/// A change that a client requests, by JSON, by form or in a queue.
enum EditRequest: Sendable {
    case add(Item, MoveTarget)
    case edit(UUID, ItemEdit, base: Revision?)
    case remove(UUID, base: Revision?)
    case move(UUID, MoveTarget)
    case undo(Revision?)

    /// A position in the owner's order, as clients name it.
    enum MoveTarget: Equatable, Sendable {
        case at(ListPosition)
        case up, down

        /// Parses `first`, `last`, `before:ID`, `after:ID`, `index:N`, `up`, `down`.
        init?(_ text: String) {
            switch text {
            case "first": self = .at(.first)
            case "last": self = .at(.last)
            case "up": self = .up
            case "down": self = .down
            default:
                guard let colon = text.firstIndex(of: ":") else { return nil }
                let rest = String(text[text.index(after: colon)...])
                switch text[..<colon] {
                case "before":
                    guard let id = UUID(text: rest) else { return nil }
                    self = .at(.before(id))
                case "after":
                    guard let id = UUID(text: rest) else { return nil }
                    self = .at(.after(id))
                case "index":
                    guard (1...9).contains(rest.utf8.count), rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                        let index = Int(rest)
                    else { return nil }
                    self = .at(.index(index))
                default: return nil
                }
            }
        }
    }

    /// Makes the change.
    func make(_ writer: StoreWriter, _ context: ChangeContext) throws(StoreError) -> EditResult {
        let outcome: ChangeOutcome
        switch self {
        case .add(let item, .at(let place)): outcome = try writer.add(item, at: place, context)
        case .add(let item, .up), .add(let item, .down): outcome = try writer.add(item, at: .last, context)
        case .edit(let id, let edit, let base):
            try writer.rejectFutureRevision(base, of: id)
            outcome = try writer.edit(id, edit, basedOn: base, context)
        case .remove(let id, let base):
            try writer.rejectFutureRevision(base, of: id)
            outcome = try writer.remove(id, basedOn: base, context)
        case .move(let id, .at(let place)): outcome = try writer.move(id, to: place, context)
        case .move(let id, .up): outcome = try writer.move(id, oneStep: .up, context)
        case .move(let id, .down): outcome = try writer.move(id, oneStep: .down, context)
        case .undo(let revision): outcome = try writer.undo(revision, context)
        }
        return EditResult(
            outcome: outcome, item: try outcome.item.flatMap { id throws(StoreError) in try writer.item(id) })
    }
}
