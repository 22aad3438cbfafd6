import Files

/// Answers questions that read the store, on threads of their own, so that a long list holds nobody up.
final class WorkerPool: Sendable {
    private struct Queue {
        var jobs: [@Sendable () -> Void] = []
        var isStopping = false
    }

    private let queue = Monitor(Queue())
    private let threads: [WorkerThread]

    init(threads count: Int) {
        let queue = queue
        threads = (0..<max(1, count)).compactMap { _ in
            WorkerThread {
                while let job = WorkerPool.next(queue) { job() }
            }
        }
    }

    /// Takes a job; false where the desk is closed.
    func submit(_ job: @escaping @Sendable () -> Void) -> Bool {
        queue.change { queue in
            guard !queue.isStopping else { return false }
            queue.jobs.append(job)
            return true
        }
    }

    /// Does what waits and closes.
    /// - Parameter end: by when at the latest.
    /// - Returns: whether all is done by then.
    @discardableResult
    func stop(by end: Double) -> Bool {
        queue.change { $0.isStopping = true }
        return threads.allSatisfy { $0.join(within: end - ServerClock.now()) }
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
