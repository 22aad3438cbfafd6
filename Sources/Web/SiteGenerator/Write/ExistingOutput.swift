import Dispatch
import Files
import Glibc
import Synchronization

/// What stands in the folder already: which files are as they should be, and which are not the program's own.
final class ExistingOutput: Sendable {
    /// How far the manifest is believed.
    enum Trust {
        /// But for files that are missing or were changed by others since.
        case allBut(Set<String>)
        /// What stands in each file is looked at, after a publication that broke off.
        case contents
        /// Every file is written, as who may read them has changed.
        case nothing
    }

    private let folder: SiteFolder
    private let previous: SiteManifest?
    private let trust: Trust
    /// When the publication began that broke off, in nanoseconds: a file that the manifest does not list and that was
    /// changed since is its work, any other belongs to somebody else.
    private let leftoverSince: Int64
    private let kept = Mutex<[String]>([])

    init(_ folder: SiteFolder, previous: SiteManifest?, trust: Trust, leftoverSince: Int64) {
        self.folder = folder
        self.previous = previous
        self.trust = trust
        self.leftoverSince = leftoverSince
    }

    /// Whether a file that the manifest does not list was left by a publication that broke off.
    func isLeftover(_ name: String) -> Bool {
        folder.changeTime(of: name).map { $0 >= leftoverSince } ?? false
    }

    /// The names under which files of others are kept that stood in the way.
    var preservedNames: [String] { kept.withLock { $0.sorted() } }

    /// The fingerprint that a file has according to the manifest; nil where the file is not to be trusted.
    func fingerprint(of name: String, size: Int? = nil) -> Fingerprint? {
        guard !folder.isFirst, case .allBut(let damaged) = trust, !damaged.contains(name),
            let hash = previous?.hash(of: name), folder.holds(name, size: size)
        else { return nil }
        return hash
    }

    /// Whether those bytes stand in a file already.
    func has(_ bytes: [UInt8], _ hash: Fingerprint, in name: String) throws(FileError) -> Bool {
        if folder.isFirst { return false }
        switch trust {
        case .nothing: return false
        case .contents: return try folder.read(name) == bytes
        case .allBut: return fingerprint(of: name, size: bytes.count) == hash
        }
    }

    /// Moves a file of somebody else's out of the way, to its name with a tilde, unless it holds the same bytes.
    /// - Returns: whether there was one; it has both names until the other is taken away or replaced.
    @discardableResult
    func moveForeignFileAside(for bytes: [UInt8], named name: String) throws(FileError) -> Bool {
        guard !folder.isFirst, previous?.owns(name) != true, folder.holds(name), !isLeftover(name),
            try folder.read(name) != bytes
        else { return false }
        let aside = try folder.renameAside(name)
        kept.withLock { $0.append(aside) }
        return true
    }
}

extension SiteManifest {
    /// The files of the publication that are missing, or that were changed by others since they were last known to be
    /// right. All parts were read.
    func damaged(in folder: SiteFolder) throws -> Set<String> {
        let found = Mutex<Set<String>>([])
        let failure = Mutex<(any Error)?>(nil)
        let parts = Array(parts.values)
        DispatchQueue.concurrentPerform(iterations: parts.count) { number in
            do {
                try parts[number].forEachName { bytes in
                    let changed = folder.changeTime(of: bytes)
                    // A change within the same tick of the clock has the same time.
                    if let changed, changed < head.verifiedAt { return }
                    let name = String(decoding: bytes.dropLast(), as: UTF8.self)
                    let isRight = try changed != nil && folder.read(name).map(Fingerprint.init) == hash(of: name)
                    if !isRight { found.withLock { _ = $0.insert(name) } }
                }
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        return found.withLock { $0 }
    }
}

/// The clock that files are stamped by.
enum FileClock {
    /// Nanoseconds since 1970.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return nanoseconds(time)
    }

    static func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) }
}
