import Inventory
import InventoryStore
import Localization

extension InventoryService {
    /// Works on a thread meant for it, that of those who read where no other is named.
    func reading(
        _ head: RequestHead, on pool: WorkerPool? = nil,
        _ body: @escaping @Sendable (InventoryService) throws(HTTPError) -> Response
    ) -> DeferredResponse {
        .later { [self] promise in
            let isTaken = (pool ?? readWorkers).submit { [self] in
                let response: Response
                do throws(HTTPError) {
                    response = decorate(try body(self), head)
                } catch {
                    response = errorResponse(error, head)
                }
                send(response, to: promise)
            }
            if !isTaken { promise.put { [self] in errorResponse(HTTPError(.stopping), head) } }
        }
    }

    /// Does what words faults in the language of a page's reader; programs read English.
    func withLanguage<Result>(to head: RequestHead, _ work: () -> Result) -> Result {
        guard head.wantsPage, head.target.path.first != "api" else { return work() }
        return LocalizationContext.$words.withValue(forms.words(for: head).catalogue, operation: work)
    }

    /// Sends an answer, when the published pages show what it awaits or after some seconds.
    private func send(_ response: Response, to promise: ResponsePromise) {
        guard let revision = response.kind.awaits else { return promise.put { self.resolvingRedirect(response) } }
        published(revision) { promise.put { self.resolvingRedirect(response) } }
    }

    /// The reply that sends an answer.
    func replying(_ response: Response, _ head: RequestHead) -> DeferredResponse {
        guard response.kind.awaits != nil else { return .now(response) }
        return .later { [self] promise in send(decorate(response, head), to: promise) }
    }

    /// The answer as it is sent: the way back leads to the front page where the page it names is published no more.
    func resolvingRedirect(_ response: Response) -> Response {
        guard case .redirectBack(let path, _) = response.kind, let file = path.file, folder.file(file) == nil else {
            return response
        }
        return .see(ReturnPath.front.text)
    }

    /// Makes a change and answers when it is durable.
    ///
    /// A browser that sent a form comes back to the published pages, so it is answered when these show the change.
    /// Where others make changes at the same time nobody is waited for.
    /// - Parameter asked: the request as it was sent; see ``ChangeContext/asked``.
    func changing(
        _ edit: EditRequest, key: IdempotencyKey?, requestFingerprint: String? = nil, _ head: RequestHead,
        _ body: @escaping @Sendable (InventoryService, Result<EditResult, HTTPError>) -> Response
    ) throws(HTTPError) -> DeferredResponse {
        try checkDisk(for: key.map { [$0] } ?? [])
        let context = ChangeContext(
            actor: options.actor, key: key, requestFingerprint: requestFingerprint, timestamp: .now)
        let alone = edits.commitImmediately { writer throws(StoreError) in try edit.make(writer, context) }
        if let alone { return replying(withLanguage(to: head) { body(self, alone.mapError(HTTPError.init)) }, head) }
        return .later { [self] promise in
            let isTaken = edits.submit(
                CommitQueue.Edit(
                    make: { writer throws(StoreError) in try edit.make(writer, context) },
                    // The answer is worded on the connection's own thread: the next edits need not wait for that.
                    done: { [self] result in
                        promise.put { [self] in
                            let response = withLanguage(to: head) { body(self, result.mapError(HTTPError.init)) }
                            return decorate(resolvingRedirect(response), head)
                        }
                    }))
            if !isTaken { promise.put { [self] in errorResponse(HTTPError(.stopping), head) } }
        }
    }
}

extension ResponseJSONWriter {
    /// What a change came to.
    mutating func write(_ result: EditResult, _ name: ResponseJSONKey? = nil) {
        object(name) { json in
            json.add("revision", result.outcome.revision.rawValue)
            json.add("repeated", result.outcome.isRepeat)
            if let id = result.outcome.item { json.add("id", id.text) }
            if let item = result.item { json.write(item, as: "item") }
            if !result.outcome.refused.isEmpty {
                json.array("refused") { json in
                    for obstacle in result.outcome.refused { json.write(obstacle) }
                }
            }
        }
    }
}
