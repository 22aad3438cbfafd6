import HTTPServer
import Inventory
import InventoryServer
import InventoryStore
import SiteGenerator

/// The published folder of a running server, rebuilt with the options of its latest publication: 'homepwner publish' may
/// replace it meanwhile.
struct ServedSite: SitePublisher {
    private let path: String
    private let store: InventoryStore
    private let pictures: StorePhotoService
    private let arguments: Arguments
    private let scripts: ScriptHashes

    init(path: String, store: InventoryStore, pictures: StorePhotoService, arguments: Arguments) {
        self.path = path
        self.store = store
        self.pictures = pictures
        self.arguments = arguments
        scripts = ScriptHashes(of: path)
    }

    var hashes: CSPHashes { scripts.current }

    func rebuild(for changes: StoreChanges) throws { try publish() }

    /// Publishes the folder; does nothing if it was never published.
    func publish() throws {
        guard let site = try PublishedSite(at: path) else { return }
        var request = try site.options(
            generator: "homepwner \(CommandRunner.version)", usualTimeZone: store.settings.timeZone)
        let previous = PreviousPublication(site: site, arguments: arguments)
        request.templates = try previous.templates()
        request.site = try previous.assets()
        request.pictures = pictures
        // One thread with low priority, so that requests come first.
        request.jobs = 1
        try Publisher(request).publish(store, to: path)
    }
}
