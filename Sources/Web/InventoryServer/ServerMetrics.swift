import HTTPServer
import InventoryStore
import Synchronization

/// Figures about the server for a monitoring system, and whether it works. They contain nothing of the inventory's items.
///
/// `/metrics` is in the text format of Prometheus; `/health` has the status 200 if the inventory can be read.
final class ServerMetrics: Handler {
    private struct Counts {
        /// Responses by the first digit of their status.
        var responses = [Int](repeating: 0, count: 6)
        var seconds = 0.0
    }

    private let counts = Mutex(Counts())
    private let services: Services
    private let sessions: SessionStore
    /// A thread of its own: workers may be waiting for a database.
    private let pool = WorkerPool(threads: 1)

    init(_ services: Services, sessions: SessionStore) {
        self.services = services
        self.sessions = sessions
    }

    /// Counts an answered request.
    func count(_ entry: AccessLogEntry) {
        counts.withLock { counts in
            counts.responses[min(5, max(0, entry.status / 100))] += 1
            counts.seconds += entry.seconds
        }
    }

    /// Finishes the requests.
    func stop(by end: Double) { pool.stop(by: end) }

    func accept(_ head: RequestHead) throws(HTTPError) -> Acceptance {
        guard head.method == .get || head.method == .head else {
            var error = HTTPError(.methodNotAllowed)
            error.allowedMethods = [.get, .head]
            throw error
        }
        let answer: @Sendable () -> Response
        switch head.target.path {
        case ["metrics"]: answer = { self.metrics() }
        case ["health"]: answer = { self.health() }
        default: throw HTTPError(.noSuchPage)
        }
        let collector = MemoryCollector(limit: 0, budget: BodyBudget(0))
        return .accepted(
            AcceptedRequest(readingBodyWith: collector, isSignedIn: false) { [pool] _ in
                .later { promise in
                    let isQueued = pool.submit {
                        let response = answer()
                        promise.fulfill { response }
                    }
                    if !isQueued { promise.fulfill { .text("stopping\n", status: 503) } }
                }
            })
    }

    private func health() -> Response {
        guard !services.workers.isStopping.load(ordering: .relaxed) else { return .text("stopping\n", status: 503) }
        do throws(StoreError) { _ = try services.store.revision } catch {
            return .text("the inventory cannot be read\n", status: 503)
        }
        return .text("ok\n")
    }

    private func metrics() -> Response {
        let counts = counts.withLock { $0 }
        let commits = services.edits.commitQueue.counts
        let pages = services.watcher.pages
        var lines: [String] = []
        func add(_ name: String, _ type: String, _ help: String, _ values: (labels: String, value: String)...) {
            lines += ["# HELP homepwner_\(name) \(help)", "# TYPE homepwner_\(name) \(type)"]
            lines += values.map { "homepwner_\(name)\($0.labels) \($0.value)" }
        }
        let classes = (1...5).map { (labels: "{status=\"\($0)xx\"}", value: "\(counts.responses[$0])") }
        add(
            "responses_total", "counter", "Responses by the class of their status.", classes[0], classes[1], classes[2],
            classes[3], classes[4])
        add("response_seconds_total", "counter", "Seconds from requests to their responses.", ("", "\(counts.seconds)"))
        add("edits_total", "counter", "Edits that were made or refused.", ("", "\(commits.edits)"))
        add("commits_total", "counter", "Transactions in which edits were made.", ("", "\(commits.groups)"))
        add("event_streams", "gauge", "Pages that listen for changes.", ("", "\(services.broadcaster.count)"))
        add("sessions", "gauge", "Sessions of this server and of those that share them.", ("", "\(sessions.count)"))
        if let built = pages.built {
            add("published_revision", "gauge", "The revision that the published pages show.", ("", "\(built)"))
            add("publication_failed", "gauge", "1 if the latest publication failed.", ("", pages.hasFailed ? "1" : "0"))
        }
        return .text(lines.joined(separator: "\n") + "\n", type: "text/plain; version=0.0.4; charset=utf-8")
    }

    func errorResponse(_ error: HTTPError, to head: RequestHead?) -> Response {
        .text("\(error.kind.rawValue)\n", status: error.kind.status)
    }

    func complete(_ response: Response, to head: RequestHead) -> Response { response }

    var isLogging: Bool { false }

    func log(_ entry: AccessLogEntry) {}
}
