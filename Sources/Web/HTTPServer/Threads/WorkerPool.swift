import Files

/// Runs jobs on threads of its own, in order, so that a slow job does not block the network threads.
package final class WorkerPool: Sendable {
    private struct Queue {
        var jobs: [@Sendable () -> Void] = []
        var isStopping = false
    }

    private let queue = Monitor(Queue())
    private let threads: [WorkerThread]
    private let mostWaiting: Int

    /// - Parameter mostWaiting: the most jobs that may wait for a thread.
    package init(threads count: Int, mostWaiting: Int = .max) {
        self.mostWaiting = mostWaiting
        let queue = queue
        threads = (0..<max(1, count)).compactMap { _ in
            WorkerThread {
                while let job = WorkerPool.next(queue) { job() }
            }
        }
    }

    /// Queues a job.
    /// - Returns: false if the pool is stopping or too many wait, or the system had no thread for it; the job is then not run.
    package func submit(_ job: @escaping @Sendable () -> Void) -> Bool {
        queue.change { queue in
            guard !queue.isStopping, !threads.isEmpty, queue.jobs.count < mostWaiting else { return false }
            queue.jobs.append(job)
            return true
        }
    }

    /// Runs the queued jobs and ends the threads.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Returns: whether all jobs are done in time.
    @discardableResult
    package func stop(by end: Double) -> Bool {
        queue.change { $0.isStopping = true }
        return threads.allSatisfy { $0.join(within: end - MonotonicClock.now()) }
    }

    private static func next(_ queue: Monitor<Queue>) -> (@Sendable () -> Void)? {
        queue.wait { queue -> (@Sendable () -> Void)?? in
            guard !queue.jobs.isEmpty else {
                return queue.isStopping ? .some(nil) : nil
            }
            return .some(queue.jobs.removeFirst())
        }
    }
}
