import Files
import InventoryStore

/// Makes everybody's changes: one thread gathers what waits into one transaction, each change whole or not made whatever
/// becomes of the others, and answers all when it is on the disk (group commit).
///
/// While one transaction is flushed the next gathers, so that many clients share one flush. An edit that comes alone is
/// made where it is, without a way through the queue.
final class CommitQueue: Sendable {
    /// One client's change, to be made inside a transaction.
    struct Edit: Sendable {
        /// Makes it. What it throws concerns this change alone.
        let make: @Sendable (StoreWriter) throws(StoreError) -> EditResult
        /// Hears what came of it once that is durable.
        let done: @Sendable (Result<EditResult, StoreError>) -> Void
    }

    /// Changes in one transaction at most; the first would wait too long for the last otherwise.
    private static let largest = 256
    /// Changes in one transaction at least, as far as so many wait.
    private static let smallest = 16

    private struct Queue {
        var edits: [Edit] = []
        var isStopping = false
        /// Whether a transaction runs.
        var isBusy = false
        /// How many changes the latest transaction held.
        var latest = 0
        /// How many the next may hold: so many that making them takes twice as long as the flush. Larger ones would spare
        /// little, and have everybody wait at the same time instead of some being answered while others' are made.
        var batch = largest
    }

    private let queue = Monitor(Queue())
    private let thread: WorkerThread?
    private let store: InventoryStore
    private let committed: @Sendable () -> Void

    /// - Parameter committed: is told the latest revision after each transaction that changed something.
    init(store: InventoryStore, committed: @escaping @Sendable () -> Void) {
        self.store = store
        self.committed = committed
        let queue = queue
        thread = WorkerThread {
            while let edits = CommitQueue.next(queue) {
                let batch = CommitQueue.make(edits, in: store)
                queue.withLock { queue in
                    queue.isBusy = false
                    queue.batch = batch
                }
                committed()
            }
        }
    }

    /// Makes a change on the caller's thread where nobody else makes any and nobody did just before, so that one
    /// client alone does not pay for the gathering.
    /// - Returns: what came of it, durable; nil where it has to be submitted, and nothing was done.
    func commitImmediately(
        _ make: (StoreWriter) throws(StoreError) -> EditResult
    ) -> Result<EditResult, StoreError>? {
        let isAlone = queue.withLock { queue in
            guard !queue.isStopping, !queue.isBusy, queue.edits.isEmpty, queue.latest <= 1 else { return false }
            queue.isBusy = true
            return true
        }
        guard isAlone else { return nil }
        defer {
            let hasMore = queue.withLock { queue in
                queue.isBusy = false
                return !queue.edits.isEmpty || queue.isStopping
            }
            if hasMore { queue.change { _ in } }
        }
        do throws(StoreError) {
            let result = try store.write(waiting: false) { writer throws(StoreError) in try make(writer) }
            committed()
            return .success(result)
        } catch {
            // Another program holds the store: to wait for it is the desk's business, not a connection's.
            if case .locked = error { return nil }
            return .failure(error)
        }
    }

    /// Takes a change; false where the desk is closed.
    func submit(_ edit: Edit) -> Bool {
        queue.change { queue in
            guard !queue.isStopping else { return false }
            queue.edits.append(edit)
            return true
        }
    }

    /// Makes what waits and closes.
    /// - Parameter end: by when at the latest.
    /// - Returns: whether all is made by then.
    @discardableResult
    func stop(by end: Double) -> Bool {
        queue.change { $0.isStopping = true }
        return thread?.join(within: end - ServerClock.now()) ?? true
    }

    private static func next(_ queue: Monitor<Queue>) -> [Edit]? {
        let edits = queue.wait { queue -> [Edit]? in
            guard !queue.isBusy else { return nil }
            guard !queue.edits.isEmpty else { return queue.isStopping ? [] : nil }
            let edits = Array(queue.edits.prefix(queue.batch))
            queue.edits.removeFirst(edits.count)
            queue.isBusy = true
            queue.latest = edits.count
            return edits
        }
        return edits.isEmpty ? nil : edits
    }

    /// Makes changes and tells their clients; answers how many the next transaction may hold.
    private static func make(_ edits: [Edit], in store: InventoryStore) -> Int {
        var results: [Result<EditResult, StoreError>] = []
        let begun = ServerClock.now()
        var made = begun
        do throws(StoreError) {
            (results, made) = try store.write { writer throws(StoreError) in
                let results = edits.map { edit -> Result<EditResult, StoreError> in
                    do throws(StoreError) {
                        return .success(try edit.make(writer))
                    } catch {
                        return .failure(error)
                    }
                }
                return (results, ServerClock.now())
            }
        } catch {
            results = edits.map { _ in .failure(error) }
        }
        let flush = ServerClock.now() - made
        for (edit, result) in zip(edits, results) { edit.done(result) }
        let each = max(made - begun, 1e-6) / Double(edits.count)
        return min(largest, max(smallest, Int(min(2 * flush / each, Double(largest)))))
    }
}

/// What a change came to, and the item as it stands then.
struct EditResult: Sendable {
    let outcome: ChangeOutcome
    let item: StoredItem?
}
