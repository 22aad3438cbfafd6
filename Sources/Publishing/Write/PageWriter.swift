import FileOutput
import Synchronization

/// Compares pages with what was published before and writes those that changed.
final class PageWriter: Sendable {
    private let folder: SiteFolder
    private let before: SiteManifest?
    /// Whether what stands in the folder is looked at instead of the manifest, after a publication that broke off.
    private let distrusts: Bool
    private let counts = Mutex((written: 0, unchanged: 0))
    let worker: Int

    init(_ folder: SiteFolder, before: SiteManifest?, distrusts: Bool, worker: Int) {
        self.folder = folder
        self.before = before
        self.distrusts = distrusts
        self.worker = worker
    }

    var written: Int { counts.withLock { $0.written } }
    var unchanged: Int { counts.withLock { $0.unchanged } }

    /// Puts a page into its place unless it stands there already.
    func put(_ page: [UInt8], named name: String) throws(FileError) -> Fingerprint {
        let hash = Fingerprint(page)
        if try stands(page, hash, name) {
            counts.withLock { $0.unchanged += 1 }
        } else {
            try folder.write(page, to: name, worker: worker)
            counts.withLock { $0.written += 1 }
        }
        return hash
    }

    /// The fingerprint of a page that is known to be as it should, counted as unchanged; nil where it is not there.
    func standing(_ name: String) -> Fingerprint? {
        guard let hash = before?.hash(of: name), folder.holds(name) else { return nil }
        counts.withLock { $0.unchanged += 1 }
        return hash
    }

    private func stands(_ page: [UInt8], _ hash: Fingerprint, _ name: String) throws(FileError) -> Bool {
        if folder.isFirst { return false }
        if distrusts { return try folder.read(name) == page }
        return before?.hash(of: name) == hash && folder.holds(name, size: page.count)
    }
}
