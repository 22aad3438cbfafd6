import Glibc

/// A file could not be written: what was tried, where, and what the system answered.
public struct FileError: Error, Equatable, Sendable {
    /// What was tried, as in "cannot OPERATION PATH".
    public let operation: String
    /// The file or folder.
    public let path: String
    /// The system's error number.
    public let code: Int32

    /// The error `code` of a system call.
    public init(_ operation: String, _ path: String, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// The error of the system call that has just failed.
    public init(_ operation: String, _ path: String) { self.init(operation, path, code: errno) }

    private var remedy: String? {
        switch code {
        case ENOSPC, EDQUOT: "free some space or choose another disk"
        case EACCES, EPERM: "choose a folder that you may write to"
        case EROFS: "the disk is read-only; choose another"
        case ENOENT, ENOTDIR: operation == "read" ? "check the name" : "make the folder first, or mend its name"
        case EISDIR: "that is a folder; give the name of a file in it"
        case ENAMETOOLONG: "choose a shorter name"
        default: nil
        }
    }
}

extension FileError: CustomStringConvertible {
    public var description: String {
        let reason = String(cString: strerror(code))
        return "cannot \(operation) \(path): \(reason)" + (remedy.map { " (\($0))" } ?? "")
    }
}
