import HTTPServer
import Inventory
import InventoryStore
import Synchronization

/// The server's handler: runs the middleware, reads the body, and passes the request to the handler of its resource.
final class RequestDispatcher: Handler {
    /// The handlers by resource.
    struct Handlers: Sendable {
        let items: ItemsHandler
        let history: HistoryHandler
        let savedEdits: SavedEditsHandler
        let photos: PhotosHandler
        let sessions: SessionsHandler
        let events: EventsHandler
        let files: FilesHandler
        let itemForms: ItemFormsHandler
        let changeForms: ChangeFormsHandler
        let manyForms: ManyFormsHandler
        let photoForms: PhotoFormsHandler
        let documentForms: DocumentFormsHandler
        let documentFiles: DocumentFilesHandler
        let scans: ScanHandler
        let listForms: ListFormsHandler
        let reports: ReportsHandler
        let localAuthority: LocalAuthorityHandler
    }

    private let middleware: RequestMiddleware
    private let bodies: BodyReader
    private let handlers: Handlers
    private let workers: Workers
    private let errors: ErrorResponder
    /// Reads the sessions that several servers share; nil if this one has its own.
    private let refresher: SessionRefresher?
    private let requestLog: RequestLog

    init(
        middleware: RequestMiddleware, bodies: BodyReader, handlers: Handlers, workers: Workers,
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
            try bodies.disk.check()
        }
        return .accepted(
            AcceptedRequest(
                readingBodyWith: try bodies.collector(for: context), isSignedIn: context.caller.session != nil
            ) { [self] body in
                respond(to: InventoryRequest(head: head, context: context, body: body))
            })
    }

    private func respond(to request: InventoryRequest) -> DeferredResponse {
        guard !request.context.isPreflight else { return .now(.empty(204)) }
        if request.context.awaitsSession, let refresher { return respond(to: request, after: refresher) }
        return errors.localized(for: request.head) {
            do {
                return try handler(for: request.route).respond(to: request)
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
                    guard isRead || context.route.isOpen else { throw HTTPError.busy }
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

    private func handler(for route: Route) throws -> any ResourceHandler {
        switch route {
        case .items, .item, .move, .totals: handlers.items
        case .undo, .changes, .journal: handlers.history
        case .edits: handlers.savedEdits
        case .photos, .photo, .documents, .document: handlers.photos
        case .session, .sessionLinks, .signInPage, .signOutForm, .phonePage: handlers.sessions
        case .events: handlers.events
        case .file, .description, .style, .script, .signOutScript, .importStyle, .importScript: handlers.files
        case .addPage, .editPage: handlers.itemForms
        case .deletePage, .movePage, .undoPage: handlers.changeForms
        case .selectPage, .archivePage, .relocatePage: handlers.manyForms
        case .photosPage, .photoForm: handlers.photoForms
        case .documentsPage, .documentForm: handlers.documentForms
        case .documentFile: handlers.documentFiles
        case .scan, .scanPage: handlers.scans
        case .importPage, .importList: handlers.listForms
        case .reports, .report, .reportJob, .reportDocument, .reportPage: handlers.reports
        case .localAuthorityPage, .localAuthorityFile: handlers.localAuthority
        case .notFound: throw RequestError(.noSuchPage)
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
        case .multipart: route.fileField != nil
        case .image: route.takesPhotos
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
    fileprivate let disk: DiskSpaceCheck

    /// - Parameter folder: a private folder for files while they arrive.
    init(limits: ServerLimits, shared: SharedLimits, folder: String, disk: DiskSpaceCheck) {
        self.limits = limits
        self.shared = shared
        uploads = UploadFolder(path: folder, budget: shared.uploads)
        self.disk = disk
    }

    func collector(for context: RequestContext) throws -> any BodyCollector {
        switch context.mediaType {
        case .multipart(let boundary) where context.route.fileField != nil:
            return MultipartCollector(
                boundary: boundary, fileField: context.route.fileField ?? "", limits: limits, limit: context.bodyLimit,
                budget: shared.memory, folder: uploads
            ) { fields in
                // The token comes before the first file, so that no part of a forged upload is kept.
                if context.route.isPage { try CSRFProtection.check(fields, context.caller) }
            }
        case .image where context.route.takesPhotos:
            return try FileCollector(limit: limits.file, folder: uploads)
        default:
            let isSignedIn = context.caller.session != nil
            return MemoryCollector(
                limit: context.bodyLimit, budget: isSignedIn ? shared.memory : shared.unauthenticatedMemory)
        }
    }
}
