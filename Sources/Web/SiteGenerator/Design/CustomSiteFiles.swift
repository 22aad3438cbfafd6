import Files
import Localization

/// An owner's folder whose files replace the program's by name.
struct CustomSiteFiles {
    private let folder: String
    /// Paths below the folder, hidden files left out.
    private let names: [String]

    /// - Throws: `customFolderMissing`, or `file` if it cannot be read.
    init(_ folder: String) throws(PublishError.Cause) {
        self.folder = folder
        guard Folder.exists(folder) else { throw .customFolderMissing(folder) }
        do throws(FileError) { names = try Folder.paths(below: folder).sorted() } catch { throw .file(error) }
    }

    /// Refuses templates and words that no page is made of: they would be passed over, as would a mistyped name.
    func checkTemplates() throws(PublishError.Cause) {
        let start = "Templates/"
        let paths = EmbeddedFiles.paths.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
        let known = Set(paths).union(paths.map(CustomSiteFiles.lastPart))
        let replaceable = paths.filter { $0.hasPrefix("page/") || $0.hasPrefix("words/") }.map(CustomSiteFiles.lastPart)
        try check(
            known: known, replaceable: replaceable,
            isMeant: { name in
                let parts = name.split(separator: "/")
                // A folder of another name holds a report of the owner's own.
                let isHere = parts.count == 1 || parts.count == 2 && ["page", "words"].contains(parts[0])
                return isHere && (name.hasSuffix(".mustache") || name.hasSuffix(".json")) && !isPartial(name)
            })
    }

    /// Refuses files that no page loads.
    func checkAssets() throws(PublishError.Cause) {
        try check(known: Set(SiteAssets.all), replaceable: SiteAssets.replaceable) { name in
            [".css", ".js", ".svg", ".png", ".json", ".html"].contains(where: name.hasSuffix)
        }
    }

    private func check(
        known: Set<String>, replaceable: [String], isMeant: (String) -> Bool
    ) throws(PublishError.Cause) {
        let (all, known) = (known, Set(replaceable).sorted())
        for name in names where !all.contains(name) && isMeant(name) {
            throw .unknownCustomFile("\(folder)/\(name)", known: known)
        }
        guard names.contains(where: all.contains) else {
            throw .nothingReplaced(folder, known: known)
        }
    }

    /// Whether another of the owner's templates includes this one.
    private func isPartial(_ name: String) -> Bool {
        let base = CustomSiteFiles.lastPart(name).replacing(".mustache", with: "")
        return names.contains { other in
            // A template that cannot be read is refused when its text is needed.
            guard other.hasSuffix(".mustache"), let bytes = try? readFile("\(folder)/\(other)") else { return false }
            let text = String(decoding: bytes, as: UTF8.self)
            return [">", "> ", "<", "< "].contains { text.contains("{{\($0)\(base)") }
        }
    }

    private static func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
