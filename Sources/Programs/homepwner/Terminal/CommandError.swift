import Files
import Glibc
import Localization
import Messages
import Reports

/// Why a command did not do its work, and what the process shall answer.
enum CommandError: Error, Equatable {
    /// The call was wrong: status 2.
    case invocation(UsageError)
    /// The work failed and nothing was changed or written: status 1. The message says why, where, and what to do.
    case work(String)
    /// The work is done and stands, but standard output did not take what there is to say of it: status 3.
    case outputLost(String)
    /// Nobody reads standard output any more.
    case pipeClosed

    /// The failure that an error of any module amounts to; modules word their own errors.
    init(_ error: any Error) {
        switch error {
        case let failure as CommandError: self = failure
        case let error as UsageError: self = .invocation(error)
        case let error as FileError where error.code == EPIPE: self = .pipeClosed
        case ReportError.file(let error) where error.code == EPIPE: self = .pipeClosed
        case let error as any MessageConvertible: self = .work(LocalizationContext.words.text(error.message))
        default: self = .work("\(error)")
        }
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
