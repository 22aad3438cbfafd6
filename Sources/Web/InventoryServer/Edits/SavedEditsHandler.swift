import HTTPServer
import Inventory
import InventoryStore
import JSON
import Synchronization

/// Replays queues of edits that pages saved while they had no connection.
struct SavedEditsHandler: ResourceHandler {
    let store: InventoryStore
    let edits: EditService

    /// Replays a queue in order, each edit once. A refused edit does not stop the others.
    func respond(to request: InventoryRequest) throws(RequestError) -> DeferredResponse {
        let queue = try QueuedEdit.queue(
            try JSONBody.value(of: request.body), store: store.identifier.text, now: .now)
        try edits.disk.check(for: queue.map(\.key))
        guard !queue.isEmpty else { return .now(.json { $0.array("results") { _ in } }) }
        return .later { [edits] promise in
            let results = ReplayResults(count: queue.count) { json in
                promise.fulfill { .json { $0.add("results", raw: json) } }
            }
            let rebaser = SharedRebaser()
            for (index, queued) in queue.enumerated() {
                switch queued.edit {
                case .failure(let error): results.set(index, queued.key, .failure(error))
                case .success(let edit):
                    let context = ChangeContext(actor: edits.actor, key: queued.key, timestamp: .now)
                    let isQueued = edits.queue.submit(
                        CommitQueue.Edit(
                            make: { writer throws(StoreError) in try rebaser.make(edit, writer, context) },
                            done: { result in
                                if case .failure = result { rebaser.forget(edit) }
                                results.set(index, queued.key, result.mapError(RequestError.init))
                            }))
                    if !isQueued { results.set(index, queued.key, .failure(RequestError(.stopping))) }
                }
            }
        }
    }
}

/// The rebaser of a queue whose edits may be committed in several transactions, one after the other.
private final class SharedRebaser: Sendable {
    private let rebaser = Mutex(EditRebaser())

    func make(
        _ edit: EditRequest, _ writer: StoreWriter, _ context: ChangeContext
    ) throws(StoreError) -> EditResult {
        // The commit queue makes one edit at a time, so the value cannot change between the two locks.
        var current = rebaser.withLock { $0 }
        defer { rebaser.withLock { [current] in $0 = current } }
        return try current.make(edit, writer, context)
    }

    func forget(_ edit: EditRequest) { rebaser.withLock { $0.forget(edit) } }
}

/// Collects the result of each edit of a queue.
private final class ReplayResults: Sendable {
    private let results: Mutex<[[UInt8]?]>
    private let done: @Sendable ([UInt8]) -> Void

    /// - Parameter done: receives the JSON list when all results are there.
    init(count: Int, done: @escaping @Sendable ([UInt8]) -> Void) {
        results = Mutex(Array(repeating: nil, count: count))
        self.done = done
    }

    func set(_ index: Int, _ key: IdempotencyKey, _ result: Result<EditResult, RequestError>) {
        var json = JSONWriter()
        json.object { json in
            json.add("key", key.rawValue)
            switch result {
            case .success(let result):
                json.add("status", 200)
                json.write(result, "change")
            case .failure(let error):
                json.add("status", error.type.status)
                json.add("problem", raw: error.json)
            }
        }
        let all = results.withLock { results -> [[UInt8]]? in
            results[index] = json.bytes
            let known = results.compactMap(\.self)
            return known.count == results.count ? known : nil
        }
        guard let all else { return }
        var list = JSONWriter()
        list.array { json in
            for result in all { json.add(raw: result) }
        }
        done(list.bytes)
    }
}
