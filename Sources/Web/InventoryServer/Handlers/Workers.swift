import Files
import HTTPServer
import Synchronization

/// The threads for handlers' slow work, so that the network threads never wait.
final class Workers: Sendable {
    /// Threads that read the inventory.
    let readers: WorkerPool
    /// One thread: photos are decoded and stored one after the other.
    let photos = WorkerPool(threads: 1)
    /// One thread: lists to import are read one after the other, which bounds memory and leaves the readers free.
    let lists = WorkerPool(threads: 1)
    /// Threads that wait for the programs that make reports, as many as there may be at the same time.
    let reports: WorkerPool
    /// Threads that wait for the identity provider; nil for none. Strangers may make them wait, so that few jobs do.
    let provider: WorkerPool?
    /// Whether the server is stopping; work that has not begun is then refused.
    let isStopping = Atomic<Bool>(false)
    private let errors: ErrorResponder

    init(threads: Int, reports: Int, asksProvider: Bool, errors: ErrorResponder) {
        readers = WorkerPool(threads: threads)
        self.reports = WorkerPool(threads: reports)
        provider = asksProvider ? WorkerPool(threads: 2, mostWaiting: 8) : nil
        self.errors = errors
    }

    /// Responds from a thread that may read the inventory.
    /// - Parameter pool: the threads; nil for those of most requests.
    func reading(
        for head: RequestHead, on pool: WorkerPool? = nil, _ body: @escaping @Sendable () throws -> Response
    ) -> DeferredResponse {
        deferred(on: pool ?? readers, for: head) { promise in
            let response = self.errors.respond(to: head, body)
            promise.fulfill { response }
        }
    }

    /// Runs work that fulfils a promise on a pool.
    func deferred(
        on pool: WorkerPool, for head: RequestHead, _ work: @escaping @Sendable (ResponsePromise) -> Void
    ) -> DeferredResponse {
        .later { [self] promise in
            guard !pool.submit({ work(promise) }) else { return }
            let error = isStopping.load(ordering: .relaxed) ? HTTPError(.stopping) : HTTPError.busy
            promise.fulfill { self.errors.response(error, to: head) }
        }
    }

    /// Finishes the queued work.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Returns: whether all is done in time.
    func stop(by end: Double) -> Bool {
        // Signals all of them to stop, even if the first does not stop in time.
        [readers, photos, lists, reports, provider].map { $0?.stop(by: end) ?? true }.allSatisfy(\.self)
    }
}
