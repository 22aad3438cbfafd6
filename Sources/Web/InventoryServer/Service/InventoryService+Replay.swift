import Inventory
import InventoryStore
import Synchronization

// Queues of edits that pages kept while they were away.
extension InventoryService {
    /// Replays a queue in order, each edit once. One that is refused does not stop the others.
    func replay(_ request: Request) throws(HTTPError) -> DeferredResponse {
        let queue = try EditReader.queue(try EditReader.json(request.body), store: storeName, now: .now)
        try checkDisk(for: queue.map(\.key))
        let head = request.head
        guard !queue.isEmpty else { return .now(.json { $0.array("results") { _ in } }) }
        return .later { [self] promise in
            let results = ReplayOutcomes(count: queue.count) { [self] json in
                promise.put { [self] in decorate(.json { $0.add("results", raw: json) }, head) }
            }
            let chain = SharedRebaser()
            for (index, queued) in queue.enumerated() {
                switch queued.edit {
                case .failure(let problem): results.put(index, queued.key, .failure(problem))
                case .success(let edit):
                    let context = ChangeContext(actor: options.actor, key: queued.key, timestamp: .now)
                    let isTaken = edits.submit(
                        CommitQueue.Edit(
                            make: { writer throws(StoreError) in try chain.make(edit, writer, context) },
                            done: { result in
                                if case .failure = result { chain.forget(edit) }
                                results.put(index, queued.key, result.mapError(HTTPError.init))
                            }))
                    if !isTaken { results.put(index, queued.key, .failure(HTTPError(.stopping))) }
                }
            }
        }
    }
}

/// The chain of a queue whose edits may come into several transactions, one after the other.
private final class SharedRebaser: Sendable {
    private let chain = Mutex(EditRebaser())

    func make(
        _ edit: EditRequest, _ writer: StoreWriter, _ context: ChangeContext
    ) throws(StoreError) -> EditResult {
        // The desk makes one edit at a time; the lock only hands the chain from one to the next.
        var current = chain.withLock { $0 }
        defer { chain.withLock { [current] in $0 = current } }
        return try current.make(edit, writer, context)
    }

    func forget(_ edit: EditRequest) { chain.withLock { $0.forget(edit) } }
}

/// Gathers what became of each edit of a queue.
private final class ReplayOutcomes: Sendable {
    private let answers: Mutex<[[UInt8]?]>
    private let done: @Sendable ([UInt8]) -> Void

    init(count: Int, done: @escaping @Sendable ([UInt8]) -> Void) {
        answers = Mutex(Array(repeating: nil, count: count))
        self.done = done
    }

    func put(_ index: Int, _ key: IdempotencyKey, _ result: Result<EditResult, HTTPError>) {
        var json = ResponseJSONWriter()
        json.object { json in
            json.add("key", key.rawValue)
            switch result {
            case .success(let result):
                json.add("status", 200)
                json.write(result, "change")
            case .failure(let problem):
                json.add("status", problem.kind.status)
                json.add("problem", raw: problem.json)
            }
        }
        let all = answers.withLock { answers -> [[UInt8]]? in
            answers[index] = json.bytes
            let known = answers.compactMap(\.self)
            return known.count == answers.count ? known : nil
        }
        guard let all else { return }
        var list = ResponseJSONWriter()
        list.array { json in
            for response in all { json.add(raw: response) }
        }
        done(list.bytes)
    }
}
