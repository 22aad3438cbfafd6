public import FoundationEssentials

/// Where in the owner's order an item goes.
public enum ItemPlace: Equatable, Sendable {
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
}
