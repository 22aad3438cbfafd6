import Files
import Synchronization

/// Compares pages with what was published before and writes those that changed.
final class PageWriter: Sendable {
    private let folder: SiteFolder
    private let existing: ExistingOutput
    private let counts = Mutex((written: 0, unchanged: 0))
    let worker: Int

    init(_ folder: SiteFolder, existing: ExistingOutput, worker: Int) {
        self.folder = folder
        self.existing = existing
        self.worker = worker
    }

    var written: Int { counts.withLock { $0.written } }
    var unchanged: Int { counts.withLock { $0.unchanged } }

    /// Puts a page into its place unless it stands there already.
    func put(_ page: [UInt8], named name: String) throws(FileError) -> Fingerprint {
        let hash = Fingerprint(page)
        if try existing.has(page, hash, in: name) {
            counts.withLock { $0.unchanged += 1 }
        } else {
            try existing.moveForeignFileAside(for: page, named: name)
            try folder.write(page, to: name, worker: worker)
            counts.withLock { $0.written += 1 }
        }
        return hash
    }

    /// The fingerprint of a page that is known to be as it should, counted as unchanged; nil where it is not there.
    func existing(_ name: String) -> Fingerprint? {
        guard let hash = existing.fingerprint(of: name) else { return nil }
        counts.withLock { $0.unchanged += 1 }
        return hash
    }
}
