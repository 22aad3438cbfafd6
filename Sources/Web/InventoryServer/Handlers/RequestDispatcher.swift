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
        let photoForms: PhotoFormsHandler
    }

    private let middleware: RequestMiddleware
    private let bodies: BodyReader
    private let handlers: Handlers
    private let workers: Workers
    private let errors: ErrorResponder
    private let logLine: (@Sendable (String) -> Void)?

    init(
        middleware: RequestMiddleware, bodies: BodyReader, handlers: Handlers, workers: Workers,
        errors: ErrorResponder, log: (@Sendable (String) -> Void)?
    ) {
        self.middleware = middleware
        self.bodies = bodies
        self.handlers = handlers
        self.workers = workers
        self.errors = errors
        logLine = log
    }

    func accept(_ head: RequestHead) throws(HTTPError) -> Acceptance {
        let context = try middleware.check(head)
        if !context.isPreflight, workers.isStopping.load(ordering: .relaxed) { throw HTTPError(.stopping) }
        if context.takesFiles {
            do throws(RequestError) { try bodies.disk.check() } catch {
                return .refused(errors.response(error, to: head))
            }
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
        return errors.localized(for: request.head) {
            do throws(RequestError) {
                return try handler(for: request.route).respond(to: request)
            } catch {
                return .now(errors.response(error, to: request.head))
            }
        }
    }

    private func handler(for route: Route) throws(RequestError) -> any ResourceHandler {
        switch route {
        case .items, .item, .move, .totals: handlers.items
        case .undo, .changes, .journal: handlers.history
        case .edits: handlers.savedEdits
        case .photos, .photo: handlers.photos
        case .session, .sessionLinks, .signInPage, .signOutForm: handlers.sessions
        case .events: handlers.events
        case .file, .description, .style, .script, .signOutScript: handlers.files
        case .addPage, .editPage: handlers.itemForms
        case .deletePage, .movePage, .undoPage: handlers.changeForms
        case .photosPage, .photoForm: handlers.photoForms
        case .notFound: throw RequestError(.noSuchPage)
        }
    }

    func errorResponse(_ error: HTTPError, to head: RequestHead?) -> Response {
        errors.response(RequestError(error), to: head)
    }

    func complete(_ response: Response, to head: RequestHead) -> Response { middleware.complete(response, to: head) }

    var isLogging: Bool { logLine != nil }

    func log(_ entry: AccessLogEntry) {
        let micros = Int(entry.seconds * 1_000_000)
        logLine?("\(Timestamp.now) \(entry.peer.name) \(entry.method) \(entry.path) \(entry.status) \(micros)us")
    }
}

extension RequestContext {
    /// Whether the body is written to the disk.
    fileprivate var takesFiles: Bool {
        switch mediaType {
        case .multipart, .image: route.takesPhotos
        default: false
        }
    }
}

/// Chooses how the body of a request is read, within limits over all connections.
final class BodyReader: Sendable {
    private let limits: ServerLimits
    private let memory: BodyBudget
    /// The memory for clients without a session.
    private let strangersMemory: BodyBudget
    private let uploads: UploadFolder
    fileprivate let disk: DiskSpaceCheck

    /// - Parameter folder: a private folder for files while they arrive.
    init(limits: ServerLimits, folder: String, disk: DiskSpaceCheck) {
        self.limits = limits
        memory = BodyBudget(limits.bodiesInMemory)
        strangersMemory = BodyBudget(limits.strangersInMemory)
        uploads = UploadFolder(path: folder, budget: BodyBudget(limits.uploadsOnDisk))
        self.disk = disk
    }

    func collector(for context: RequestContext) throws(HTTPError) -> any BodyCollector {
        switch context.mediaType {
        case .multipart(let boundary) where context.route.takesPhotos:
            return MultipartCollector(
                boundary: boundary, fileField: "photo", limits: limits, limit: context.bodyLimit, budget: memory,
                folder: uploads
            ) { fields throws(HTTPError) in
                // The token comes before the first file, so that nothing of a forged upload is kept.
                if context.route.isPage { try CSRFProtection.check(fields, context.caller) }
            }
        case .image where context.route.takesPhotos:
            return try FileCollector(limit: limits.file, folder: uploads)
        default:
            let isSignedIn = context.caller.session != nil
            return MemoryCollector(limit: context.bodyLimit, budget: isSignedIn ? memory : strangersMemory)
        }
    }
}
