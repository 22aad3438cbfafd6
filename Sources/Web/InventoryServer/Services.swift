import Attachments
import Files
import HTTPServer
import InventoryStore
import SiteGenerator
import Synchronization

/// The server's services, built in the order in which they depend on each other.
struct Services: Sendable {
    let store: InventoryStore
    let attachments: AttachmentStore
    let site: PublishedFolder?
    let errors: ErrorResponder
    let broadcaster: EventBroadcaster
    let watcher: ChangeWatcher
    let pages: PublishedPages
    let workers: Workers
    let edits: EditService
    let uploads: TemporaryFolder
    let lists: SpooledLists
    let reports: ReportJobs
    let shared: SharedPages

    init(
        store: InventoryStore, options: ServerOptions, limits: ServerLimits, folder: StaticFolder, forms: FormPages,
        sharedFolder: String?, sessions: SessionStore, uploads: TemporaryFolder, lists: SpooledLists,
        reports: ReportJobs
    ) {
        self.store = store
        self.uploads = uploads
        self.lists = lists
        self.reports = reports
        attachments = AttachmentStore(of: store, limits: .whileServing)
        site = options.site
        errors = ErrorResponder(forms: forms)
        broadcaster = EventBroadcaster(limit: limits.streams, sessions: sessions)
        watcher = ChangeWatcher(
            store: store, broadcaster: broadcaster, folder: folder,
            rebuild: Services.rebuild(options), reportFailure: options.reportFailedRebuild,
            heartbeat: {
                lists.removeOutdated()
                reports.removeOutdated()
                sessions.saveUses()
                options.site?.closeIfIdle()
            })
        pages = PublishedPages(folder: folder, watcher: watcher)
        workers = Workers(
            threads: limits.threads, reports: limits.reports, asksProvider: options.provider != nil, errors: errors)
        shared = SharedPages(
            store: store, site: options.site, root: sharedFolder, openFiles: limits.openFiles, workers: workers)
        edits = EditService(
            commitQueue: CommitQueue(store: store, watcher: watcher),
            disk: DiskSpaceCheck(of: store, minimum: options.minimumFreeDisk), errors: errors, actor: options.actor)
    }

    /// Publishes the pages after changes; nil if nobody does.
    private static func rebuild(_ options: ServerOptions) -> (@Sendable (StoreChanges) throws -> Revision)? {
        if let rebuild = options.rebuild {
            return { changes in
                try rebuild(changes)
                return changes.revision
            }
        }
        guard let site = options.site else { return nil }
        return { changes in try site.publishAgain(after: changes) ?? changes.revision }
    }

    /// The handlers by resource.
    func handlers(sessions: SessionsHandler, authority: LocalAuthority?) -> [Resource: any ResourceHandler] {
        let ids = ItemIDs()
        let photoChanges = PhotoChanges(
            store: store, attachments: attachments, workers: workers, disk: edits.disk, watcher: watcher,
            errors: errors,
            actor: edits.actor)
        let forms = FormServices(
            store: store, workers: workers, edits: edits, forms: errors.forms, pages: pages)
        return [
            .items: ItemsHandler(store: store, workers: workers, edits: edits, ids: ids),
            .history: HistoryHandler(store: store, workers: workers, edits: edits),
            .savedEdits: SavedEditsHandler(store: store, edits: edits),
            .photos: PhotosHandler(store: store, changes: photoChanges),
            .sessions: sessions,
            .events: EventsHandler(store: store, workers: workers, broadcaster: broadcaster),
            .files: FilesHandler((pages.folder, shared)),
            .itemForms: ItemFormsHandler(services: forms, ids: ids),
            .changeForms: ChangeFormsHandler(services: forms),
            .manyForms: ManyFormsHandler(services: forms),
            .photoForms: PhotoFormsHandler(services: forms, changes: photoChanges),
            .documentForms: DocumentFormsHandler(services: forms, changes: photoChanges),
            .documentFiles: DocumentFilesHandler(services: forms, files: attachments.files),
            .scans: ScanHandler(services: forms, photos: photoChanges),
            .listForms: ListFormsHandler(services: forms, lists: lists, watcher: watcher),
            .shareForms: ShareFormsHandler(services: forms, isSecure: sessions.cookie.isSecure),
            .peopleForms: PeopleFormsHandler(
                services: forms, sessions: sessions.sessions, broadcaster: broadcaster,
                isSecure: sessions.cookie.isSecure),
            .reports: ReportsHandler(services: forms, jobs: reports),
            .localAuthority: LocalAuthorityHandler(authority: authority, forms: errors.forms),
        ]
    }

    /// Refuses new work and ends the event streams.
    /// - Returns: false if stopping has begun before.
    func beginStop() -> Bool {
        guard !workers.isStopping.exchange(true, ordering: .relaxed) else { return false }
        reports.stop()
        broadcaster.close()
        watcher.release()
        return true
    }

    /// Finishes the accepted requests.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Returns: whether all of them are answered in time.
    func finishRequests(by end: Double) -> Bool {
        // All have to stop, even if the first is not done in time.
        [edits.commitQueue.stop(by: end), workers.stop(by: end), shared.stop(by: end)].allSatisfy(\.self)
    }

    /// Stops all threads.
    func stop(by end: Double) -> Bool {
        _ = beginStop()
        return finishRequests(by: end) && finishPages(by: end)
    }

    /// Has the pages rebuilt for the last changes.
    func finishPages(by end: Double) -> Bool {
        shared.removeAll()
        guard watcher.stop(by: end) else { return false }
        site?.close()
        return true
    }
}

/// The published pages, which are rebuilt some time after each change.
struct PublishedPages: Sendable {
    let folder: StaticFolder
    let watcher: ChangeWatcher

    /// Calls back when the pages show a revision, or after some seconds.
    func whenShowing(_ revision: Revision, _ action: @escaping @Sendable () -> Void) {
        watcher.whenPublished(revision, action)
    }

    /// Sends the browser back to where a form was opened, or to the front page if that page no longer exists.
    func redirect(to path: ReturnPath) -> Response {
        if let file = path.file, folder.file(file) == nil { return .redirect(to: ReturnPath.front.text) }
        return .redirect(to: path.text)
    }
}
