import Files
import Synchronization

/// Compares files with what was published before and writes those that changed.
final class PageWriter: Sendable {
    let folder: SiteFiles
    let existing: ExistingOutput
    private let writtenCount = Mutex(0)
    private let foundReplacement = Mutex(false)

    init(_ folder: SiteFiles, existing: ExistingOutput) {
        self.folder = folder
        self.existing = existing
    }

    /// Number of files that were written, new or changed.
    var written: Int { writtenCount.withLock { $0 } }

    /// Whether a page has U+FFFD, which stands for characters that HTML cannot carry.
    var hasReplacement: Bool { foundReplacement.withLock { $0 } }

    /// Writes a page unless it is there already.
    /// - Parameters:
    ///   - recorded: looks up the fingerprint of the file that was published; nil if there was none.
    ///   - worker: the number of the calling thread.
    func put(
        _ page: [UInt8], named name: String, worker: Int = 0, recorded: () throws -> Fingerprint?
    ) throws -> Fingerprint {
        if ByteSearch.first([0xEF, 0xBF, 0xBD], in: page, from: 0) != nil { foundReplacement.withLock { $0 = true } }
        let recorded = folder.isFirst ? nil : try recorded()
        let fingerprint = Fingerprint(page)
        let isThere = try existing.has(page, fingerprint, in: name, recorded: recorded)
        if !isThere {
            try existing.renameForeignFile(for: page, named: name, recorded: recorded)
            try folder.write(page, to: name, worker: worker)
        }
        if !isThere { countWritten() }
        return fingerprint
    }

    func countWritten() { writtenCount.withLock { $0 += 1 } }
}
