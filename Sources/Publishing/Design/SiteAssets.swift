import FoundationEssentials
import Reporting

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
        let start = "Site/"
        var files: [File] = []
        for path in EmbeddedFiles.paths where path.hasPrefix(start) {
            let name = String(path.dropFirst(start.count))
            guard SiteAssets.kinds.contains(where: name.hasSuffix), !name.hasPrefix("companion") else { continue }
            if let folder, let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(name)")) {
                files.append(File(name: name, bytes: Array(data)))
            } else if let bytes = EmbeddedFiles.bytes(of: path) {
                files.append(File(name: name, bytes: Array(bytes)))
            }
        }
        for language in ReportLocale.languages {
            guard let words = templates.file("words/\(language).json") else { continue }
            files.append(File(name: "words/\(language).json", bytes: words.bytes))
        }
        self.files = files
    }

    subscript(name: String) -> [UInt8]? { files.first { $0.name == name }?.bytes }

    /// The endings of what pages load; the folder holds the companion's own files too.
    private static let kinds = [".css", ".js", ".svg"]
}
