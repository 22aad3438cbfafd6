import FileOutput
import Glibc

/// Why a command did not do its work, and what the process shall answer.
enum Failure: Error, Equatable {
    /// The call was wrong: status 2.
    case call(CallError)
    /// The work failed and nothing was changed or written: status 1. The message says why, where, and what to do.
    case work(String)
    /// As above, where everything has been said already.
    case reported
    /// Nobody reads standard output any more.
    case pipeClosed

    init(_ error: FileError) {
        self = error.code == EPIPE ? .pipeClosed : .work(error.description)
    }

    /// The exit status.
    var status: Int32 {
        switch self {
        case .call: 2
        case .work, .reported: 1
        case .pipeClosed: 128 + SIGPIPE
        }
    }
}

extension Failure {
    /// Runs a rule of the command line's own and turns its complaint into a failure.
    static func calling<Value>(_ body: () throws(CallError) -> Value) throws(Failure) -> Value {
        do throws(CallError) {
            return try body()
        } catch {
            throw .call(error)
        }
    }
}
