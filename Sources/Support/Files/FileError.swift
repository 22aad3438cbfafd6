import Glibc
public import Message

/// A file operation that failed: the operation, the path, and the system's error number.
public struct FileError: Error, Equatable, Sendable {
    /// The operations that can fail. The raw values are part of message keys.
    public enum Operation: String, CaseIterable, Sendable {
        case read, write, open, flush, hash, remove
        /// Giving a finished file its final name.
        case replace
        /// Writing the final name of a finished file to the disk. The file is in place.
        case flushName
        /// Giving the checksums or the signature of a report their names. The report is in place.
        case replaceProof
        /// Keeping a file that another program wrote, under a new name.
        case keep
        case makeFolder, makeFolderIn, makeLink, makeTemporaryFileIn
        /// Following a link that somebody else put into a folder for everybody.
        case followLink
    }

    /// The operation that failed.
    public let operation: Operation
    /// The file or folder.
    public let path: String
    /// The system's error number.
    public let code: Int32

    /// The error `code` of an operation.
    public init(_ operation: Operation, _ path: String, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// The error of the system call that has just failed (`errno`).
    public init(_ operation: Operation, _ path: String) { self.init(operation, path, code: errno) }

    /// The error of a file in a draft that becomes the file or folder `path`: nothing is in its place yet.
    package func ofDraft(_ path: String) -> FileError {
        operation == .flushName ? FileError(.flush, path, code: code) : self
    }

    /// OpenSSL does not offer SHA-256.
    package static let noSHA256 = FileError(.hash, "SHA-256", code: ENOSYS)

    /// The system's text for the error number, in English.
    public var reason: String { String(cString: strerror(code)) }
}

extension FileError: CustomStringConvertible {
    /// A short text for logs. Messages for users come from the message catalogue.
    public var description: String { (operation == .read ? "" : "\(operation.rawValue) ") + "\(path): \(reason)" }
}

extension FileError: MessageConvertible {
    public var message: Message { message(remedy: remedy) }

    /// The message with a remedy in parentheses, if there is one.
    package func message(remedy: Message?) -> Message {
        let problem = Message("file.cannot.\(operation.rawValue)", ["path": path, "reason": reason])
        guard let remedy else { return problem }
        return Message("file.withRemedy", ["problem": problem, "remedy": remedy])
    }

    private var remedy: Message? {
        switch code {
        case _ where operation == .followLink: nil
        case ENOSPC, EDQUOT: Message("file.remedy.freeSpace")
        case EACCES, EPERM:
            operation == .read ? Message("file.remedy.makeReadable") : Message("file.remedy.chooseWritableFolder")
        case EROFS: Message("file.remedy.chooseOtherDisk")
        case ENOTDIR where operation != .read: Message("file.remedy.fileInsteadOfFolder")
        case ENOENT where operation == .read && Folder.isBrokenLink(path),
            ENOTDIR where Folder.isBrokenLink(path), ELOOP where operation == .read:
            Message("file.remedy.correctLink")
        case ENOENT, ENOTDIR:
            operation == .read ? Message("file.remedy.checkName") : Message("file.remedy.makeFolderFirst")
        case EISDIR where operation == .read: Message("file.remedy.giveFile")
        case EISDIR: Message("file.remedy.folderInsteadOfFile")
        case ENAMETOOLONG: Message("file.remedy.chooseShorterName")
        case EMFILE, ENFILE: Message("file.remedy.raiseOpenFiles")
        // The call is done in these two cases and must not be repeated as a whole.
        case EINTR where ![.flushName, .replaceProof].contains(operation): Message("file.remedy.tryAgain")
        case EIO where ![.flushName, .replaceProof].contains(operation): Message("file.remedy.checkDisk")
        default: nil
        }
    }
}
