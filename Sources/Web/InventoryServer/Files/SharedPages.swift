import Files
import FoundationEssentials
import HTTPServer
import Inventory
import InventoryStore
import Reports
import SiteGenerator
import Synchronization

/// The items that visitors of share links see: for each link a published folder of its own, of its selection alone.
///
/// All that a visitor gets of an inventory is a file of ``folder(of:)``, or of an item that ``item(_:for:in:)`` found.
/// A folder is published when its link is first visited, brought up to date before each answer, and removed when the link
/// is over or the server stops.
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
        /// The ids of links that have a folder, also of those that a server which was killed has left.
        var folders: Set<String>
    }

    private let store: InventoryStore
    private let site: PublishedFolder?
    private let root: String?
    private let openFiles: Int
    private let state: Mutex<State>
    /// One thread: a folder is published once, however many visitors wait for it.
    private let worker = WorkerPool(threads: 1)
    private let workers: Workers

    /// Seconds after which a folder is published again although nothing changed: a filter may count days from today.
    private static let longest = 60.0

    /// - Parameters:
    ///   - site: the pages of the inventory, whose templates and language those of visitors have; nil if it has none.
    ///   - root: the private folder of these pages; nil without a place for them.
    init(store: InventoryStore, site: PublishedFolder?, root: String?, openFiles: Int, workers: Workers) {
        self.store = store
        self.site = site
        self.root = root
        self.openFiles = openFiles
        self.workers = workers
        state = Mutex(State(folders: Set(root.map(Folder.names) ?? [])))
    }

    /// Responds to a visitor from the pages of their link.
    func respond(
        to head: RequestHead, of link: ShareLink, _ body: @escaping @Sendable (StaticFolder) throws -> Response
    ) -> DeferredResponse {
        workers.reading(for: head, on: worker) { [self] in try body(folder(of: link)) }
    }

    /// The pages of a link as the inventory is now. Called by one thread.
    /// - Throws: `noSuchPage` if the server has no place for such pages or the inventory was never published.
    private func folder(of link: ShareLink) throws -> StaticFolder {
        guard let site, let root else { throw RequestError(.noSuchPage) }
        let known = state.withLock { $0.views[link.id] }
        let now = MonotonicClock.now()
        if let known, now - known.time < SharedPages.longest, try store.revision == known.revision {
            return known.folder
        }
        let path = "\(root)/\(link.id)"
        SessionFile.makeFolder(root)
        state.withLock { _ = $0.folders.insert(link.id) }
        let published = known?.published ?? PublishedFolder(at: path, of: store)
        let shown = try site.publish(link.profile, servesDocuments: link.hasDocuments, into: published)
        guard let revision = shown else { throw RequestError(.noSuchPage) }
        let hashes = ScriptHashes(of: path)
        let folder = try known?.folder ?? StaticFolder(path, openFiles: openFiles) { hashes.current }
        folder.clearCache()
        state.withLock {
            $0.views[link.id] = View(published: published, folder: folder, revision: revision, time: now)
        }
        return folder
    }

    /// Removes the pages of links that are over.
    /// - Parameter links: those that were not revoked.
    func removeEnded(_ links: [String: ShareLink]) {
        let open = links.values.filter { Timestamp.now < $0.until }.map(\.id)
        guard !state.withLock({ $0.folders.subtracting(open).isEmpty }) else { return }
        _ = worker.submit { [self] in remove { !open.contains($0) } }
    }

    private func remove(_ isOver: (String) -> Bool) {
        guard let root else { return }
        for id in state.withLock({ $0.folders.filter(isOver) }) {
            let view = state.withLock { $0.views.removeValue(forKey: id) }
            let published = view?.published ?? PublishedFolder(at: "\(root)/\(id)", of: store)
            // If it fails, as with a database that cannot be reached, the next call tries again.
            guard (try? published.remove()) != nil else { continue }
            state.withLock { _ = $0.folders.remove(id) }
        }
    }

    /// Answers the requests that wait, and ends the thread.
    /// - Parameter end: the latest time, on the ``MonotonicClock``.
    /// - Returns: whether all are answered in time.
    func stop(by end: Double) -> Bool { worker.stop(by: end) }

    /// Removes all pages, when the thread has ended.
    func removeAll() { remove { _ in true } }

    /// An item as the caller may see it: a visitor only if the link shows it, and without documents unless the link
    /// shows them.
    /// - Returns: nil if the caller may not see such an item.
    static func item(_ id: UUID, for caller: Caller, in snapshot: StoreSnapshot) throws -> Item? {
        switch caller {
        case .anonymous: return nil
        case .session: return try snapshot.item(id)?.item
        case .visitor(let link, _):
            let settings = snapshot.settings
            let locale = try ReportLocale(language: settings.locale, timeZone: settings.timeZone)
            let selection = try link.profile.selection(settings, locale, now: .now)
            var found: Item?
            _ = try snapshot.lookupByID(matching: selection).find(id) { found = try $0.item() }
            guard var item = found, !link.hasDocuments else { return found }
            let papers = Set(item.documents.map(\.hash))
            item.photos.removeAll { papers.contains($0.hash) }
            item.documents = []
            return item
        }
    }
}

extension ShareLink {
    /// The items and fields of its pages.
    fileprivate var profile: PublishProfile {
        var profile = PublishProfile.private
        (profile.filter, profile.hidesDocuments) = (filter, !hasDocuments)
        return profile
    }
}
