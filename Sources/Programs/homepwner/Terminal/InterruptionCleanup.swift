import Files
import Glibc
import Synchronization

/// Removes the folders that exist only for a call when the program is interrupted.
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

    /// Starts a thread that no interruption reaches: one that did would end the program before the cleanup.
    static func withoutSignals<Thread>(_ start: () -> Thread) -> Thread {
        var (watched, former) = (signalSet, sigset_t())
        // Threads inherit the mask.
        pthread_sigmask(SIG_BLOCK, &watched, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        return start()
    }

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
            for folder in state.folders { Folder.removeAll(folder) }
        }
        signal(number, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &watched, nil)
        kill(getpid(), number)
    }
}
