import Files
import FoundationEssentials
import JSON
import Reports

/// The file of a published folder that says which inventory it shows, how it was published, and in which state it is.
///
/// It holds nothing that the pages do not show. The list of files is in the index, which is in the inventory.
struct SiteFile: Codable, Equatable {
    static let name = "homepwner-site.json"
    /// In the folder while it is being written: if it stays, a publication was interrupted.
    static let unfinishedName = "homepwner-site.unfinished"
    /// The version that this program writes. Folders of versions 1 and 2 had a manifest of all files instead.
    static let version = 3
    static let format = "homepwner-site"

    var format = SiteFile.format
    var version = SiteFile.version
    /// The inventory's id; in a public folder its digest, see ``identity(of:in:_:)``.
    var store: String
    /// The folder's own id; nil in a folder of an earlier version.
    var site: String?
    /// Renewed by every publication; see ``IndexedFolder/generation``.
    var generation: String?
    var revision: Int64
    var profile: PublishProfile
    var editable: Bool
    var language: String
    /// Nil in a public folder, which names no place.
    var timeZone: String?
    /// The server that answers pages which another one hosts.
    var companion: String?
    /// The title that the owner gave.
    var title: String?
    /// The SHA-256 of each script.
    var scripts: [String: String]?
    /// Whether templates or assets of the owner's own were used.
    var ownTemplates: Bool?
    var ownAssets: Bool?
}

extension SiteFile {
    /// The name by which a folder knows the inventory that it shows. A public folder has a digest of the inventory's id
    /// and its own: the owner's program knows the folder again, and nobody else learns which folders are of one
    /// inventory.
    static func identity(of store: String, in site: String, _ profile: PublishProfile) -> String {
        profile == .public ? SHA256.hexadecimalDigest(of: "homepwner-site \(store) \(site)") : store
    }

    /// Whether the folder shows an inventory. Public folders of earlier versions have its id.
    func shows(_ store: String) -> Bool {
        self.store == store || site.map { self.store == SiteFile.identity(of: store, in: $0, .public) } ?? false
    }

    /// The file's content: one line of JSON.
    var encoded: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array((try? encoder.encode(self)) ?? Data()) + Array("\n".utf8)
    }

    /// Reads the file; nil if the bytes are something else, as a disk may leave them after a power failure.
    /// - Throws: `newerVersion`.
    init?(_ bytes: [UInt8], path: String) throws(PublishError.Cause) {
        // A file of version 1 listed all files after this member.
        let bytes =
            bytes.firstRange(of: Array(",\n\"files\": {\n".utf8)).map { bytes[..<$0.lowerBound] + [UInt8(ascii: "}")] }
            ?? bytes[...]
        struct Version: Decodable {
            let format: String
            let version: Int
        }
        let data = Data(bytes)
        guard let found = try? JSONDecoder().decode(Version.self, from: data), found.format == SiteFile.format else {
            return nil
        }
        guard found.version <= SiteFile.version else { throw .newerVersion(path) }
        guard let file = try? JSONDecoder().decode(SiteFile.self, from: data) else { return nil }
        self = file
    }
}
