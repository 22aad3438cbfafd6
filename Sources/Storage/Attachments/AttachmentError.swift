public import InventoryStore

/// Why photos or documents were not added, found or verified.
public enum AttachmentError: Error, Equatable, Sendable {
    /// The files that were refused, with the reasons. None of the call's files was added.
    case files([PhotoError])
    /// The store refused the change.
    case store(StoreError)
}
