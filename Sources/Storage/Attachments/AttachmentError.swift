import Files
import Glibc
package import Message

/// Why photos or documents were not added, found or verified.
package enum AttachmentError: Error, Equatable, Sendable {
    /// The files that were refused, with the reasons. No file of the call was added.
    case files([PhotoError])
    /// There is no such folder.
    case folderNotFound(String)
    /// The folder cannot be listed.
    case folderUnreadable(String)

    /// Whether the disk of the store is full.
    package var isDiskFull: Bool {
        guard case .files(let errors) = self else { return false }
        return errors.contains { error in
            if case .store(let error) = error { [ENOSPC, EDQUOT].contains(error.code) } else { false }
        }
    }

    /// Whether the store's disk or the helper program failed, rather than a file being unacceptable.
    package var isInternal: Bool {
        switch self {
        case .files(let errors): errors.contains(where: \.isInternal)
        case .folderNotFound, .folderUnreadable: false
        }
    }
}

extension AttachmentError: MessageConvertible {
    package var message: Message {
        switch self {
        case .files(let errors): Message(lines: errors.map(\.message))
        case .folderNotFound(let path): Message("folder.notFound", ["folder": printable(path)])
        case .folderUnreadable(let path): Message("folder.unreadable", ["folder": printable(path)])
        }
    }
}
