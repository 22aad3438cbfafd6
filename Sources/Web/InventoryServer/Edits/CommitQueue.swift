import HTTPServer
import InventoryStore
import Synchronization

/// Group commit: runs queued edits in one transaction and answers each after the flush.
///
/// Edits that arrive while a transaction is being flushed form the next group, so throughput grows with the number of
/// clients. Each edit is made whole or not at all, whatever becomes of the others.
/// - Important: Completion handlers run on the queue's thread. They must not block.
final class CommitQueue: Sendable {
    /// One client's change.
    struct Edit: Sendable {
        /// Makes the change. Its error concerns this change alone.
        let apply: @Sendable (StoreWriter) throws -> EditResult
        /// Receives the result once it is durable.
        let done: @Sendable (Result<EditResult, any Error>) -> Void
    }

    /// The maximum number of edits in one transaction: the first waits until the last is made.
    private static let maximumGroup = 256

    private struct Queue {
        var edits: [Edit] = []
        /// Whether a job commits edits until none is queued.
        var isCommitting = false
        var isStopping = false
        var counts = (edits: 0, groups: 0)
    }

    private let store: InventoryStore
    private let watcher: ChangeWatcher
    private let queue = Mutex(Queue())
    private let pool = WorkerPool(threads: 1)

    /// - Parameter watcher: notified of every commit.
    init(store: InventoryStore, watcher: ChangeWatcher) { (self.store, self.watcher) = (store, watcher) }

    /// Queues a change.
    /// - Returns: false if the queue is stopping, or the system had no thread for it; the change is then not made.
    func submit(_ edit: Edit) -> Bool {
        queue.withLock { queue in
            guard !queue.isStopping else { return false }
            if !queue.isCommitting {
                queue.isCommitting = pool.submit { [self] in
                    while let edits = next() {
                        if CommitQueue.commit(edits, in: store) { watcher.noticeChange() }
                    }
                }
            }
            guard queue.isCommitting else { return false }
            queue.edits.append(edit)
            return true
        }
    }

    /// The numbers of edits, and of the transactions in which they were made or refused.
    var counts: (edits: Int, groups: Int) { queue.withLock { $0.counts } }

    /// Commits the queued edits.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Returns: whether all are committed in time.
    @discardableResult
    func stop(by end: Double) -> Bool {
        queue.withLock { $0.isStopping = true }
        return pool.stop(by: end)
    }

    /// The next group of edits; nil if none is queued, which ends the job.
    private func next() -> [Edit]? {
        queue.withLock { queue in
            queue.isCommitting = !queue.edits.isEmpty
            guard queue.isCommitting else { return nil }
            let edits = Array(queue.edits.prefix(CommitQueue.maximumGroup))
            queue.edits.removeFirst(edits.count)
            queue.counts.edits += edits.count
            queue.counts.groups += 1
            return edits
        }
    }

    /// - Returns: whether the store may have changed.
    private static func commit(_ edits: [Edit], in store: InventoryStore) -> Bool {
        let mayHaveChanged: Bool
        let results: [Result<EditResult, any Error>]
        do {
            results = try store.write { writer in edits.map { edit in Result { try edit.apply(writer) } } }
            mayHaveChanged = true
        } catch {
            // The transaction was rolled back, so none of the edits was made. After `unknownOutcome` all may have been
            // made; a client that sends its key again gets the outcome.
            results = edits.map { _ in .failure(error) }
            mayHaveChanged = if case StoreError.unknownOutcome = error { true } else { false }
        }
        for (edit, result) in zip(edits, results) { edit.done(result) }
        return mayHaveChanged
    }
}

/// The outcome of a change, and the item after it.
struct EditResult: Sendable {
    let outcome: ChangeOutcome
    let item: StoredItem?
}
