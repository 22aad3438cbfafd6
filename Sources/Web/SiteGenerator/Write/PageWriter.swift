import Files
import Synchronization

/// Compares files with what was published before and writes those that changed.
final class PageWriter: Sendable {
    let folder: SiteFolder
    let existing: ExistingOutput
    private let counts = Mutex((written: 0, unchanged: 0))

    init(_ folder: SiteFolder, existing: ExistingOutput) {
        self.folder = folder
        self.existing = existing
    }

    /// How many files were written, and how many were as they should be.
    var written: Int { counts.withLock { $0.written } }
    var unchanged: Int { counts.withLock { $0.unchanged } }

    /// Writes a page unless it is there already.
    /// - Parameters:
    ///   - recorded: looks up the fingerprint of the file that was published; nil if there was none.
    ///   - worker: the number of the calling thread.
    func put(
        _ page: [UInt8], named name: String, worker: Int = 0, recorded: () throws -> Fingerprint?
    ) throws -> Fingerprint {
        let recorded = folder.isFirst ? nil : try recorded()
        let fingerprint = Fingerprint(page)
        let isThere = try existing.has(page, fingerprint, in: name, recorded: recorded)
        if !isThere {
            try existing.moveForeignFileAside(for: page, named: name, recorded: recorded)
            try folder.write(page, to: name, worker: worker)
        }
        count(isWritten: !isThere)
        return fingerprint
    }

    func count(isWritten: Bool) {
        counts.withLock { counts in
            if isWritten { counts.written += 1 } else { counts.unchanged += 1 }
        }
    }
}
