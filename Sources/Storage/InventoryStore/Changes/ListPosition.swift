package import FoundationEssentials
import Inventory

/// A position in the owner's order to insert or move an item to.
package enum ListPosition: Equatable, Sendable {
    /// Before all others.
    case first
    /// After all others.
    case last
    /// Right before the item with this id.
    case before(UUID)
    /// Right after the item with this id.
    case after(UUID)
    /// At this index of the list as it is afterwards, counted from 0.
    case index(Int)

    /// The position as requests name it.
    var text: String {
        switch self {
        case .first: "first"
        case .last: "last"
        case .before(let id): "before:\(id.text)"
        case .after(let id): "after:\(id.text)"
        case .index(let index): "index:\(index)"
        }
    }
}

/// The direction of a move by one step.
package enum MoveDirection: String, Sendable {
    case up, down
}
