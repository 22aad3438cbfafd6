import Dispatch
import Glibc
import Localization
import Synchronization

/// Adds files on several threads.
enum ParallelWork {
    /// Does work for the numbers from 0; the first error ends it.
    /// - Parameters:
    ///   - count: the number of files.
    ///   - start: makes the work of one thread.
    static func run(
        _ count: Int, on console: Console, start: @Sendable () throws -> (Int) throws -> Void
    ) throws {
        guard count > 0 else { return }
        let state = Mutex<(next: Int, failure: (any Error)?)>((0, nil))
        let progress = Progress(localized("progress.adding"), unit: Phrases.many("file"), on: console)
        defer { progress.finish() }
        // Making pictures takes most of the time, in processes of their own.
        let threads = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 4, count)
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            do {
                let work = try start()
                while true {
                    let index = state.withLock { state in
                        defer { state.next += 1 }
                        return state.failure == nil ? state.next : count
                    }
                    guard index < count else { return }
                    try work(index)
                    progress.update(index + 1, of: count)
                }
            } catch {
                state.withLock { $0.failure = $0.failure ?? error }
            }
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}
