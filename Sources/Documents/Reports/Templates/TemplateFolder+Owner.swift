public import Files
import FoundationEssentials
import Localization
import Templating

extension TemplateFolder {
    /// The files of a folder of templates and those it includes from the folder `typst`, by their paths below Templates/;
    /// empty if there is no such folder.
    public static func copies(of folder: String) -> [(path: String, bytes: [UInt8])] {
        let own = EmbeddedFiles.paths.filter { $0.hasPrefix("Templates/\(folder)/") }
        let shared = own.contains { $0.hasSuffix(".typ.mustache") } ? "Templates/typst/" : nil
        return (own + EmbeddedFiles.paths.filter { path in shared.map(path.hasPrefix) ?? false }).compactMap { path in
            EmbeddedFiles.bytes(of: path).map { (String(path.dropFirst("Templates/".count)), Array($0)) }
        }
    }

    /// A template of the owner's folder that no report uses and whose name is nearly that of another.
    public struct MisspelledFile {
        public let path: String
        public let suggestion: String
    }

    /// The templates of the owner's folder whose names are probably slips.
    /// - Throws: `read` if the folder cannot be listed.
    public func misspelledFiles() throws(FileError) -> [MisspelledFile] {
        let known = Set(TemplateFolder.embeddedPaths.map(TemplateFolder.fileName))
        let reports = Set(try reports)
        return try ownPaths.sorted().compactMap { path in
            let name = TemplateFolder.fileName(path)
            let parts = path.split(separator: "/")
            let isOwnReport = parts.count == 2 && reports.contains(String(parts[0])) && name.hasPrefix("\(parts[0]).")
            guard name.hasSuffix(".mustache"), !known.contains(name), !isOwnReport else { return nil }
            let (base, ending) = TemplateFolder.parts(name)
            let alike = known.map(TemplateFolder.parts)
            if let meant = TemplateError.nearest(to: base, among: alike.filter { $0.ending == ending }.map(\.base)) {
                return MisspelledFile(path: path, suggestion: meant + ending)
            }
            let endings = alike.filter { $0.base == base && TemplateContext.names.contains(base) }.map(\.ending)
            return TemplateError.nearest(to: ending, among: endings).map {
                MisspelledFile(path: path, suggestion: base + $0)
            }
        }
    }

    /// Whether the owner's folder holds a file that a report uses: one of the report's own, or one that reports share.
    /// - Throws: `read` if the folder cannot be listed.
    public func hasOverrides(for report: String) throws(FileError) -> Bool {
        let shared = ["words/", "typst/", "inventory/style.css"]
        let used = TemplateFolder.embeddedPaths.filter { path in
            path.hasPrefix("\(report)/") || shared.contains(where: path.hasPrefix)
        }
        let names = Set(used.map(TemplateFolder.fileName))
        return try ownPaths.contains { path in
            path.hasPrefix("\(report)/") || names.contains(TemplateFolder.fileName(path))
        }
    }

    /// The pictures of the owner's folder, which templates can show by their names.
    /// - Throws: `read` if the folder cannot be listed.
    func pictures(for report: String) throws(FileError) -> [(name: String, path: String)] {
        guard let folder = ownFolder else { return [] }
        let kinds = [".png", ".jpg", ".jpeg", ".svg", ".gif", ".webp"]
        var pictures: [(name: String, path: String)] = []
        for folder in [folder, "\(folder)/\(report)"] {
            let names = try Folder.list(ifPresent: folder)
            let shown = names.filter { name in kinds.contains { name.lowercased().hasSuffix($0) } }
            pictures += shown.sorted().map { ($0, "\(folder)/\($0)") }
        }
        return pictures
    }

    /// The name by which templates show a picture: that of its file without the extension.
    static func pictureName(of file: String) -> String { String(file[..<(file.lastIndex(of: ".") ?? file.endIndex)]) }

    /// The error if two pictures of one folder have the same name for templates.
    static func repeatedPicture(among pictures: [(name: String, path: String)]) -> ReportError? {
        var seen: [String: String] = [:]
        for (name, path) in pictures {
            if let other = seen.updateValue(name, forKey: TemplateFolder.pictureName(of: path)) {
                return .repeatedPicture(other, name)
            }
        }
        return nil
    }

    /// The file and line of a report's templates that most likely wrote a line of the document; nil if none is alike.
    func place(ofWrittenLine line: String, in report: String) -> String? {
        var best: (place: String, likeness: Int)?
        for file in templates(of: report) where file.name.hasSuffix(".typ.mustache") {
            for (number, bytes) in file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
                let likeness = TemplateFolder.likeness(of: line, to: String(decoding: bytes, as: UTF8.self))
                if likeness > best?.likeness ?? 2 { best = ("\(file.name):\(number + 1)", likeness) }
            }
        }
        return best?.place
    }

    /// The characters of a template's line outside its tags if the written line has all of them in their order; else 0.
    private static func likeness(of written: String, to template: String) -> Int {
        var (rest, count) = (written[...], 0)
        for literal in template.replacing(/\{\{.*?\}\}/, with: "\u{0}").split(separator: "\u{0}") {
            guard let found = rest.firstRange(of: literal) else { return 0 }
            rest = rest[found.upperBound...]
            count += literal.count
        }
        return count
    }

    /// The paths of the program's files below Templates/.
    static var embeddedPaths: [String] {
        EmbeddedFiles.paths.filter { $0.hasPrefix("Templates/") }.map { String($0.dropFirst("Templates/".count)) }
    }

    /// The paths below the owner's folder; empty if the owner gave none.
    /// - Throws: `read` if it is not there, or it or a folder in it cannot be listed.
    var ownPaths: [String] {
        get throws(FileError) {
            guard let ownFolder else { return [] }
            return try Folder.paths(below: ownFolder)
        }
    }

    static func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The name up to its first point, and the rest with the point.
    private static func parts(_ name: String) -> (base: String, ending: String) {
        let base = name.prefix { $0 != "." }
        return (String(base), String(name[base.endIndex...]))
    }
}
