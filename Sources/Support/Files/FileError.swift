import Glibc

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
