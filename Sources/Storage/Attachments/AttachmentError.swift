public import InventoryStore

/// Why photos or documents were not added, found or looked through.
public enum AttachmentError: Error, Equatable, Sendable {
    /// Files that are not taken, each with what is wrong with it. None of the call's files was added.
    case files([PhotoError])
    /// The store refused the change.
    case store(StoreError)
}

extension AttachmentError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .files(let errors): errors.map(\.description).joined(separator: "\n")
        case .store(let error): error.description
        }
    }
}
