import Files
import Glibc
import Synchronization

/// Takes folders that exist only for a call away when the program is interrupted.
///
/// SIGINT, SIGTERM and SIGHUP are waited for in a thread of their own, so that no work is done inside a signal handler;
/// the program then ends by the same signal, as callers expect.
enum InterruptionCleanup {
    private struct State {
        var folders: Set<String> = []
        var isWatching = false
    }

    private static let state = Mutex(State())
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Creates a folder that is removed with its files if the program is interrupted before ``release(_:)``.
    ///
    /// An interruption in between waits until the folder's name is known.
    static func protecting<Owner>(_ make: () throws -> sending Owner, path: (Owner) -> String) throws -> sending Owner {
        try state.withLock { state in
            if !state.isWatching { watch() }
            state.isWatching = true
            let owner = try make()
            state.folders.insert(path(owner))
            return owner
        }
    }

    /// The folder stays, or is gone already.
    static func release(_ folder: String) { _ = state.withLock { $0.folders.remove(folder) } }

    private static func watch() {
        var watched = signalSet
        // Threads that are started later inherit the mask, so that the signals reach the waiting thread only.
        pthread_sigmask(SIG_BLOCK, &watched, nil)
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { _ in
                InterruptionCleanup.waitAndEnd()
                return nil
            }, nil)
        pthread_detach(thread)
    }

    private static var signalSet: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in signals { sigaddset(&set, number) }
        return set
    }

    private static func waitAndEnd() {
        var watched = signalSet
        var number: Int32 = 0
        guard sigwait(&watched, &number) == 0 else { return }
        state.withLock { state in
            for folder in state.folders { removeFolder(folder) }
        }
        signal(number, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &watched, nil)
        kill(getpid(), number)
    }
}

/// Removes a folder and everything in it; links are removed, not followed.
func removeFolder(_ folder: String) {
    // A second round removes files that were created during the first one.
    for _ in 0..<2 {
        for name in Folder.names(in: folder) {
            let path = "\(folder)/\(name)"
            if unlink(path) != 0, errno == EISDIR { removeFolder(path) }
        }
        if rmdir(folder) == 0 { return }
    }
}
