public import FoundationEssentials
import Inventory

/// Where in the owner's order an item goes.
public enum ListPosition: Equatable, Sendable {
    /// Before all others.
    case first
    /// After all others.
    case last
    /// Right before the item of this key.
    case before(UUID)
    /// Right after the item of this key.
    case after(UUID)
    /// At this index of the list as it is afterwards, counted from 0.
    case index(Int)

    /// The place as requests name it.
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

/// Which way an item goes in the owner's order.
public enum MoveDirection: String, Sendable {
    case up, down
}
