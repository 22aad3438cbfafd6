import Attachments
import Delivery
import Files
import FoundationEssentials
import Glibc
import Inventory
import InventoryStore
import JSON
import Localization
import Message

/// Reads a backup that may be damaged or forged.
struct BackupReader {
    /// The description that the backup contains.
    let description: BackupDescription
    /// The number of photos and documents.
    var files: Int { manifest.entries.count - 2 }

    private let path: String
    private let archive: ZipReader
    private let manifest: Manifest

    /// Opens a backup and checks its directory.
    /// - Throws: `CommandError` if it is not a backup, is incomplete or was made by a later program; `ArchiveError` and
    ///   `ManifestError` if it is damaged or suspicious.
    init(_ path: String) throws {
        self.path = path
        archive = try ZipReader(path, isUnambiguous: true)
        do {
            description = try BackupDescription(in: archive)
        } catch BackupFormatError.newerVersion(let version) {
            throw CommandError.work(
                localized("restore.newerVersion", ["file": .text(path.onOneLine), "version": .value(version)]))
        } catch BackupFormatError.notABackup {
            throw CommandError.work(localized("restore.notABackup", ["file": .text(path.onOneLine)]))
        }
        guard let checksums = try archive.contents(of: Manifest.fileName, atMost: 1 << 27) else {
            throw ManifestError.noManifestInArchive(path)
        }
        manifest = try Manifest(bytes: checksums, file: "\(path)/\(Manifest.fileName)")
        try checkNames()
    }

    /// The archive has the files of a backup and no others, each with one checksum.
    private func checkNames() throws {
        let listed = Set(manifest.entries.map { Array($0.name.utf8) })
        var stored: Set<[UInt8]> = []
        for name in archive.entries.map(\.name) {
            guard BackupDescription.otherNames.contains(name) || BackupDescription.file(named: name) != nil else {
                throw difference(.extra(name))
            }
            if name != Manifest.fileName { stored.insert(Array(name.utf8)) }
        }
        if let folder = archive.folders.first { throw difference(.extraFolder(folder)) }
        for name in [BackupDescription.fileName, InventoryStore.databaseName] where !stored.contains(Array(name.utf8)) {
            throw difference(.missing(name))
        }
        if let extra = stored.subtracting(listed).first {
            throw difference(.extra(String(decoding: extra, as: UTF8.self)))
        }
        if let missing = listed.subtracting(stored).first {
            throw difference(.missing(String(decoding: missing, as: UTF8.self)))
        }
        for entry in manifest.entries {
            guard let file = BackupDescription.file(named: entry.name), file != entry.hash else { continue }
            throw difference(.changed(entry.name))
        }
    }

    private func difference(_ finding: DeliveryVerifier.DeliveryDiagnostic) -> CommandError {
        CommandError.work(
            localized(
                "restore.damaged",
                [
                    "file": .text(path.onOneLine),
                    "reason": .text(localized(finding.message).onOneLine),
                ]))
    }

    /// Unpacks the files into an empty folder, compares each with its checksum and flushes all.
    /// - Throws: `CommandError` if a file differs; `ArchiveError` and `FileError`.
    func unpack(into folder: String) throws {
        let photos = folder + "/photos"
        guard mkdir(photos, 0o700) == 0 else { throw FileError(.makeFolder, photos) }
        let hashes = Dictionary(uniqueKeysWithValues: manifest.entries.map { ($0.name, $0.hash) })
        for entry in archive.entries {
            guard let expected = hashes[entry.name] else { continue }
            let isDescription = entry.name == BackupDescription.fileName
            guard try unpack(entry, to: isDescription ? nil : "\(folder)/\(entry.name)") == expected else {
                throw difference(.changed(entry.name))
            }
        }
        try Folder.flush(photos)
        try Folder.flush(folder)
    }

    /// Unpacks one file.
    /// - Parameter path: of the new file; nil if the content is only compared.
    /// - Returns: the checksum.
    /// - Throws: `ArchiveError` if the entry is damaged; `FileError`.
    private func unpack(_ entry: ZipReader.Entry, to path: String?) throws -> ContentHash {
        let digest = SHA256Hasher()
        guard let path else {
            try archive.read(entry) { digest.update($0) }
            return try digest.contentHash()
        }
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileError(.write, path) }
        defer { close(file) }
        try archive.read(entry) { piece in
            digest.update(piece)
            try writeAll(piece, to: file, path: path)
        }
        guard fsync(file) == 0 else { throw FileError(.flush, path) }
        return try digest.contentHash()
    }

    /// Checks that the unpacked inventory is the one of the description, intact, and has all its files.
    /// - Returns: the damage that the backup records of its inventory; empty if it was intact.
    /// - Throws: `CommandError` if something is wrong all the same; `StoreError` if the inventory cannot be read.
    func check(_ folder: String) throws -> [String] {
        let store = try InventoryStore.open(at: folder, for: .reading, displayName: path)
        defer { store.closeCopy() }
        let findings = try store.verify()
        var words = findings.map { localized($0.message) }
        let snapshot = try store.snapshot()
        let present = AttachmentStore(of: store).files
        for file in try snapshot.referencedFiles() where !present.has(file) {
            words.append(localized(DeliveryVerifier.DeliveryDiagnostic.missing("\(file)").message))
        }
        guard store.identifier == description.inventory, snapshot.revision == description.revision else {
            throw difference(.changed(BackupDescription.fileName))
        }
        // Damage that the backup states may be wanted back; what somebody put into the database never is.
        let isForeign = findings.contains { if case .foreignObject = $0 { true } else { false } }
        if let first = words.first, isForeign || !description.isDamaged {
            throw CommandError.work(
                localized("restore.damaged", ["file": .text(path.onOneLine), "reason": .text(first.onOneLine)]))
        }
        return words
    }
}

/// The first file of a backup, which identifies the inventory.
///
/// A backup is a zip archive of this file, the database, the originals of photos and documents below `photos`, and
/// `SHA256SUMS`. Pictures made from the originals are not in it.
struct BackupDescription: Equatable {
    /// The id of the inventory's store.
    var inventory: UUID
    /// The latest change in it.
    var revision: Revision
    /// When it was made.
    var made: Timestamp
    /// The number of items.
    var items: Int
    /// Whether files were missing or damaged when it was made.
    var isDamaged: Bool

    /// The name of the file.
    static let fileName = "homepwner-backup.json"
    /// The version of the format.
    static let version = 1

    /// The names of all files of a backup except those of photos and documents.
    static let otherNames: Set<String> = [fileName, InventoryStore.databaseName, "SHA256SUMS"]

    /// The name of a photo or document in the archive.
    static func name(of file: ContentHash) -> String { "photos/\(file)" }

    /// The photo or document of that name in the archive.
    static func file(named name: String) -> ContentHash? {
        guard name.hasPrefix("photos/"), let hash = ContentHash(String(name.dropFirst(7))) else { return nil }
        return self.name(of: hash) == name ? hash : nil
    }
}

/// Why an archive is not a backup that can be restored.
enum BackupFormatError: Error, Equatable {
    case notABackup
    /// A later program made it.
    case newerVersion(Int)
}

extension BackupDescription {
    var json: [UInt8] {
        var json = JSONWriter(.pretty)
        json.object { json in
            json.add("homepwnerBackup", .number(BackupDescription.version))
            json.add("inventory", .string(inventory.uuidString.lowercased()))
            json.add("revision", .number(revision.rawValue))
            json.add("made", .string(made.description))
            json.add("items", .number(items))
            if isDamaged { json.add("damaged", .bool(true)) }
        }
        return Array((json.text + "\n").utf8)
    }

    /// Reads the description in an archive.
    /// - Throws: `BackupFormatError`; `ArchiveError` if the file in the archive is damaged.
    init(in archive: ZipReader) throws {
        guard let bytes = try archive.contents(of: BackupDescription.fileName, atMost: 1 << 16),
            let json = try? JSONValue(parsing: bytes), let version = json["homepwnerBackup"]?.integer, version > 0
        else { throw BackupFormatError.notABackup }
        guard version <= BackupDescription.version else { throw BackupFormatError.newerVersion(Int(version)) }
        guard let inventory = json["inventory"]?.string.flatMap(UUID.init(uuidString:)),
            let revision = json["revision"]?.integer, let items = json["items"]?.integer,
            let made = json["made"]?.string.flatMap({ try? Timestamp(Array($0.utf8)) })
        else { throw BackupFormatError.notABackup }
        self.init(
            inventory: inventory, revision: Revision(rawValue: revision), made: made, items: Int(items),
            isDamaged: json["damaged"]?.bool == true)
    }
}
