import Attachments
import Files
import Glibc
import InventoryStore
import Localization
import Messages
import Reports
import SiteGenerator

/// Why a command failed, with the exit status of the process.
enum CommandError: Error, Equatable {
    /// The call was wrong: status 2.
    case invocation(UsageError)
    /// The work failed and nothing was changed or written: status 1. The message says why, where, and what to do.
    case work(String)
    /// The work is done, but its result could not be written to standard output, or the disk did not confirm the name of
    /// a file, or files of it remain; or it is not known whether it is done: status 3.
    case outputLost(String)
    /// Nobody reads standard output any more.
    case pipeClosed

    /// The failure that an error of any module leads to.
    init(_ error: any Error) {
        switch error {
        case let failure as CommandError: self = failure
        case let error as UsageError: self = .invocation(error)
        case let error as FileError where [.flushName, .replaceProof].contains(error.operation):
            self = .outputLost(CommandError.text(of: error))
        case let error as FileError where error.code == EPIPE: self = .pipeClosed
        case StoreError.unconfirmed, StoreError.unknownOutcome: self = .outputLost(CommandError.text(of: error))
        case ReportError.file(let error) where error.code == EPIPE: self = .pipeClosed
        case ReportError.file(let error): self.init(error)
        case ReportError.manifest(let error): self.init(error)
        case AttachmentError.store(let error): self.init(error)
        default: self = .work(CommandError.text(of: error))
        }
    }

    /// The words of an error or a diagnostic in the language of the call.
    static func text(of problem: Any) -> String {
        (problem as? any MessageConvertible).map { localized($0.message) } ?? "\(problem)"
    }

    /// The exit status.
    var status: Int32 {
        switch self {
        case .invocation: 2
        case .work: 1
        case .outputLost: 3
        case .pipeClosed: 128 + SIGPIPE
        }
    }
}
