import Files
import HTTPServer
import Inventory
import InventoryStore

/// Passes each request to the inventory that its host names, `NAME.HOST`, or to the pages of the server, `HOST`. An inventory is opened with the first request
/// for it, and closed when none came for some minutes.
final class InventoryRouter: Handler, Stoppable {
    /// Opens an inventory; nil if no inventory has the name.
    typealias Opening = @Sendable (_ name: String) throws -> ServedInventory?

    /// The limits on open inventories.
    struct OpenLimits: Sendable {
        /// The number of inventories that may be open at the same time.
        var maximumOpen = 32
        /// Seconds without a request after which an inventory is closed.
        var idleSeconds = 600.0
        /// The same if another one is to be opened and the maximum number is open. One that nobody with a session uses makes
        /// room at once: strangers' requests hold nothing open.
        var shortIdleSeconds = 30.0
        /// Seconds between two looks for idle inventories.
        var sweepSeconds = 30.0
    }

    /// Inventories that may wait to be opened.
    private static let maximumQueue = 64
    /// Seconds for which a name is refused without another look, and the number of names.
    private static let refusedSeconds = 2.0
    private static let maximumRefused = 1000
    /// Inventories a second that one client may have opened in the long run: each costs queries, whether it exists or not.
    private static let openingsPerSecond = 20

    private enum Outcome {
        case opened(ServedInventory)
        case missing
        case failed
    }

    private struct Entry {
        let inventory: ServedInventory
        /// The times of the latest request, and of the latest with a session, on the ``MonotonicClock``.
        var used: Double
        var usedWithSession: Double?
    }

    private struct State {
        var open: [String: Entry] = [:]
        /// Those that are being opened, with the requests that wait for them.
        var waiting: [String: [@Sendable (Outcome) -> Void]] = [:]
        /// Those that are being closed.
        var closing: [ObjectIdentifier: (name: String, inventory: ServedInventory)] = [:]
        /// Names that were refused lately, each with the reason and the time until which it holds.
        var refused: [String: (outcome: Outcome, until: Double)] = [:]
        /// Edits and transactions of inventories that were closed: counters never fall.
        var former = InventoryFigures(failures: 0)
        var limiter = RateLimiter(perSecond: InventoryRouter.openingsPerSecond)
        /// Openings that were refused because too many inventories were open.
        var refusals = 0
        var isStopping = false
    }

    private let host: HostName
    /// The pages of the server; nil for none.
    private let pages: ServerPages?
    private let openLimits: OpenLimits
    private let opening: Opening
    private let errors: ErrorResponder
    private let requestLog: RequestLog
    private let finishSeconds: Double
    private let state = Monitor(State())
    /// Opens inventories, which may have to be published first, and closes them.
    private let openers = WorkerPool(threads: 4)
    private let sweeper: WorkerThread?

    /// - Parameters:
    ///   - pages: those under the common host name.
    ///   - host: the name that each inventory's host name ends with, and the port that requests name.
    init(
        host: HostName, openLimits: OpenLimits, limits: ServerLimits, errors: ErrorResponder, log: RequestLog,
        pages: ServerPages?, opening: @escaping Opening
    ) {
        self.host = host
        self.pages = pages
        self.openLimits = openLimits
        self.opening = opening
        self.errors = errors
        requestLog = log
        finishSeconds = limits.finishSeconds
        let (state, finishSeconds) = (state, limits.finishSeconds)
        sweeper = WorkerThread {
            while state.wait(seconds: openLimits.sweepSeconds, until: { $0.isStopping ? true : nil }) == nil {
                let end = MonotonicClock.now() - openLimits.idleSeconds
                InventoryRouter.close(state, within: finishSeconds) { $0.used < end || $0.inventory.isGone }
            }
        }
    }

    // Handler

    func accept(_ head: RequestHead) throws -> Acceptance {
        if let pages = pages(for: head) { return try pages.dispatcher.accept(head) }
        guard let name = name(in: head) else { throw HTTPError(.wrongHost) }
        if let inventory = opened(name, isUse: true) { return try accept(head, by: inventory, named: name) }
        let hasBody = head.headers[.transferEncoding] != nil || (head.headers[.contentLength] ?? "0") != "0"
        let now = MonotonicClock.now()
        let (refused, wait) = state.withLock { state -> (Outcome?, Double?) in
            if let refused = state.refused[name], refused.until > now { return (refused.outcome, nil) }
            return (nil, state.waiting[name] == nil ? state.limiter.take(head.peer, now: now) : nil)
        }
        if let refused { throw InventoryRouter.error(for: refused) }
        if let wait {
            var error = HTTPError(.tooManyRequests)
            error.retryAfter = max(1, Int(wait.rounded(.up)))
            throw error
        }
        // A body is read by the rules of its inventory, which will be open by the time the client tries again.
        guard !hasBody else {
            open(name) { _ in }
            throw InventoryRouter.error(for: .failed)
        }
        let collector = MemoryCollector(limit: 0, budget: BodyBudget(0))
        return .accepted(
            AcceptedRequest(readingBodyWith: collector) { [self] _ in
                .later { promise in self.open(name) { self.respond(to: head, $0, promise) } }
            })
    }

    /// Has the inventory check a request, and notes a session.
    private func accept(_ head: RequestHead, by inventory: ServedInventory, named name: String) throws -> Acceptance {
        let acceptance = try inventory.accept(head)
        if case .accepted(let request) = acceptance, request.user != nil {
            state.withLock { $0.open[name]?.usedWithSession = MonotonicClock.now() }
        }
        return acceptance
    }

    private static func error(for refused: Outcome) -> HTTPError {
        guard case .missing = refused else {
            var error = HTTPError(.notOpen)
            error.retryAfter = Int(refusedSeconds)
            return error
        }
        return HTTPError(.wrongHost)
    }

    /// Responds to a request without a body when its inventory was opened.
    private func respond(to head: RequestHead, _ outcome: Outcome, _ promise: ResponsePromise) {
        do {
            guard case .opened(let inventory) = outcome, let name = name(in: head) else {
                throw InventoryRouter.error(for: outcome)
            }
            switch try accept(head, by: inventory, named: name) {
            case .accepted(let request):
                switch request.respond(.none) {
                case .now(let response): promise.fulfill { response }
                case .later(let work): work(promise)
                }
            case .refused(let response): promise.fulfill { response }
            }
        } catch {
            promise.fulfill { self.errorResponse(error, to: head) }
        }
    }

    func errorResponse(_ error: any Error, to head: RequestHead?) -> Response {
        head.flatMap(dispatcher)?.errorResponse(error, to: head) ?? errors.response(error, to: head)
    }

    func complete(_ response: Response, to head: RequestHead) -> Response {
        dispatcher(of: head)?.complete(response, to: head) ?? response
    }

    /// The handler of what a request is for, if it is open.
    private func dispatcher(of head: RequestHead) -> RequestDispatcher? {
        pages(for: head)?.dispatcher ?? name(in: head).flatMap { opened($0) }?.dispatcher
    }

    var isLogging: Bool { requestLog.isUsed }

    func log(_ entry: AccessLogEntry) { requestLog.add(entry) }

    // Names

    /// The pages of the server, if a request is for them.
    private func pages(for head: RequestHead) -> ServerPages? {
        head.headers[.host].flatMap(HostName.init) == host ? pages : nil
    }

    /// The name of the inventory that a request is for.
    private func name(in head: RequestHead) -> String? {
        guard let field = head.headers[.host], let named = HostName(field), named.port == host.port,
            named.name.hasSuffix("." + host.name)
        else { return nil }
        let name = String(named.name.dropLast(host.name.utf8.count + 1))
        return InventoriesWebServer.isHostLabel(name) ? name : nil
    }

    // Opening and closing

    private func opened(_ name: String, isUse: Bool = false) -> ServedInventory? {
        let (inventory, gone) = state.withLock { state -> (ServedInventory?, gone: ServedInventory?) in
            guard let inventory = state.open[name]?.inventory else { return (nil, nil) }
            if isUse { state.open[name]?.used = MonotonicClock.now() }
            guard inventory.isGone else { return (inventory, nil) }
            // Another inventory may have the name by now.
            state.open[name] = nil
            state.closing[ObjectIdentifier(inventory)] = (name, inventory)
            return (nil, inventory)
        }
        if let gone {
            _ = openers.submit { [state, finishSeconds] in InventoryRouter.finish(gone, state, within: finishSeconds) }
        }
        return inventory
    }

    /// Opens an inventory unless it is open.
    /// - Parameter done: called on any thread, which it must not block.
    private func open(_ name: String, _ done: @escaping @Sendable (Outcome) -> Void) {
        enum Step {
            case done(Outcome)
            case wait, open
        }
        let step = state.withLock { state -> Step in
            if let entry = state.open[name] { return .done(.opened(entry.inventory)) }
            guard !state.isStopping else { return .done(.failed) }
            if state.waiting[name] != nil {
                state.waiting[name]?.append(done)
                return .wait
            }
            guard state.waiting.count < InventoryRouter.maximumQueue else { return .done(.failed) }
            state.waiting[name] = [done]
            return .open
        }
        switch step {
        case .done(let outcome): done(outcome)
        case .wait: break
        case .open:
            let isQueued = openers.submit { [self] in settle(name, outcome(ofOpening: name)) }
            if !isQueued { settle(name, .failed) }
        }
    }

    private func outcome(ofOpening name: String) -> Outcome {
        if state.withLock({ $0.open.count }) >= openLimits.maximumOpen {
            let end = MonotonicClock.now() - openLimits.shortIdleSeconds
            InventoryRouter.close(state, atMost: 1, within: finishSeconds) { $0.usedWithSession ?? -.infinity < end }
        }
        let hasRoom = state.withLock { state in
            let hasRoom = state.open.count < openLimits.maximumOpen
            if !hasRoom { state.refusals += 1 }
            // The one that had the name before may still write into its folder.
            return hasRoom && !state.isStopping && !state.closing.values.contains { $0.name == name }
        }
        guard hasRoom else { return .failed }
        do { return try opening(name).map(Outcome.opened) ?? .missing } catch { return .failed }
    }

    private func settle(_ name: String, _ outcome: Outcome) {
        let (waiting, isStopping) = state.withLock { state in
            switch outcome {
            case .opened(let inventory) where !state.isStopping:
                state.open[name] = Entry(inventory: inventory, used: MonotonicClock.now())
            case .opened: break
            case .missing, .failed:
                if state.refused.count >= InventoryRouter.maximumRefused { state.refused = [:] }
                state.refused[name] = (outcome, MonotonicClock.now() + InventoryRouter.refusedSeconds)
            }
            return (state.waiting.removeValue(forKey: name) ?? [], state.isStopping)
        }
        if isStopping, case .opened(let inventory) = outcome {
            // Those that waited for it were answered when the stop began.
            _ = inventory.beginStop()
            let end = MonotonicClock.now() + finishSeconds
            if inventory.finishRequests(by: end), inventory.finish(by: end) { inventory.store.close() }
        }
        for action in waiting { action(outcome) }
    }

    /// Closes idle inventories, first those that nobody with a session uses, then those that are idle for the longest time.
    private static func close(
        _ state: Monitor<State>, atMost count: Int = .max, within finishSeconds: Double, where isIdle: (Entry) -> Bool
    ) {
        func order(_ entry: Entry) -> (Double, Double) { (entry.usedWithSession ?? -.infinity, entry.used) }
        let idle = state.withLock { state in
            state.open.filter { isIdle($0.value) }.sorted { order($0.value) < order($1.value) }
        }
        for (name, entry) in idle.lazy.filter({ !$0.value.inventory.isInUse }).prefix(count) {
            let isClosing = state.withLock { state in
                // A request may have come meanwhile.
                guard let used = state.open[name]?.used, used == entry.used else { return false }
                state.open[name] = nil
                state.closing[ObjectIdentifier(entry.inventory)] = (name, entry.inventory)
                return true
            }
            if isClosing { finish(entry.inventory, state, within: finishSeconds) }
        }
    }

    /// Closes an inventory to which no requests are passed any more.
    private static func finish(_ inventory: ServedInventory, _ state: Monitor<State>, within finishSeconds: Double) {
        guard inventory.beginStop() else { return }
        let end = MonotonicClock.now() + finishSeconds
        // One that cannot be closed stays until the program ends, which then waits for it again.
        guard inventory.finishRequests(by: end), inventory.finish(by: end) else { return }
        let figures = inventory.figures
        inventory.store.close()
        state.withLock { state in
            state.closing[ObjectIdentifier(inventory)] = nil
            state.former.edits += figures.edits
            state.former.commits += figures.commits
        }
    }

    // Stopping, in this order

    /// Refuses new requests in all inventories, and those that wait for one to be opened.
    /// - Returns: false if stopping has begun before.
    func beginStop() -> Bool {
        let waiting = state.change { state -> [@Sendable (Outcome) -> Void]? in
            guard !state.isStopping else { return nil }
            state.isStopping = true
            defer { state.waiting = [:] }
            return state.waiting.values.flatMap(\.self)
        }
        guard let waiting else { return false }
        for action in waiting { action(.failed) }
        for served in all { _ = served.beginStop() }
        return true
    }

    /// Finishes the accepted requests of all inventories.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Returns: whether all of them are answered in time.
    func finishRequests(by end: Double) -> Bool {
        [openers.stop(by: end), sweeper?.join(within: end - MonotonicClock.now()) ?? true].allSatisfy(\.self)
            && all.map { $0.finishRequests(by: end) }.allSatisfy(\.self)
    }

    /// Has the pages rebuilt for the last changes, ends all threads and closes the stores.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Returns: whether the pages are rebuilt in time.
    func finish(by end: Double) -> Bool {
        all.map { served in
            let isFinished = served.finish(by: end)
            if isFinished, let inventory = served as? ServedInventory { inventory.store.close() }
            return isFinished
        }.allSatisfy(\.self)
    }

    private var all: [any Stoppable] {
        let inventories = state.withLock { $0.open.values.map(\.inventory) + $0.closing.values.map(\.inventory) }
        // Inventories wait for readings of the server's people, so that these end last.
        return inventories + [pages].compactMap(\.self)
    }

    // Monitoring

    /// The number of open inventories, and of those for which there was no room.
    var counts: (open: Int, refused: Int) { state.withLock { ($0.open.count, $0.refusals) } }

    /// The sums of all inventories.
    var figures: InventoryFigures {
        let (former, open) = state.withLock { ($0.former, $0.open.values.map(\.inventory)) }
        var all = former
        all.sessions += pages?.people.sessions.count ?? 0
        return open.reduce(into: all) { sum, inventory in
            let figures = inventory.figures
            sum.edits += figures.edits
            sum.commits += figures.commits
            sum.streams += figures.streams
            sum.sessions += figures.sessions
            sum.failures = (sum.failures ?? 0) + (figures.failures ?? 0)
        }
    }
}
