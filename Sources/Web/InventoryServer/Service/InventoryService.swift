import FoundationEssentials
import Inventory
import InventoryStore
import Synchronization

/// Everything that happens between a request and its answer.
final class InventoryService: RequestHandler {
    let store: InventoryStore
    let options: ServerOptions
    let requestGuard: RequestGuard
    let sessions: SessionStore
    let folder: PublishedFolder
    let broadcaster: EventBroadcaster
    let edits: CommitQueue
    let readWorkers: WorkerPool
    /// Takes photos in.
    let photoWorkers = WorkerPool(threads: 1)
    let forms: FormPages
    /// The address of the page, for sign-in links.
    let address: String
    let uploads: String
    private let budget: BodyBudget
    private let diskBudget: BodyBudget
    private let disk: DiskSpaceCheck
    private let identifiers = Mutex(ItemIDGenerator())
    let isStopping = Atomic<Bool>(false)
    /// Hears of changes made elsewhere than at the edit desk.
    private let changed: @Sendable () -> Void
    /// Does something when the published pages show a revision, or after some seconds.
    let published: @Sendable (Revision, @escaping @Sendable () -> Void) -> Void

    init(
        store: InventoryStore, options: ServerOptions, requestGuard: RequestGuard, folder: PublishedFolder,
        address: String,
        uploads: String, committed: @escaping @Sendable () -> Void,
        published: @escaping @Sendable (Revision, @escaping @Sendable () -> Void) -> Void
    ) throws(ServerError) {
        self.store = store
        disk = DiskSpaceCheck(of: store.path)
        self.options = options
        self.requestGuard = requestGuard
        self.folder = folder
        self.address = address
        self.uploads = uploads
        sessions = requestGuard.sessions
        broadcaster = EventBroadcaster(limit: options.limits.streams) { [sessions] in sessions.isOpen($0) }
        budget = BodyBudget(options.limits.bodiesInMemory)
        diskBudget = BodyBudget(options.limits.uploadsOnDisk)
        forms = try FormPages()
        readWorkers = WorkerPool(threads: options.limits.threads)
        changed = committed
        self.published = published
        edits = CommitQueue(store: store, committed: committed)
    }

    func recordChange() { changed() }

    /// Ends a session, and what its pages listen to.
    func signOut(_ session: Session) {
        sessions.signOut(session)
        broadcaster.end { $0 == session.selector }
    }

    /// Does what waits on all desks and closes them.
    /// - Parameter end: by when at the latest.
    /// - Returns: whether all is done by then, and every request answered.
    func stop(by end: Double) -> Bool {
        // Each is told to stop, whatever becomes of the others.
        let isDone = [edits.stop(by: end), readWorkers.stop(by: end), photoWorkers.stop(by: end)]
        return isDone.allSatisfy(\.self)
    }

    var storeName: String { store.identifier.text }

    func newKey() -> UUID { identifiers.withLock { $0.next(at: .now) } }

    func begin(_ head: RequestHead) throws(HTTPError) -> (RequestGuard.AuthorizedRequest, any BodyCollector) {
        if isPreflight(head) {
            return (try requestGuard.authorizePreflight(head), MemoryCollector(limit: 0, budget: budget))
        }
        let authorization = try requestGuard.authorize(head)
        if isStopping.load(ordering: .relaxed) { throw HTTPError(.stopping) }
        switch authorization.type {
        case .multipart(let boundary) where authorization.route.takesPhotos:
            try checkDisk()
            let collector = MultipartCollector(
                boundary: boundary, limits: options.limits, limit: authorization.bodyLimit, budget: budget,
                folder: UploadFolder(path: uploads, budget: diskBudget)
            ) { fields throws(HTTPError) in
                if authorization.route.isPage { try CSRFProtection.check(fields, authorization.caller) }
            }
            return (authorization, collector)
        case .image where authorization.route.takesPhotos:
            try checkDisk()
            let folder = UploadFolder(path: uploads, budget: diskBudget)
            return (authorization, try PhotoCollector(limits: options.limits, folder: folder))
        default: return (authorization, MemoryCollector(limit: authorization.bodyLimit, budget: budget))
        }
    }

    func response(_ request: Request) -> DeferredResponse {
        if request.method == .options { return .now(decorate(.empty(204), request.head)) }
        do throws(HTTPError) {
            switch try respond(to: request) {
            case .now(let response): return .now(decorate(resolvingRedirect(response), request.head))
            case .later(let work): return .later(work)
            }
        } catch {
            return .now(errorResponse(error, request.head))
        }
    }

    /// Answers what is at hand; promises what takes the store.
    private func respond(to request: Request) throws(HTTPError) -> DeferredResponse {
        switch request.route {
        case .file: return .now(try file(request))
        case .notFound: throw HTTPError(.noSuchPage)
        case .description, .session, .sessionLinks, .events, .style, .script: return try handleGeneral(request)
        case .items, .item, .move, .undo, .changes, .journal, .edits, .totals: return try handleItems(request)
        case .photos, .photo: return try handlePhotos(request)
        case .signInPage, .signOutForm, .addPage, .editPage, .deletePage, .movePage, .photosPage, .photoForm, .undoPage:
            return try handleForms(request)
        }
    }

    private func file(_ request: Request) throws(HTTPError) -> Response {
        guard let file = folder.file(request.head.target.path) else { throw HTTPError(.noSuchPage) }
        guard !Preconditions.isCurrent(file.tag, request.head.headers) else {
            return Response(
                status: 304, fields: [("ETag", file.tag), ("Cache-Control", "private, no-cache")], body: .none)
        }
        return Response(status: 200, body: .file(file))
    }

    func errorResponse(_ problem: HTTPError, _ head: RequestHead?) -> Response {
        guard let head else { return .problem(problem) }
        let isPage = head.target.path.first != "api" && head.wantsPage
        if isPage, problem.kind == .notSignedIn, head.method == .get || head.method == .head {
            var back = "/" + head.target.path.joined(separator: "/")
            if !head.target.query.isEmpty { back += "?" + head.target.query }
            guard back != "/" else { return .see("/sign-in") }
            return .see("/sign-in?return=" + PercentCoding.encode(back))
        }
        return decorate(isPage ? forms.problem(problem, head) : .problem(problem), head)
    }

    var notes: Bool { options.log != nil }

    func note(method: String, path: String, status: Int, seconds: Double, peer: Peer) {
        guard let log = options.log else { return }
        let micros = Int(seconds * 1_000_000)
        log("\(Timestamp.now) \(peer.name) \(method) \(path) \(status) \(micros)us")
    }

    /// A new file or a change wants room on the disk, with some to spare.
    /// - Parameter keys: those of the changes; what was made before is only told again, and wants none.
    func checkDisk(for keys: [IdempotencyKey] = []) throws(HTTPError) {
        guard let free = disk.free else { throw HTTPError(.storeMissing) }
        guard free < options.limits.freeDisk else { return }
        let isMade = try HTTPError.translating { () throws(StoreError) in
            let snapshot = try store.snapshot()
            for key in keys where try snapshot.outcome(of: key) == nil { return false }
            return !keys.isEmpty
        }
        guard isMade else { throw HTTPError(.diskFull) }
    }
}
