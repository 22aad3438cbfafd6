import FoundationEssentials
import Inventory
import InventoryStore
import Synchronization

/// Everything that happens between a request and its answer.
final class Service: RequestHandler {
    let store: InventoryStore
    let options: CompanionOptions
    let gate: Gate
    let sessions: SessionBook
    let folder: PublishedFolder
    let hub: EventHub
    let edits: EditDesk
    let readers: ReadingDesk
    /// Takes photos in.
    let photoWork = ReadingDesk(threads: 1)
    let forms: FormPages
    /// The address of the page, for sign-in links.
    let address: String
    let uploads: String
    private let budget: BodyBudget
    private let diskBudget: BodyBudget
    private let disk: Disk
    private let identifiers = Mutex(ItemIdentifiers())
    let isStopping = Atomic<Bool>(false)
    /// Hears of changes made elsewhere than at the edit desk.
    private let changed: @Sendable () -> Void
    /// Does something when the published pages show a revision, or after some seconds.
    let published: @Sendable (Revision, @escaping @Sendable () -> Void) -> Void

    init(
        store: InventoryStore, options: CompanionOptions, gate: Gate, folder: PublishedFolder, address: String,
        uploads: String, committed: @escaping @Sendable () -> Void,
        published: @escaping @Sendable (Revision, @escaping @Sendable () -> Void) -> Void
    ) throws(CompanionError) {
        self.store = store
        disk = Disk(of: store.path)
        self.options = options
        self.gate = gate
        self.folder = folder
        self.address = address
        self.uploads = uploads
        sessions = gate.sessions
        hub = EventHub(limit: options.limits.streams) { [sessions] in sessions.isOpen($0) }
        budget = BodyBudget(options.limits.bodiesInMemory)
        diskBudget = BodyBudget(options.limits.uploadsOnDisk)
        forms = try FormPages()
        readers = ReadingDesk(threads: options.limits.threads)
        changed = committed
        self.published = published
        edits = EditDesk(store: store, committed: committed)
    }

    func noteChange() { changed() }

    /// Ends a session, and what its pages listen to.
    func signOut(_ session: Session) {
        sessions.signOut(session)
        hub.end { $0 == session.selector }
    }

    /// Does what waits on all desks and closes them.
    /// - Parameter end: by when at the latest.
    /// - Returns: whether all is done by then, and every request answered.
    func stop(by end: Double) -> Bool {
        // Each is told to stop, whatever becomes of the others.
        let isDone = [edits.stop(by: end), readers.stop(by: end), photoWork.stop(by: end)]
        return isDone.allSatisfy(\.self)
    }

    var storeName: String { store.identifier.text }

    func newKey() -> UUID { identifiers.withLock { $0.next(at: .current) } }

    func begin(_ head: RequestHead) throws(Problem) -> (Gate.Admission, any BodyCollector) {
        if isPreflight(head) { return (try gate.admitPreflight(head), MemoryCollector(limit: 0, budget: budget)) }
        let admission = try gate.admit(head)
        if isStopping.load(ordering: .relaxed) { throw Problem(.stopping) }
        switch admission.type {
        case .multipart(let boundary) where admission.route.takesPhotos:
            try checkDisk()
            let collector = MultipartCollector(
                boundary: boundary, limits: options.limits, limit: admission.bodyLimit, budget: budget,
                folder: UploadFolder(path: uploads, budget: diskBudget)
            ) { fields throws(Problem) in
                if admission.route.isPage { try FormProof.check(fields, admission.caller) }
            }
            return (admission, collector)
        case .image where admission.route.takesPhotos:
            try checkDisk()
            let folder = UploadFolder(path: uploads, budget: diskBudget)
            return (admission, try PictureCollector(limits: options.limits, folder: folder))
        default: return (admission, MemoryCollector(limit: admission.bodyLimit, budget: budget))
        }
    }

    func answer(_ request: Request) -> Reply {
        if request.method == .options { return .now(decorate(.empty(204), request.head)) }
        do throws(Problem) {
            switch try respond(to: request) {
            case .now(let answer): return .now(decorate(settled(answer), request.head))
            case .later(let work): return .later(work)
            }
        } catch {
            return .now(refusal(error, request.head))
        }
    }

    /// Answers what is at hand; promises what takes the store.
    private func respond(to request: Request) throws(Problem) -> Reply {
        switch request.route {
        case .file: return .now(try file(request))
        case .nowhere: throw Problem(.noSuchPage)
        case .description, .session, .sessionLinks, .events, .style, .script: return try answerAbout(request)
        case .items, .item, .move, .undo, .changes, .journal, .edits, .totals: return try answerItems(request)
        case .photos, .photo: return try answerPhotos(request)
        case .signInPage, .signOutForm, .addPage, .editPage, .deletePage, .movePage, .photosPage, .photoForm, .undoPage:
            return try answerForms(request)
        }
    }

    private func file(_ request: Request) throws(Problem) -> Answer {
        guard let file = folder.file(request.head.target.path) else { throw Problem(.noSuchPage) }
        guard !Preconditions.isCurrent(file.tag, request.head.headers) else {
            return Answer(
                status: 304, fields: [("ETag", file.tag), ("Cache-Control", "private, no-cache")], body: .none)
        }
        return Answer(status: 200, body: .file(file))
    }

    func refusal(_ problem: Problem, _ head: RequestHead?) -> Answer {
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
        log("\(Timestamp.current) \(peer.name) \(method) \(path) \(status) \(micros)us")
    }

    /// A new file or a change wants room on the disk, with some to spare.
    /// - Parameter keys: those of the changes; what was made before is only told again, and wants none.
    func checkDisk(for keys: [IdempotencyKey] = []) throws(Problem) {
        guard let free = disk.free else { throw Problem(.storeMissing) }
        guard free < options.limits.freeDisk else { return }
        let isMade = try Problem.translating { () throws(StoreError) in
            let snapshot = try store.snapshot()
            for key in keys where try snapshot.outcome(of: key) == nil { return false }
            return !keys.isEmpty
        }
        guard isMade else { throw Problem(.diskFull) }
    }
}
