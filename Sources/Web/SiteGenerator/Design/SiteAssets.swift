import Files
import JSON
import Localization
import Reports

/// The style sheet, the scripts and the words that pages load: from inside the program, or an owner's files by name.
struct SiteAssets: Sendable {
    /// A file that pages load.
    struct File: Sendable {
        let name: String
        let bytes: [UInt8]

        /// Its path in the publication. A service worker governs the pages of the folder that it is in (W3C Service
        /// Workers, "scope").
        var path: String { name == SiteAssets.worker ? name : "assets/\(name)" }
    }

    /// The script that keeps pages for use without a connection.
    static let worker = "worker.js"

    /// The files as readers load them.
    let files: [File]

    /// - Parameters:
    ///   - folder: the owner's files.
    ///   - templates: the folder of the words.
    /// - Throws: `read` if an owner's file cannot be read.
    init(replacedBy folder: String?, words templates: TemplateFolder) throws(FileError) {
        var files: [File] = []
        try SiteAssets.forEachSource(replacedBy: folder, words: templates) { name, bytes in
            guard name.hasSuffix(".json") else {
                return files.append(File(name: name, bytes: bytes))
            }
            let language = String(name.dropFirst("words/".count).dropLast(".json".count))
            if let catalogue = MessageCatalogue(language: language, json: bytes) {
                files.append(File(name: name, bytes: SiteAssets.json(DocumentLocalization.published(in: catalogue))))
            }
        }
        self.files = files
    }

    /// Passes the sources of the files, by their names.
    /// - Throws: `read` if an owner's file is there and cannot be read: pages would silently get the program's own.
    static func forEachSource(
        replacedBy folder: String?, words templates: TemplateFolder, _ body: (String, [UInt8]) -> Void
    ) throws(FileError) {
        try forEachFile(replacedBy: folder, body)
        for language in ReportLocale.languages {
            if let file = try templates.file("words/\(language).json") { body("words/\(language).json", file.bytes) }
        }
    }

    /// The same but for words. The program's own scripts lose their comments; an owner's file stays as it is.
    static func forEachFile(replacedBy folder: String?, _ body: (String, [UInt8]) -> Void) throws(FileError) {
        for name in replaceable {
            if let folder, let bytes = try readFile(ifPresent: "\(folder)/\(name)") {
                body(name, bytes)
            } else if let bytes = EmbeddedFiles.bytes(of: start + name) {
                let file = Array(bytes)
                body(name, name.hasSuffix(".js") ? BrowserScript.minified(file) : file)
            }
        }
    }

    private static let start = "Site/"

    /// The names of the program's files of that kind, including the server's own.
    static var all: [String] {
        EmbeddedFiles.paths.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }

    /// The names of what pages load but for words, each of which an owner's file may replace.
    static var replaceable: [String] {
        all.filter { name in kinds.contains(where: name.hasSuffix) && !name.hasPrefix("companion") }
    }

    /// The paths of all files below `assets`.
    static let names: Set<String> = Set(replaceable + ReportLocale.languages.map { "words/\($0).json" })

    /// Texts by name as a JSON object, in the order of the names.
    private static func json(_ texts: [String: String]) -> [UInt8] {
        let names = texts.keys.sorted()
        return JSONValue.object(names.map { JSONMember(name: $0, value: .string(texts[$0] ?? "")) }).encoded
    }

    /// The extensions of the files that pages load; the folder contains the server's own files too.
    private static let kinds = [".css", ".js", ".svg", ".png"]
}
