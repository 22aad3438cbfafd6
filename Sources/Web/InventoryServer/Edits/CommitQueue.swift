import Files
import HTTPServer
import InventoryStore

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
        var isStopping = false
        var counts = (edits: 0, groups: 0)
    }

    private let queue = Monitor(Queue())
    private let thread: WorkerThread?

    /// - Parameter watcher: notified of every commit.
    init(store: InventoryStore, watcher: ChangeWatcher) {
        let queue = queue
        thread = WorkerThread {
            while let edits = CommitQueue.next(queue) {
                if CommitQueue.commit(edits, in: store) { watcher.noticeChange() }
            }
        }
    }

    /// Queues a change.
    /// - Returns: false if the queue is stopping, or the system had no thread for it; the change is then not made.
    func submit(_ edit: Edit) -> Bool {
        queue.change { queue in
            guard !queue.isStopping, thread != nil else { return false }
            queue.edits.append(edit)
            return true
        }
    }

    /// The numbers of edits, and of the transactions in which they were made or refused.
    var counts: (edits: Int, groups: Int) { queue.withLock { $0.counts } }

    /// Commits the queued edits and ends the thread.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Returns: whether all are committed in time.
    @discardableResult
    func stop(by end: Double) -> Bool {
        queue.change { $0.isStopping = true }
        return thread?.join(within: end - MonotonicClock.now()) ?? true
    }

    /// Waits for edits; nil when the queue is stopping and empty.
    private static func next(_ queue: Monitor<Queue>) -> [Edit]? {
        queue.wait { queue -> [Edit]?? in
            guard !queue.edits.isEmpty else { return queue.isStopping ? .some(nil) : nil }
            let edits = Array(queue.edits.prefix(maximumGroup))
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
