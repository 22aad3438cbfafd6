import FoundationEssentials
import InventoryModel

/// What a publication consists of: the file `homepwner-site.json`, written last.
///
/// A JSON object whose last member lists every file with the fingerprint of its bytes, one a line, sorted by name, so
/// that a file is found by halving without reading the rest. An item's file tells the page of the whole list that the
/// item stands on.
struct SiteManifest: Sendable {
    static let name = "homepwner-site.json"
    /// Stands in the folder while a publication goes on.
    static let unfinishedName = "homepwner-site.unfinished"
    static let version = 1
    static let filesStart = "\n\"files\": {\n"
    static let filesEnd = "\n}}\n"

    var head: Head
    /// The lines of the files, sorted.
    private(set) var lines: [UInt8]

    /// What stands before the files.
    struct Head: Codable, Sendable {
        var format = "homepwner-site"
        var version = SiteManifest.version
        var generator: String
        var store: String
        var revision: Int64
        var profile: String
        var editable: Bool
        var language: String
        var timeZone: String
        /// Where the companion answers pages that another server hosts.
        var companion: String?
        /// The title the owner gave; absent where none was.
        var title: String?
        /// The fingerprint of templates, words, assets and options.
        var design: String
        /// The SHA-256 of each script.
        var scripts: [String: String]
        var scriptHashes: [String]
        /// Whether rows can be replaced one by one; see ``RowMarks``.
        var markedRows: Bool
        var archived: Int
        /// Photos that items have and the inventory does not hold; where there are any, nothing is taken as it stands.
        var lacking: Int?
        /// When every file was last known to be as it should, in nanoseconds since 1970 by the clock of files.
        var sound: Int64?
        /// Whether templates or assets of the owner's own were used; where they are, the pages do not tell.
        var ownTemplates: Bool?
        var ownAssets: Bool?
        /// The run of the machine in which files were written.
        var boot: String
        var lists: [List]
    }

    /// A list and what it comes to.
    struct List: Codable, Sendable {
        var kind: ItemList.Kind
        var name: String?
        var tally: Tally

        init(_ list: ItemList) {
            kind = list.key.kind
            name = list.key.name
            tally = list.tally
        }

        var list: ItemList {
            var list = ItemList(ItemList.Key(kind: kind, name: name))
            list.tally = tally
            return list
        }
    }

    init(head: Head, lines: [UInt8]) {
        self.head = head
        self.lines = lines
    }

    /// Reads a manifest; nil where the bytes are none, as after a publication that broke off.
    /// - Throws: `newerManifest`.
    init?(_ bytes: [UInt8], path: String) throws {
        guard let start = ByteSearch.first(Array(SiteManifest.filesStart.utf8), in: bytes, from: 0),
            bytes.suffix(SiteManifest.filesEnd.utf8.count).elementsEqual(SiteManifest.filesEnd.utf8)
        else { return nil }
        let decoder = JSONDecoder()
        let headBytes = Data(bytes[..<start] + "\"end\":0}".utf8)
        struct Version: Decodable { var version: Int }
        if let found = try? decoder.decode(Version.self, from: headBytes), found.version > SiteManifest.version {
            throw PublishError.Cause.newerManifest(path)
        }
        guard let head = try? decoder.decode(Head.self, from: headBytes), head.format == "homepwner-site" else {
            return nil
        }
        self.head = head
        let first = start + SiteManifest.filesStart.utf8.count
        lines = Array(bytes[first..<(bytes.count - SiteManifest.filesEnd.utf8.count)])
    }

    /// The bytes of the manifest.
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var bytes = Array(try encoder.encode(head))
        bytes.removeLast()
        bytes.append(UInt8(ascii: ","))
        bytes += SiteManifest.filesStart.utf8
        bytes += lines
        bytes += SiteManifest.filesEnd.utf8
        return bytes
    }

    /// Replaces bytes of the lines by as many others.
    mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) { lines.replaceSubrange(range, with: bytes) }

    /// The lists, that of everything first.
    var index: SiteIndex {
        let lists = head.lists.map(\.list)
        return SiteIndex(
            total: lists.first { $0.key == .all } ?? ItemList(.all), lists: lists.filter { $0.key != .all },
            archived: head.archived)
    }
}
