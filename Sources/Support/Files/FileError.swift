import Glibc
import Localization

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
        case ENOSPC, EDQUOT: said("file.freeSomeSpaceOr")
        case EACCES, EPERM: said("file.chooseAFolderThat")
        case EROFS: said("file.theDiskIsRead")
        case ENOTDIR where operation != "read": said("file.aFileStandsWhere")
        case ENOENT, ENOTDIR: operation == "read" ? said("file.checkTheName") : said("file.makeTheFolderFirst")
        case EISDIR: said("commands.thatIsAFolder")
        case ENAMETOOLONG: said("file.chooseAShorterName")
        default: nil
        }
    }
}

extension FileError {
    /// An operation as the catalogue of words names it: `makeAFolderIn` for "make a folder in".
    package static func name(of operation: String) -> String {
        let words = operation.split(separator: " ")
        return words.prefix(1).joined()
            + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}

extension FileError: CustomStringConvertible {
    public var description: String {
        let reason = String(cString: strerror(code))
        let what = said("file.cannot.\(FileError.name(of: operation))", path, reason)
        return remedy.map { said("file.remedy", what, $0) } ?? what
    }
}
