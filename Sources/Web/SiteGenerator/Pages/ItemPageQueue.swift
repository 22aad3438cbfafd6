import Files

/// Items between the thread that fills the index, which reads them in order, and the threads that publish their pages.
/// The thread that fills the index publishes pages, too, when it would otherwise wait.
final class ItemPageQueue: Sendable {
    /// Items that follow each other. An archived item has no page, and its record stays empty.
    struct Batch: Sendable {
        let items: [ItemFacts]
        fileprivate(set) var records: [ItemPageRecord] = []

        init(_ items: [ItemFacts]) { self.items = items }

        /// Publishes the pages of the items.
        fileprivate mutating func publish(with publisher: ItemPagePublisher) throws {
            let pages = items.indices.filter { !items[$0].isArchived }
            records = items.map { _ in ItemPageRecord() }
            for (index, page) in zip(pages, try publisher.publish(pages.map { items[$0].orderKey })) {
                records[index] = page.record
            }
        }
    }

    /// The batches that are read before their pages are published: enough that no thread waits for the other.
    private static let depth = 8

    private struct State {
        /// Batches that no thread has begun, with their numbers, in order.
        var waiting: [(number: Int, batch: Batch)] = []
        var published: [Int: Batch] = [:]
        /// The numbers of the next batch that is added, and of the next that is recorded.
        var added = 0
        var recorded = 0
        var isEnded = false
        /// The threads that publish a batch for the one that fills the index.
        var working = 0
        var failure: (any Error)?
    }

    private let state = Monitor(State())

    /// Publishes pages until the queue is ended.
    func work(_ publisher: ItemPagePublisher) {
        while let (number, batch) = state.wait(until: ItemPageQueue.next) {
            var batch = batch
            do {
                try batch.publish(with: publisher)
                state.change { [batch] in
                    $0.published[number] = batch
                    $0.working -= 1
                }
            } catch {
                state.change {
                    $0.failure = $0.failure ?? error
                    $0.working -= 1
                }
            }
        }
    }

    /// The next batch for a thread that waits; an inner nil if there will be none.
    private static func next(_ state: inout State) -> (number: Int, batch: Batch)?? {
        if state.isEnded || state.failure != nil { return .some(nil) }
        guard !state.waiting.isEmpty else { return nil }
        state.working += 1
        return .some(state.waiting.removeFirst())
    }

    /// Lets all threads that work return.
    func end() { state.change { $0.isEnded = true } }

    /// Ends the queue and waits until no other thread publishes a batch: those use the index, too.
    func stop() {
        end()
        state.wait { $0.working == 0 ? true : nil }
    }

    /// Notes the failure of a thread, which ends the publication.
    func fail(_ error: any Error) { state.change { $0.failure = $0.failure ?? error } }

    /// Adds items to be published.
    func add(_ batch: Batch) {
        state.change { state in
            state.waiting.append((state.added, batch))
            state.added += 1
        }
    }

    /// Whether so many batches are on their way that one should be recorded.
    var isFull: Bool { state.withLock { $0.added - $0.recorded >= ItemPageQueue.depth } }

    /// Waits for the oldest batch that was not returned yet, and publishes others meanwhile.
    /// - Returns: the batch with its records; nil for none.
    /// - Throws: the first failure of any thread.
    func nextPublished(_ publisher: ItemPagePublisher) throws -> Batch? {
        while true {
            switch state.wait(until: ItemPageQueue.step) {
            case .none: return nil
            case .recordable(let batch): return batch
            case .unpublished(let number, var batch):
                try batch.publish(with: publisher)
                state.withLock { [batch] in $0.published[number] = batch }
            case .failed(let error): throw error
            }
        }
    }

    private enum Step {
        case none, recordable(Batch), unpublished(Int, Batch), failed(any Error)
    }

    private static func step(_ state: inout State) -> Step? {
        if let failure = state.failure { return .failed(failure) }
        if state.recorded == state.added { return Step.none }
        if let batch = state.published.removeValue(forKey: state.recorded) {
            state.recorded += 1
            return .recordable(batch)
        }
        guard !state.waiting.isEmpty else { return nil }
        let (number, batch) = state.waiting.removeFirst()
        return .unpublished(number, batch)
    }
}
