import HTTPServer
import InventoryStore

/// Commits changes for handlers and promises responses once they are durable.
struct EditService: Sendable {
    let commitQueue: CommitQueue
    let disk: DiskSpaceCheck
    let errors: ErrorResponder
    /// The author of changes in the journal.
    let actor: String

    /// The moment at which the response to a change is sent.
    enum ResponseTime: Sendable {
        /// When the change is durable.
        case durable
        /// When the published pages show the change too: a browser that sent a form returns to them.
        case published(PublishedPages)
    }

    /// Commits a change.
    /// - Parameters:
    ///   - key: lets the client send the same request again without a second change.
    ///   - requestFingerprint: see ``ChangeContext/requestFingerprint``.
    ///   - respond: makes the response; runs on the connection's thread.
    func commit(
        _ edit: EditRequest, key: IdempotencyKey?, requestFingerprint: String? = nil, for head: RequestHead,
        at time: ResponseTime = .durable,
        respond: @escaping @Sendable (Result<EditResult, RequestError>) throws(RequestError) -> Response
    ) throws(RequestError) -> DeferredResponse {
        try disk.check(for: key.map { [$0] } ?? [])
        let context = ChangeContext(
            actor: actor, key: key, requestFingerprint: requestFingerprint, timestamp: .now)
        return .later { [self] promise in
            let isQueued = commitQueue.submit(
                CommitQueue.Edit(
                    make: { writer throws(StoreError) in try edit.make(writer, context) },
                    done: { result in
                        let fulfill: @Sendable () -> Void = {
                            promise.fulfill {
                                errors.respond(to: head) { () throws(RequestError) in
                                    try respond(result.mapError(RequestError.init))
                                }
                            }
                        }
                        guard case .published(let pages) = time, case .success(let edit) = result else {
                            return fulfill()
                        }
                        pages.whenShowing(edit.outcome.revision, fulfill)
                    }))
            if !isQueued { promise.fulfill { errors.response(RequestError(.stopping), to: head) } }
        }
    }
}
