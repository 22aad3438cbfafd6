import HTTPServer
import Inventory
import InventoryStore
import Synchronization

/// The server's handler: runs the middleware, reads the body, and passes the request to the handler of its resource.
final class RequestDispatcher: Handler {
    private let middleware: RequestMiddleware
    private let bodies: BodyReader
    private let handlers: [Resource: any ResourceHandler]
    private let workers: Workers
    private let errors: ErrorResponder
    /// Reads the sessions that several servers share; nil if this one has its own.
    private let refresher: SessionRefresher?
    private let requestLog: RequestLog

    init(
        middleware: RequestMiddleware, bodies: BodyReader, handlers: [Resource: any ResourceHandler], workers: Workers,
        errors: ErrorResponder, refresher: SessionRefresher? = nil, log: RequestLog
    ) {
        self.middleware = middleware
        self.bodies = bodies
        self.handlers = handlers
        self.workers = workers
        self.errors = errors
        self.refresher = refresher
        requestLog = log
    }

    func accept(_ head: RequestHead) throws -> Acceptance {
        let context = try middleware.check(head)
        if !context.isPreflight, workers.isStopping.load(ordering: .relaxed) { throw HTTPError(.stopping) }
        if context.takesFiles {
            // A file is taken only if its session is known, as it will be by the time the client tries again.
            guard !context.awaitsSession else {
                refresher?.afterReading { _ in }
                throw HTTPError.busy
            }
            try bodies.disk?.check()
        }
        return .accepted(
            AcceptedRequest(
                readingBodyWith: try bodies.collector(for: context),
                user: context.caller.session.map { $0.person?.name ?? Role.owner.rawValue }
            ) { [self] body in
                respond(to: InventoryRequest(head: head, context: context, body: body))
            })
    }

    private func respond(to request: InventoryRequest) -> DeferredResponse {
        guard !request.context.isPreflight else { return .now(.empty(204)) }
        if request.context.awaitsSession, let refresher { return respond(to: request, after: refresher) }
        return errors.localized(for: request.head) {
            do {
                guard let handler = handlers[request.context.address.resource] else { throw RequestError(.noSuchPage) }
                return try handler.respond(to: request)
            } catch {
                return .now(errors.response(error, to: request.head))
            }
        }
    }

    /// Responds when the session that the request shows was looked up.
    private func respond(to request: InventoryRequest, after refresher: SessionRefresher) -> DeferredResponse {
        .later { [self] promise in
            refresher.afterReading { [self] isRead in
                var context = request.context
                do {
                    guard isRead || context.address.isOpen else { throw HTTPError.busy }
                    try middleware.settle(request.head, &context)
                    let request = InventoryRequest(head: request.head, context: context, body: request.body)
                    switch respond(to: request) {
                    case .now(let response): promise.fulfill { response }
                    case .later(let work): work(promise)
                    }
                } catch {
                    promise.fulfill { self.errors.response(error, to: request.head) }
                }
            }
        }
    }

    func errorResponse(_ error: any Error, to head: RequestHead?) -> Response {
        errors.response(error, to: head)
    }

    func complete(_ response: Response, to head: RequestHead) -> Response { middleware.complete(response, to: head) }

    var isLogging: Bool { requestLog.isUsed }

    func log(_ entry: AccessLogEntry) { requestLog.add(entry) }
}

extension RequestContext {
    /// Whether the body is written to the disk.
    fileprivate var takesFiles: Bool {
        switch mediaType {
        case .multipart: address.fileField != nil
        case .image: address.takesPhotos
        default: false
        }
    }
}

/// The limits over all connections, and over all inventories of a server.
struct SharedLimits: Sendable {
    /// The rate of requests of each client.
    let rate: RateCheck
    /// The bytes that bodies may hold in memory at the same time.
    let memory: BodyBudget
    /// The memory for clients without a session.
    let unauthenticatedMemory: BodyBudget
    let uploads: BodyBudget
    let reports: ReportSlots

    init(_ limits: ServerLimits) {
        rate = RateCheck(perSecond: limits.requestsPerSecond)
        memory = BodyBudget(limits.bodiesInMemory)
        unauthenticatedMemory = BodyBudget(limits.unauthenticatedInMemory)
        uploads = BodyBudget(limits.uploadsOnDisk)
        reports = ReportSlots(limits.reports)
    }
}

/// Chooses how the body of a request is read, within limits over all connections.
final class BodyReader: Sendable {
    private let limits: ServerLimits
    private let shared: SharedLimits
    private let uploads: UploadFolder
    fileprivate let disk: DiskSpaceCheck?

    /// - Parameters:
    ///   - folder: a private folder for files while they arrive.
    ///   - disk: that of the inventory which takes files; nil if none does.
    init(limits: ServerLimits, shared: SharedLimits, folder: String, disk: DiskSpaceCheck?) {
        self.limits = limits
        self.shared = shared
        uploads = UploadFolder(path: folder, budget: shared.uploads)
        self.disk = disk
    }

    func collector(for context: RequestContext) throws -> any BodyCollector {
        switch context.mediaType {
        case .multipart(let boundary) where context.address.fileField != nil:
            return MultipartCollector(
                boundary: boundary, fileField: context.address.fileField ?? "", limits: limits,
                limit: context.bodyLimit,
                budget: shared.memory, folder: uploads
            ) { fields in
                // The token comes before the first file, so that no part of a forged upload is kept.
                if context.address.isPage { try CSRFProtection.check(fields, context.caller) }
            }
        case .image where context.address.takesPhotos:
            return try FileCollector(limit: limits.file, folder: uploads)
        default:
            let isSignedIn = context.caller.session != nil
            return MemoryCollector(
                limit: context.bodyLimit, budget: isSignedIn ? shared.memory : shared.unauthenticatedMemory)
        }
    }
}
