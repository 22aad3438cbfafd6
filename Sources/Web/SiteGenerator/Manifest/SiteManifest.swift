import Files

/// What a publication consists of: a root, `homepwner-site.json`, written last, and parts in the folder `manifest`.
///
/// The root tells the fingerprint of each part, so that an edit of one item reads and writes the part that its page
/// stands in and no other. Items are dealt out to parts by the last digits of their keys.
struct SiteManifest: Sendable {
    static let name = "homepwner-site.json"
    /// Where the parts are.
    static let folder = "manifest"
    /// Stands in the folder while a publication goes on.
    static let unfinishedName = "homepwner-site.unfinished"

    private static let listsPart = "lists"

    var head: ManifestHead
    private(set) var parts: [String: ManifestPart] = [:]
    private var known: [SiteList]?

    /// A manifest of which nothing but the root was read.
    init(head: ManifestHead) { self.head = head }

    init(head: ManifestHead, parts: [String: ManifestPart], lists: [SiteList]) {
        self.head = head
        self.parts = parts
        known = lists
    }

    /// The lists, that of everything first.
    var lists: [SiteList] {
        get { known ?? [] }
        set { known = newValue }
    }

    var index: SiteIndex {
        SiteIndex(
            total: lists.first { $0.key == .all } ?? SiteList(.all), lists: lists.filter { $0.key != .all },
            archived: head.archived)
    }

    // Parts

    /// The part in which a file stands.
    func part(of name: String) -> String { SiteManifest.part(of: name, digits: head.digits) }

    static func part(of name: String, digits: Int) -> String {
        if name.hasPrefix("\(PublishedPicture.folder)/") { return "photos" }
        guard name.hasPrefix("item/") else { return "files" }
        let key = name.utf8.dropLast(".html".utf8.count).suffix(digits)
        return "items-" + String(decoding: key, as: UTF8.self)
    }

    /// Where a part is in the publication.
    static func file(ofPart part: String) -> String { "\(folder)/\(part).json" }

    /// How many digits deal so many items out to parts of a thousand or a few.
    static func digits(forItems count: Int) -> Int { count < 1000 ? 0 : count < 32_000 ? 1 : 2 }

    /// Reads the part in which a file stands, unless it was read.
    /// - Returns: whether it is there and as the root says.
    mutating func open(for name: String, in folder: SiteFolder) throws(FileError) -> Bool {
        try open(part(of: name), in: folder)
    }

    /// Reads all parts and the lists.
    /// - Returns: whether each is there and as the root says.
    mutating func openAll(in folder: SiteFolder) throws(FileError) -> Bool {
        guard head.version == ManifestHead.version, try openLists(in: folder) else { return false }
        for part in head.parts.keys where part != SiteManifest.listsPart {
            guard try open(part, in: folder) else { return false }
        }
        return true
    }

    /// Reads the lists, unless they were read.
    mutating func openLists(in folder: SiteFolder) throws(FileError) -> Bool {
        if known != nil { return true }
        guard let bytes = try verifiedPart(SiteManifest.listsPart, in: folder) else { return false }
        known = ManifestLists.decoded(bytes)
        return known != nil
    }

    private mutating func open(_ part: String, in folder: SiteFolder) throws(FileError) -> Bool {
        if parts[part] != nil { return true }
        guard let bytes = try verifiedPart(part, in: folder) else { return false }
        parts[part] = ManifestPart(bytes)
        return parts[part] != nil
    }

    private func verifiedPart(_ part: String, in folder: SiteFolder) throws(FileError) -> [UInt8]? {
        guard let hash = head.parts[part], SitePath.isOurs(part),
            let bytes = try folder.read(SiteManifest.file(ofPart: part)), Fingerprint(bytes).text == hash
        else { return nil }
        return bytes
    }

    // Files, of the parts that were read

    /// The fingerprint of a file's bytes, nil where the file is not part of the publication.
    func hash(of name: String) -> Fingerprint? { parts[part(of: name)]?.hash(of: name) }

    /// The page of the whole list on which an item stands, counted from 1.
    func page(of name: String) -> Int? { parts[part(of: name)]?.page(of: name) }

    /// Puts another fingerprint for a file that is part of the publication.
    mutating func replace(_ hash: Fingerprint, of name: String) { parts[part(of: name)]?.replace(hash, of: name) }

    /// Whether the publication wrote a file of that name, be it a page or one of the manifest's own.
    func owns(_ name: String) -> Bool {
        guard name.hasPrefix("\(SiteManifest.folder)/") else { return hash(of: name) != nil }
        return name == SiteFolder.stampsName || head.parts.keys.contains { SiteManifest.file(ofPart: $0) == name }
    }

    /// The names of all files.
    func forEachName(_ body: (String) throws -> Void) rethrows {
        for part in parts.values {
            try part.forEachName { try body(String(decoding: $0.dropLast(), as: UTF8.self)) }
        }
    }

    // Writing

    /// Writes the parts that were read or made and differ from what the folder holds, then the root.
    /// - Parameters:
    ///   - before: the manifest that the folder holds; nil where its parts are not to be trusted.
    ///   - standing: what moves files of others out of the way; nil where none can stand there.
    mutating func write(
        to folder: SiteFolder, over before: ManifestHead?, sparing existing: ExistingOutput? = nil
    ) throws(FileError) {
        var files = parts.mapValues(\.encoded)
        if let known { files[SiteManifest.listsPart] = ManifestLists.encoded(known) }
        for (part, bytes) in files.sorted(by: { $0.key < $1.key }) {
            let hash = Fingerprint(bytes).text
            head.parts[part] = hash
            guard before?.parts[part] != hash else { continue }
            let name = SiteManifest.file(ofPart: part)
            try existing?.moveForeignFileAside(for: bytes, named: name)
            try folder.write(bytes, to: name)
        }
        try folder.write(head.encoded, to: SiteManifest.name)
    }
}
