import Files
import JSON

/// What the root of a manifest tells about a publication.
struct ManifestHead: Sendable {
    /// The form of manifest that this program writes. Of older ones only the head is read; the folder is then looked
    /// through as after a publication that broke off.
    static let version = 2
    private static let format = "homepwner-site"

    var version = ManifestHead.version
    var generator: String
    var store: String
    var revision: Int64
    /// What tells the change of that revision from one of the same number in another copy of the store; see ``History``.
    var history: String
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
    /// Whether rows can be replaced one by one; see ``RowMarks``.
    var markedRows: Bool
    var archived: Int
    /// Photos that items have and the inventory does not hold; where there are any, nothing is taken as it stands.
    var missingPhotos: Int
    /// When every file was last known to be as it should, in nanoseconds since 1970 by the clock of files.
    var verifiedAt: Int64
    /// Whether templates or assets of the owner's own were used; where they are, the pages do not tell.
    var ownTemplates: Bool
    var ownAssets: Bool
    /// The run of the machine in which files were written.
    var boot: String
    /// The number of files, the manifest's own not counted.
    var files: Int
    /// Items that have a page.
    var items: Int
    /// How many digits of an item's key tell the part its page stands in.
    var digits: Int
    /// The fingerprint of each part.
    var parts: [String: String]
}

extension ManifestHead {
    /// The head as one line of JSON.
    var encoded: [UInt8] {
        var members: [JSONMember] = []
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(JSONMember(name: name, value: value)) }
        }
        func texts(_ texts: [String: String]) -> JSONValue {
            .object(texts.sorted { $0.key < $1.key }.map { JSONMember(name: $0.key, value: .string($0.value)) })
        }
        add("format", .string(ManifestHead.format))
        add("version", .number("\(version)"))
        add("generator", .string(generator))
        add("store", .string(store))
        add("revision", .number("\(revision)"))
        add("history", .string(history))
        add("profile", .string(profile))
        add("editable", .bool(editable))
        add("language", .string(language))
        add("timeZone", .string(timeZone))
        add("companion", companion.map(JSONValue.string))
        add("title", title.map(JSONValue.string))
        add("design", .string(design))
        add("scripts", texts(scripts))
        add("markedRows", .bool(markedRows))
        add("archived", .number("\(archived)"))
        add("lacking", .number("\(missingPhotos)"))
        add("sound", .number("\(verifiedAt)"))
        add("ownTemplates", .bool(ownTemplates))
        add("ownAssets", .bool(ownAssets))
        add("boot", .string(boot))
        add("files", .number("\(files)"))
        add("items", .number("\(items)"))
        add("digits", .number("\(digits)"))
        add("parts", texts(parts))
        return JSONValue.object(members).encoded + Array("\n".utf8)
    }

    /// Reads a root; nil where the bytes are none, as after a publication that broke off.
    /// - Throws: `newerManifest`.
    init?(_ bytes: [UInt8], path: String) throws(PublishError.Cause) {
        guard let json = ManifestHead.json(bytes), json["format"]?.text == ManifestHead.format,
            let version = json["version"]?.integer
        else { return nil }
        guard version <= ManifestHead.version else { throw .newerManifest(path) }
        guard let generator = json["generator"]?.text, let store = json["store"]?.text,
            let revision = json["revision"]?.integer, let profile = json["profile"]?.text,
            let editable = json["editable"]?.flag, let language = json["language"]?.text,
            let timeZone = json["timeZone"]?.text, let design = json["design"]?.text
        else { return nil }
        self.init(
            version: Int(version), generator: generator, store: store, revision: revision,
            history: json["history"]?.text ?? "", profile: profile,
            editable: editable, language: language, timeZone: timeZone, companion: json["companion"]?.text,
            title: json["title"]?.text, design: design, scripts: json["scripts"]?.texts ?? [:],
            markedRows: json["markedRows"]?.flag ?? false, archived: Int(json["archived"]?.integer ?? 0),
            missingPhotos: Int(json["lacking"]?.integer ?? 0), verifiedAt: json["sound"]?.integer ?? 0,
            ownTemplates: json["ownTemplates"]?.flag ?? false, ownAssets: json["ownAssets"]?.flag ?? false,
            boot: json["boot"]?.text ?? "", files: Int(json["files"]?.integer ?? 0),
            items: Int(json["items"]?.integer ?? 0), digits: Int(json["digits"]?.integer ?? 0),
            parts: json["parts"]?.texts ?? [:])
    }

    /// The text's value; of a root of the first form, which held all files too, without these.
    private static func json(_ bytes: [UInt8]) -> JSONValue? {
        guard let files = ByteSearch.first(Array("\n\"files\": {\n".utf8), in: bytes, from: 0) else {
            return try? JSONValue(parsing: bytes)
        }
        guard bytes.suffix(4).elementsEqual("\n}}\n".utf8) else { return nil }
        return try? JSONValue(parsing: Array(bytes[..<files]) + Array("\"end\":0}".utf8))
    }
}

extension JSONValue {
    var text: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    var flag: Bool? {
        if case .bool(let flag) = self { return flag }
        return nil
    }

    var integer: Int64? {
        if case .number(let text) = self { return Int64(text) }
        return nil
    }

    var elements: [JSONValue]? {
        if case .array(let values) = self { return values }
        return nil
    }

    /// The members that are texts, by name.
    fileprivate var texts: [String: String]? {
        guard case .object(let members) = self else { return nil }
        return Dictionary(
            members.compactMap { member in member.value.text.map { (member.name, $0) } }, uniquingKeysWith: { $1 })
    }
}
