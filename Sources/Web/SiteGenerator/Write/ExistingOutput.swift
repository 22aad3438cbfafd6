import Files
import Synchronization

/// The files that are in the folder already: which are as they should be, and which belong to somebody else.
final class ExistingOutput: Sendable {
    /// The trust in the index's fingerprints.
    enum Trust {
        /// Except for files that a check found missing or changed.
        case index(damaged: Set<String>)
        /// Not at all, as after a crash: the bytes of each file are compared.
        case contents
        /// Every file is written, because other people may read them now.
        case nothing
    }

    private let folder: SiteFiles
    private let trust: Trust
    /// Whether files that the index does not know belong to this program if they have a name that it gives.
    private let ownsUnknownFiles: Bool
    private let renamed = Mutex<[String]>([])

    init(_ folder: SiteFiles, trust: Trust, ownsUnknownFiles: Bool) {
        self.folder = folder
        self.trust = trust
        self.ownsUnknownFiles = ownsUnknownFiles
    }

    /// The new names of files of others that were renamed because their names were needed.
    var renamedForeignFiles: [String] { renamed.withLock { $0.sorted() } }

    /// Whether a file that the index does not know was published by this program.
    func isPresumedOwn(_ name: String) -> Bool { ownsUnknownFiles && SitePath.isGenerated(name) }

    /// Whether a file is as it was published, as far as its fingerprint, presence and permissions show.
    func isIntact(_ name: String, _ recorded: Fingerprint?, size: Int? = nil) -> Bool {
        guard !folder.isFirst, recorded != nil, case .index(let damaged) = trust else { return false }
        return !damaged.contains(name) && folder.holds(name, size: size) && folder.isReadable(name)
    }

    /// Whether a file contains those bytes already.
    func has(
        _ bytes: [UInt8], _ fingerprint: Fingerprint, in name: String, recorded: Fingerprint?
    ) throws(FileError) -> Bool {
        if folder.isFirst { return false }
        switch trust {
        case .nothing: return false
        case .contents: return try folder.read(name) == bytes
        case .index: return recorded == fingerprint && isIntact(name, recorded, size: bytes.count)
        }
    }

    /// Renames somebody else's file, to its name with a tilde, unless it contains the same bytes.
    func renameForeignFile(for bytes: [UInt8], named name: String, recorded: Fingerprint?) throws(FileError) {
        guard !folder.isFirst, recorded == nil, folder.holds(name), !isPresumedOwn(name),
            try folder.read(name) != bytes
        else { return }
        let newName = try folder.renameForeignFile(name)
        renamed.withLock { $0.append(newName) }
    }
}
