import Files
import FoundationEssentials
import Inventory
import InventoryStore
import JSON

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
