import Attachments
import Files
import Glibc
import Inventory
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

    /// Whether a page has U+FFFD, which replaces characters that HTML cannot hold.
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

/// Publishes pictures: each once, whichever item shows it, and only if it is not there yet.
final class PublishedPhotoFiles: Sendable {
    private let writer: PageWriter
    private let placed = Mutex<[String: Fingerprint]>([:])

    init(_ writer: PageWriter) { self.writer = writer }

    /// The fingerprints of the pictures that were looked at, by their names in the folder `photo`.
    var files: [String: Fingerprint] { placed.withLock { $0 } }

    /// Puts a picture into the folder unless it is there already.
    /// - Parameter recorded: looks up the fingerprint of a published file.
    func place(
        _ file: PublishedPicture, worker: Int, recorded: (String) throws -> Fingerprint?
    ) throws {
        guard placed.withLock({ $0[file.name] == nil }) else { return }
        let name = file.path
        let known = try recorded(name)
        // A picture that is made in another way than before has the same name.
        if let known, known == Fingerprint(file.picture.hash), writer.existing.isIntact(name, known) {
            return placed.withLock { $0[file.name] = known }
        }
        let bytes = try readAll(path: file.picture.path)
        let folder = writer.folder
        let former = folder.isFirst ? nil : try folder.read(name)
        let isThere = former == bytes && folder.isReadable(name)
        if !isThere {
            try writer.existing.renameForeignFile(for: bytes, named: name, recorded: known)
            try folder.linkOrCopy(file.picture.path, as: name, bytes: bytes, worker: worker)
        }
        let isFirst = placed.withLock { $0.updateValue(Fingerprint(bytes), forKey: file.name) == nil }
        if isFirst, !isThere { writer.countWritten() }
    }

    private func readAll(path: String) throws(FileError) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw FileError(.read, path) }
        defer { close(file) }
        return try readFile(file, path: path)
    }
}

/// The first 128 bits of the SHA-256 of some bytes, which show whether they changed.
struct Fingerprint: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    init(_ bytes: [UInt8]) { self.init(start: SHA256.digest(of: bytes)) }

    init(_ text: String) { self.init(Array(text.utf8)) }

    /// The fingerprint of the bytes with that hash.
    init(_ hash: ContentHash) { self.init(start: Array(hash.bytes)) }

    /// Reads the 16 bytes; nil if there are more or fewer.
    init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.init(start: bytes)
    }

    private init(start bytes: [UInt8]) {
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The 16 bytes.
    var bytes: [UInt8] {
        [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) } }
    }

    /// The hexadecimal form.
    var text: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
