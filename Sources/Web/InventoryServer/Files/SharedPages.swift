import Files
import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore
import Reports
import SiteGenerator
import Synchronization

/// The pages of readers who do not see everything.
struct PageView: Sendable {
    /// The name of their folder: the id of a share link, or the names of hidden fields, which no id has.
    fileprivate let name: String
    fileprivate let change: @Sendable (inout PublishOptions) -> Void

    /// The pages of a visitor, or of a person from whom fields are hidden; nil for a caller who sees the inventory's own.
    init?(_ caller: Caller) {
        switch caller {
        case .visitor(let link, _): self.init(link)
        case .session(let session) where !session.hidden.isEmpty: self.init(hiding: session.hidden)
        case .session, .anonymous: return nil
        }
    }

    private init(_ link: ShareLink) {
        name = link.id
        change = { options in
            (options.profile, options.isEditable) = (link.profile, false)
            options.servesDocuments = link.hasDocuments
        }
    }

    private init(hiding fields: HiddenFields) {
        name = PageView.name(hiding: fields)
        change = { $0.profile.hidden = fields }
    }

    fileprivate static func name(hiding fields: HiddenFields) -> String {
        "without-" + fields.names.joined(separator: "-")
    }
}

/// The pages of visitors of share links, and of people from whom fields are hidden: for each ``PageView`` a published folder of
/// its own.
///
/// All that a visitor gets of an inventory is a file of ``folder(of:)``, or of an item that ``StoreSnapshot/item(_:for:)``
/// found. A folder is published when its pages are first read, brought up to date before each answer, and removed when the
/// link is over, nobody has its view or the server stops.
final class SharedPages: Sendable {
    private struct View {
        let published: PublishedFolder
        let folder: StaticFolder
        var revision: Revision
        /// When it was last published, on the ``MonotonicClock``.
        var time: Double
    }

    private struct State {
        var views: [String: View] = [:]
        /// The names of the folders, also of those that a server which was killed has left.
        var folders: Set<String>
    }

    private let store: InventoryStore
    private let site: PublishedFolder?
    private let root: String?
    private let openFiles: Int
    private let state: Mutex<State>
    /// One thread: a folder is published once, however many readers wait for it.
    private let worker = WorkerPool(threads: 1)
    private let workers: Workers

    /// Seconds after which a folder is published again although nothing changed: a filter may count days from today.
    private static let longest = 60.0

    /// - Parameters:
    ///   - site: the pages of the inventory, whose templates and language these have; nil if it has none.
    ///   - root: the private folder of these pages; nil without a place for them.
    init(store: InventoryStore, site: PublishedFolder?, root: String?, openFiles: Int, workers: Workers) {
        self.store = store
        self.site = site
        self.root = root
        self.openFiles = openFiles
        self.workers = workers
        state = Mutex(State(folders: Set(root.map(Folder.names) ?? [])))
    }

    /// Responds to a reader from the pages of their view.
    func respond(
        to head: RequestHead, with view: PageView, _ body: @escaping @Sendable (StaticFolder) throws -> Response
    ) -> DeferredResponse {
        workers.reading(for: head, on: worker) { [self] in try body(folder(of: view)) }
    }

    /// The pages of a view as the inventory is now. Called by one thread.
    /// - Throws: `noSuchPage` if the server has no place for such pages or the inventory was never published.
    private func folder(of view: PageView) throws -> StaticFolder {
        guard let site, let root else { throw RequestError(.noSuchPage) }
        let known = state.withLock { $0.views[view.name] }
        let now = MonotonicClock.now()
        if let known, now - known.time < SharedPages.longest, try store.revision == known.revision {
            return known.folder
        }
        let path = "\(root)/\(view.name)"
        SessionFile.makeFolder(root)
        state.withLock { _ = $0.folders.insert(view.name) }
        let published = known?.published ?? PublishedFolder(at: path, of: store)
        let shown = try site.publish(into: published, view.change)
        guard let revision = shown else { throw RequestError(.noSuchPage) }
        let hashes = ScriptHashes(of: path)
        let folder = try known?.folder ?? StaticFolder(path, openFiles: openFiles) { hashes.current }
        folder.clearCache()
        state.withLock {
            $0.views[view.name] = View(published: published, folder: folder, revision: revision, time: now)
        }
        return folder
    }

    /// Removes the pages of links that are over, and of views that no role has any more.
    func removeUnused(_ sessions: SessionStore) {
        let links = sessions.admissions.links.values.filter { Timestamp.now < $0.until }.map(\.id)
        let open = links + sessions.hiddenFields.map(PageView.name(hiding:))
        guard !state.withLock({ $0.folders.subtracting(open).isEmpty }) else { return }
        _ = worker.submit { [self] in remove { !open.contains($0) } }
    }

    private func remove(_ isOver: (String) -> Bool) {
        guard let root else { return }
        for name in state.withLock({ $0.folders.filter(isOver) }) {
            let view = state.withLock { $0.views.removeValue(forKey: name) }
            let published = view?.published ?? PublishedFolder(at: "\(root)/\(name)", of: store)
            // If it fails, as with a database that cannot be reached, the next call tries again.
            guard (try? published.remove()) != nil else { continue }
            state.withLock { _ = $0.folders.remove(name) }
        }
    }

    /// Answers the requests that wait, and ends the thread.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Returns: whether all are answered in time.
    func stop(by end: Double) -> Bool { worker.stop(by: end) }

    /// Removes all pages, when the thread has ended.
    func removeAll() { remove { _ in true } }
}

extension StoreSnapshot {
    /// An item as the caller may see it: a visitor only if the link shows it, and without documents unless the link
    /// shows them.
    /// - Returns: nil if the caller may not see such an item.
    func item(_ id: UUID, for caller: Caller) throws -> Item? {
        switch caller {
        case .anonymous: return nil
        case .session: return try item(id)?.item
        case .visitor(let link, _):
            let locale = try ReportLocale(language: settings.locale, timeZone: settings.timeZone)
            let selection = try link.profile.selection(settings, locale, now: .now)
            var found: Item?
            _ = try lookupByID(matching: selection).find(id) { found = try $0.item() }
            return try found.map { link.hasDocuments ? $0 : try withoutDocuments($0) }
        }
    }
}

extension ShareLink {
    /// The items and fields of its pages.
    fileprivate var profile: PublishProfile {
        var profile = PublishProfile.private
        (profile.filter, profile.hidesDocuments, profile.hidden) = (filter, !hasDocuments, hidden)
        return profile
    }
}
