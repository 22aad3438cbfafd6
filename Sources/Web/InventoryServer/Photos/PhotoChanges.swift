import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore
import Synchronization

/// Changes photos for the API and the forms, one request after the other: decoding takes a while.
struct PhotoChanges: Sendable {
    let service: (any PhotoService)?
    let workers: Workers
    let disk: DiskSpaceCheck
    let watcher: ChangeWatcher
    let errors: ErrorResponder
    let actor: String

    /// Changes photos on the photo thread.
    /// - Parameters:
    ///   - change: makes the change.
    ///   - respond: fulfils the promise with the response.
    /// - Throws: that photos cannot be changed now.
    func commit<Outcome: Sendable>(
        for head: RequestHead, key: IdempotencyKey?,
        _ change: @escaping @Sendable (any PhotoService, ChangeContext) throws(PhotoServiceError) -> Outcome,
        respond: @escaping @Sendable (Outcome, ResponsePromise) throws(RequestError) -> Void
    ) throws(RequestError) -> DeferredResponse {
        try disk.check(for: key.map { [$0] } ?? [])
        let context = ChangeContext(actor: actor, key: key, timestamp: .now)
        return try run(for: head) { service throws(PhotoServiceError) in
            try change(service, context)
        } respond: { outcome, promise throws(RequestError) in
            watcher.noticeChange()
            try respond(outcome, promise)
        }
    }

    /// Runs work with photos that changes nothing, on the same thread.
    /// - Throws: that photos cannot be decoded.
    func run<Outcome: Sendable>(
        for head: RequestHead, _ work: @escaping @Sendable (any PhotoService) throws(PhotoServiceError) -> Outcome,
        respond: @escaping @Sendable (Outcome, ResponsePromise) throws(RequestError) -> Void
    ) throws(RequestError) -> DeferredResponse {
        guard let service else { throw RequestError(.photosUnavailable) }
        return workers.deferred(on: workers.photos, for: head) { promise in
            do throws(RequestError) {
                // Work that has not begun when the server stops is not begun: it could take longer than a stop may.
                if workers.isStopping.load(ordering: .relaxed) { throw RequestError(.stopping) }
                let outcome: Outcome
                do throws(PhotoServiceError) { outcome = try work(service) } catch { throw RequestError(photos: error) }
                try respond(outcome, promise)
            } catch {
                promise.fulfill { errors.response(error, to: head) }
            }
        }
    }
}
