import Files
import HTTPServer
import Inventory
import InventoryStore
import Synchronization

/// The responses of a server, counted.
final class ResponseCounts: Sendable {
    struct Counts {
        /// By the first digit of their status.
        var responses = [Int](repeating: 0, count: 6)
        var seconds = 0.0
    }

    private let counts = Mutex(Counts())

    var current: Counts { counts.withLock { $0 } }

    func add(_ entry: AccessLogEntry) {
        counts.withLock { counts in
            counts.responses[min(5, max(0, entry.status / 100))] += 1
            counts.seconds += entry.seconds
        }
    }
}

/// Counts the answered requests and writes the access log, if somebody wants either.
struct RequestLog: Sendable {
    let counts: ResponseCounts?
    /// Receives a line for each request. It contains no values of items.
    let line: (@Sendable (String) -> Void)?

    var isUsed: Bool { counts != nil || line != nil }

    func add(_ entry: AccessLogEntry) {
        counts?.add(entry)
        let micros = Int(entry.seconds * 1_000_000)
        // Fields are separated by blanks, so that a name has none.
        let user = entry.user.map { PercentCoding.encode($0) } ?? "-"
        line?(
            "\(Timestamp.now) \(entry.peer.name) \(entry.host) \(user) \(entry.method) \(entry.path) \(entry.status) \(micros)us"
        )
    }
}

/// Figures about an inventory that is served, or sums of several.
struct InventoryFigures: Sendable {
    var edits = 0
    /// Transactions in which the edits were made or refused.
    var commits = 0
    /// Pages that listen for changes.
    var streams = 0
    var sessions = 0
    /// The revision that the published pages show; nil for several inventories, and if the pages are not rebuilt.
    var published: Revision?
    /// The number of inventories whose latest publication failed.
    var failures: Int?
}

/// Figures about the server for a monitoring system, and whether it works. They contain nothing of the inventories' items.
///
/// `/metrics` is in the text format of Prometheus; `/health` has the status 200 if what is served can be read.
final class ServerMetrics: Handler {
    private let counts: ResponseCounts
    private let isReadable: @Sendable () -> Bool
    private let figures: @Sendable () -> InventoryFigures
    /// The number of open inventories, and of those for which there was no room, if the server has many.
    private let inventories: (@Sendable () -> (open: Int, refused: Int))?
    /// A thread of its own: workers may be waiting for a database.
    private let pool = WorkerPool(threads: 1)

    init(
        counts: ResponseCounts, inventories: (@Sendable () -> (open: Int, refused: Int))? = nil,
        isReadable: @escaping @Sendable () -> Bool,
        figures: @escaping @Sendable () -> InventoryFigures
    ) {
        self.counts = counts
        self.isReadable = isReadable
        self.inventories = inventories
        self.figures = figures
    }

    /// Finishes the requests.
    func stop(by end: Double) { pool.stop(by: end) }

    func accept(_ head: RequestHead) throws -> Acceptance {
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
            AcceptedRequest(readingBodyWith: collector) { [pool] _ in
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
        isReadable() ? .text("ok\n") : .text("the inventory cannot be read\n", status: 503)
    }

    private func metrics() -> Response {
        let (counts, figures) = (counts.current, figures())
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
        add("edits_total", "counter", "Edits that were made or refused.", ("", "\(figures.edits)"))
        add("commits_total", "counter", "Transactions in which edits were made.", ("", "\(figures.commits)"))
        add("event_streams", "gauge", "Pages that listen for changes.", ("", "\(figures.streams)"))
        add("sessions", "gauge", "Sessions of this server and of those that share them.", ("", "\(figures.sessions)"))
        if let (open, refused) = inventories?() {
            add("inventories", "gauge", "Inventories that are open.", ("", "\(open)"))
            add(
                "refused_openings_total", "counter", "Inventories for which there was no room.", ("", "\(refused)"))
        }
        if let published = figures.published {
            add("published_revision", "gauge", "The revision that the published pages show.", ("", "\(published)"))
        }
        if let failures = figures.failures {
            let help =
                inventories == nil
                ? "1 if the latest publication failed." : "Inventories whose latest publication failed."
            add("publication_failed", "gauge", help, ("", "\(failures)"))
        }
        return .text(lines.joined(separator: "\n") + "\n", type: "text/plain; version=0.0.4; charset=utf-8")
    }

    func errorResponse(_ error: any Error, to head: RequestHead?) -> Response {
        let kind = (error as? HTTPError)?.kind ?? .internalError
        return .text("\(kind.rawValue)\n", status: kind.status)
    }

    func complete(_ response: Response, to head: RequestHead) -> Response { response }

    var isLogging: Bool { false }

    func log(_ entry: AccessLogEntry) {}
}
