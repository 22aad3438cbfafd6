import FoundationEssentials
import Reporting
import Wording

/// The style sheet, the scripts and the words that pages load: from inside the program, or an owner's files by name.
struct SiteAssets: Sendable {
    /// One file of the folder `assets`.
    struct File: Sendable {
        /// Its path below `assets`.
        let name: String
        let bytes: [UInt8]
    }

    let files: [File]

    /// - Parameters:
    ///   - folder: the owner's files.
    ///   - templates: where the words are.
    init(replacedBy folder: String?, words templates: TemplateFolder) {
        var files: [File] = []
        for name in SiteAssets.replaceable {
            if let folder, let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(name)")) {
                files.append(File(name: name, bytes: SiteAssets.published(Array(data), named: name)))
            } else if let bytes = EmbeddedFiles.bytes(of: SiteAssets.start + name) {
                files.append(File(name: name, bytes: SiteAssets.published(Array(bytes), named: name)))
            }
        }
        for language in ReportLocale.languages {
            guard let file = templates.file("words/\(language).json"),
                let catalogue = WordCatalogue(language: language, json: file.bytes)
            else { continue }
            files.append(File(name: "words/\(language).json", bytes: SiteAssets.json(Words.published(in: catalogue))))
        }
        self.files = files
    }

    private static let start = "Site/"

    /// The names of the program's files of that kind, the companion's own among them.
    static var all: [String] {
        EmbeddedFiles.paths.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }

    /// The names of what pages load but for words, each of which an owner's file may replace.
    static var replaceable: [String] {
        all.filter { name in kinds.contains(where: name.hasSuffix) && !name.hasPrefix("companion") }
    }

    subscript(name: String) -> [UInt8]? { files.first { $0.name == name }?.bytes }

    /// A file as readers load it: scripts without the comments that have a line of their own.
    private static func published(_ bytes: [UInt8], named name: String) -> [UInt8] {
        guard name.hasSuffix(".js") else { return bytes }
        let newline = UInt8(ascii: "\n")
        let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
        let code = lines.filter { !$0.drop { $0 == UInt8(ascii: "\t") }.starts(with: "//".utf8) }
        return Array(code.joined(separator: [newline]))
    }

    /// Texts by name as a JSON object, in the order of the names.
    private static func json(_ texts: [String: String]) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(texts)).map(Array.init) ?? []
    }

    /// The endings of what pages load; the folder holds the companion's own files too.
    private static let kinds = [".css", ".js", ".svg"]
}
