import Files

/// Runs jobs on threads of its own, in order, so that a slow job does not block the network threads.
///
/// A thread begins when there is a job for it, and ends when none comes for a second: a thousand idle pools have none.
package final class WorkerPool: Sendable {
    private typealias Job = @Sendable () -> Void

    private struct Queue {
        var jobs: [Job] = []
        /// The threads, and those of them that wait for a job.
        var threads = 0
        var idle = 0
        var isStopping = false
    }

    private let queue = Monitor(Queue())
    private let mostThreads: Int
    private let mostWaiting: Int

    /// Seconds for which a thread waits for the next job.
    private static let patience = 1.0

    /// - Parameters:
    ///   - count: the most threads.
    ///   - mostWaiting: the most jobs that may wait for a thread.
    package init(threads count: Int, mostWaiting: Int = .max) {
        mostThreads = max(1, count)
        self.mostWaiting = mostWaiting
    }

    /// Queues a job.
    /// - Returns: false if the pool is stopping or too many wait, or the system had no thread for it; the job is then not run.
    package func submit(_ job: @escaping @Sendable () -> Void) -> Bool {
        queue.changeAndSignalOne { state in
            guard !state.isStopping, state.jobs.count < mostWaiting else { return false }
            // Begun under the lock, so that no other job counts on a thread that the system refuses.
            if state.jobs.count >= state.idle, state.threads < mostThreads, begin() { state.threads += 1 }
            guard state.threads > 0 else { return false }
            state.jobs.append(job)
            return true
        }
    }

    private func begin() -> Bool {
        let queue = queue
        let thread = WorkerThread {
            while let job = WorkerPool.next(queue) { job() }
            // Wakes whoever waits for the end.
            queue.change { _ in }
        }
        thread?.detach()
        return thread != nil
    }

    /// Runs the queued jobs and ends the threads.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Returns: whether all jobs are done in time.
    @discardableResult
    package func stop(by end: Double) -> Bool {
        queue.change { $0.isStopping = true }
        return queue.wait(seconds: end - MonotonicClock.now()) { $0.threads == 0 ? true : nil } ?? false
    }

    /// The next job; nil if the thread has to end, and counts no more.
    private static func next(_ queue: Monitor<Queue>) -> Job? {
        let end = MonotonicClock.now() + patience
        queue.withLock { $0.idle += 1 }
        let next = queue.wait(seconds: patience) { queue -> Job?? in
            guard queue.jobs.isEmpty else {
                queue.idle -= 1
                return queue.jobs.removeFirst()
            }
            // Decided under the lock: a job that is queued later begins another thread.
            guard queue.isStopping || MonotonicClock.now() >= end else { return nil }
            queue.idle -= 1
            queue.threads -= 1
            return .some(nil)
        }
        return next ?? nil
    }
}
