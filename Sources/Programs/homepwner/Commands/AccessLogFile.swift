import Files
import Glibc
import Synchronization

/// The file that lines of the access log are appended to.
///
/// If its path names another file, or none, as after a rotation (logrotate(8)), that one is opened: no signal is needed.
final class AccessLogFile: Sendable {
    private struct State {
        var descriptor: Int32
        /// When the path was looked at last, on the ``MonotonicClock``.
        var looked: Double
    }

    private let path: String
    private let state: Mutex<State>

    /// Opens a file, or the standard error for `-`.
    init(_ path: String) throws {
        self.path = path
        if path != "-" { try Folder.requireOwnLinks(on: path) }
        let descriptor = path == "-" ? 2 : AccessLogFile.open(path)
        guard descriptor >= 0 else { throw FileError(.write, path) }
        state = Mutex(State(descriptor: descriptor, looked: MonotonicClock.now()))
    }

    private static func open(_ path: String) -> Int32 {
        Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    }

    func append(_ line: String) {
        let bytes = Array((line.onOneLine + "\n").utf8)
        state.withLock { state in
            follow(&state)
            // One write a line, so that lines of several programs stay whole.
            _ = write(state.descriptor, bytes, bytes.count)
        }
    }

    /// Opens the file that the path names now, at most once a second. If that fails, the former one is used.
    private func follow(_ state: inout State) {
        let now = MonotonicClock.now()
        guard path != "-", now >= state.looked + 1 else { return }
        state.looked = now
        var (held, named) = (stat(), stat())
        guard fstat(state.descriptor, &held) == 0 else { return }
        if stat(path, &named) == 0, named.st_ino == held.st_ino, named.st_dev == held.st_dev { return }
        guard (try? Folder.requireOwnLinks(on: path)) != nil else { return }
        let opened = AccessLogFile.open(path)
        guard opened >= 0 else { return }
        close(state.descriptor)
        state.descriptor = opened
    }
}
