package import Files
import FoundationEssentials
import Localization
package import Templating

/// The files of Templates/, from inside the program or from an owner's folder that replaces some of them by name.
package struct TemplateFolder: Sendable {
    /// A file that reports read.
    package struct File: Sendable {
        /// The name that messages show.
        package let name: String
        /// The contents.
        package let bytes: [UInt8]
    }

    private let replacement: String?
    /// The owner's folder; nil for none.
    var ownFolder: String? { replacement }

    /// The files inside the program, those in `folder` first.
    package init(replacedBy folder: String? = nil) { replacement = folder }

    /// A file by its path below Templates/, such as `inventory/inventory.html.mustache`.
    ///
    /// The owner's folder may contain it at that path or directly under its name.
    /// - Throws: `read` if the owner's file is there and cannot be read: the program's own would be a wrong document.
    package func file(_ path: String) throws(FileError) -> File? {
        if let replacement {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            for candidate in ["\(replacement)/\(path)", "\(replacement)/\(name)"] {
                if let bytes = try readFile(ifPresent: candidate) { return File(name: candidate, bytes: bytes) }
            }
        }
        return EmbeddedFiles.bytes(of: "Templates/" + path).map { File(name: path, bytes: Array($0)) }
    }

    /// The template of a report. PDF and data formats of a report without its own use those of `inventory`. Nil if there
    /// is none.
    /// - Throws: `read` if the owner's template cannot be read.
    package func template(
        of report: String, as format: ReportFormat, in layout: ReportLayout = .list
    ) throws(FileError) -> String? {
        let own = TemplateFolder.path(of: report, as: format, in: layout)
        if try file(own) != nil { return own }
        var isKnown = false
        for format in ReportFormat.allCases where format.isForReaders && !isKnown {
            isKnown = try file(TemplateFolder.path(of: report, as: format)) != nil
        }
        guard isKnown, format != .html else { return nil }
        return TemplateFolder.path(of: ReportKind.inventory.name, as: format, in: layout)
    }

    /// The path of a template. Data have no layouts, and the list of a report is called as the report.
    private static func path(of report: String, as format: ReportFormat, in layout: ReportLayout = .list) -> String {
        let name = layout == .list || !format.isForReaders ? report : layout.rawValue
        return "\(report)/\(name).\(format.templateExtension).mustache"
    }

    /// The names of the program's own reports, in alphabetical order.
    package static var ownReports: [String] { reports(among: embeddedPaths) }

    /// The names of the reports there are, in alphabetical order.
    /// - Throws: `read` if the owner's folder cannot be listed.
    package var reports: [String] {
        get throws(FileError) { TemplateFolder.reports(among: TemplateFolder.embeddedPaths + (try ownPaths)) }
    }

    /// Folders that hold a template of their own name.
    private static func reports(among paths: [String]) -> [String] {
        let names = paths.compactMap { path -> String? in
            let parts = path.split(separator: "/")
            guard parts.count == 2, parts[1].hasPrefix("\(parts[0])."), parts[1].hasSuffix(".mustache") else {
                return nil
            }
            return String(parts[0])
        }
        return Set(names).sorted()
    }

    /// Whether the owner's folder, if there is one, replaces a file of the program or contains a report of its own.
    /// - Throws: `read` if it cannot be listed.
    package var hasOverrides: Bool {
        get throws(FileError) {
            guard replacement != nil else { return true }
            let own = Set(try ownPaths)
            let replaces = TemplateFolder.embeddedPaths.contains { path in
                own.contains(path) || own.contains(TemplateFolder.fileName(path))
            }
            if replaces { return true }
            return try reports.count > TemplateFolder.ownReports.count
        }
    }

    /// Returns the reason why a report cannot be made in a format and layout; nil if it can. Labels have no data formats.
    /// - Throws: `read` if the owner's folder or template cannot be read.
    package func unavailability(
        of report: String, as format: ReportFormat, in layout: ReportLayout = .list
    ) throws(FileError) -> ReportError? {
        let reports = try reports
        if format == .xlsx {
            let known = (reports + [ReportKind.intake.name]).filter { ReportKind.named($0).hasFormat(.xlsx) }.sorted()
            return known.contains(report) ? nil : .unknownWorkbook(report, known: known)
        }
        let isFound = try template(of: report, as: format) != nil && ReportKind.named(report).hasFormat(format)
        guard isFound else { return .unknownReport(report, format: format, known: reports) }
        guard try template(of: report, as: format, in: layout) == nil else { return nil }
        return .unknownLayout(layout, of: report, file: TemplateFolder.path(of: report, as: format, in: layout))
    }

    /// The templates of a report's folder and those directly in the owner's that can be read, in the order of their
    /// names.
    func templates(of report: String) -> [File] {
        let start = "Templates/\(report)/"
        var names = EmbeddedFiles.paths.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
        for folder in replacement.map({ [$0, "\($0)/\(report)"] }) ?? [] {
            names += Folder.names(in: folder)
        }
        return Set(names.filter { $0.hasSuffix(".mustache") }).sorted().compactMap { try? file("\(report)/\($0)") }
    }

    /// The templates of one report: a name is a file of its folder, with or without `.mustache`.
    package func library(for report: String) -> TemplateLibrary {
        let start = "Templates/\(report)/"
        let names = EmbeddedFiles.paths.filter { $0.hasPrefix(start) && $0.hasSuffix(".mustache") }
        return TemplateLibrary(
            names: names.map { String($0.dropFirst(start.count).dropLast(".mustache".count)) },
            load: { name in
                // A partial's name never leads out of the folder.
                guard !name.contains(".."), !name.hasPrefix("/") else { return nil }
                let path = name.hasSuffix(".mustache") ? name : name + ".mustache"
                return try file(path.contains("/") ? path : "\(report)/\(path)")?.bytes
            })
    }
}

/// Everything that a template of a report can name: the context it is rendered with and the formatters it may call.
///
///     let context = try TemplateContext(of: "inventory", for: locale)
///     let template = try Template(text, context: context.declaration, options: options)
package struct TemplateContext {
    /// The reports whose contexts are declared.
    package static let names = ReportKind.known.filter { $0.hasFormat(.html) }.map(\.name)

    /// The names and what they are.
    package let declaration: ContextDeclaration
    /// The templates beside the one that is looked at.
    private let folder: TemplateFolder
    /// The report whose partials it can name.
    private let report: String

    /// The context of a report by name, for one reader.
    /// - Parameter file: a template of the owner's, which can name the pictures, words and partials of its folder as when
    ///   the report is made; nil for none.
    /// - Throws: `unknownContext`, an error of the catalogue if the reader's words cannot be read, or `file` if the folder
    ///   cannot be listed.
    package init(of report: String, for locale: ReportLocale, file: String? = nil) throws(ReportError) {
        guard TemplateContext.names.contains(report) else {
            throw .unknownContext(report, known: TemplateContext.names)
        }
        let place = file.map(TemplateFolder.place)
        folder = TemplateFolder(replacedBy: place?.folder)
        self.report = place?.report ?? report
        let words = try DocumentLocalization(locale, from: folder)
        let pictures: [(name: String, path: String)]
        do { pictures = try folder.pictures(for: self.report) } catch { throw .file(error) }
        declaration =
            ReportKind.named(report).product == .labels
            ? LabelContext(words: words).declaration : ReportContext(words: words, pictures: pictures).declaration
    }

    /// The report's templates as partials, the owner's first.
    package var library: TemplateLibrary { folder.library(for: report) }

    /// The report's templates as partials, those in `folder` first if there is one.
    package func library(replacedBy folder: String?) -> TemplateLibrary {
        TemplateFolder(replacedBy: folder).library(for: report)
    }

    /// The formatters that every template of the program may call, for one reader.
    package static func formatters(for locale: ReportLocale) -> FormatterSet { ReportFormatters.all(for: locale) }
}

extension TemplateFolder {
    /// The file and line in which a report's templates write a link to an address: that of the most similar
    /// beginning; the report's template if none is similar.
    func place(of address: String, in report: String) -> String {
        let main = (try? template(of: report, as: .pdf)) ?? report
        var best: (place: String, likeness: Int) = ((try? file(main))?.name ?? main, 0)
        for file in templates(of: report) {
            for (number, line) in file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
                let text = String(decoding: line, as: UTF8.self)
                for link in text.ranges(of: JPEGHeader.mark) {
                    // An expression in the address, such as a line's number, can match anything.
                    let same = zip(text[link.upperBound...], address).prefix { $0 == $1 }.count
                    if same + 1 > best.likeness { best = ("\(file.name):\(number + 1)", same + 1) }
                }
            }
        }
        return best.place
    }
}

extension TemplateFolder {
    /// The files of a folder of templates and those it includes from the folder `typst`, by their paths below Templates/;
    /// empty for a missing folder.
    package static func copies(of folder: String) -> [(path: String, bytes: [UInt8])] {
        let own = EmbeddedFiles.paths.filter { $0.hasPrefix("Templates/\(folder)/") }
        let shared = own.contains { $0.hasSuffix(".typ.mustache") } ? "Templates/typst/" : nil
        return (own + EmbeddedFiles.paths.filter { path in shared.map(path.hasPrefix) ?? false }).compactMap { path in
            EmbeddedFiles.bytes(of: path).map { (String(path.dropFirst("Templates/".count)), Array($0)) }
        }
    }

    /// A template of the owner's folder that no report uses and whose name is nearly that of another.
    package struct MisspelledFile {
        package let path: String
        package let suggestion: String
    }

    /// The templates of the owner's folder whose names are probably slips.
    /// - Throws: `read` if the folder cannot be listed.
    package func misspelledFiles() throws(FileError) -> [MisspelledFile] {
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
    package func hasOverrides(for report: String) throws(FileError) -> Bool {
        let shared = ["words/", "typst/", "inventory/style.css"]
        let used = TemplateFolder.embeddedPaths.filter { path in
            path.hasPrefix("\(report)/") || shared.contains(where: path.hasPrefix)
        }
        let names = Set(used.map(TemplateFolder.fileName))
        return try ownPaths.contains { path in
            path.hasPrefix("\(report)/") || names.contains(TemplateFolder.fileName(path))
        }
    }

    /// The folder of templates in which a template is, and the report in whose folder it is; nil if it is in no report's.
    ///
    /// A report's folder has the name of a report of the program, or a template of its own name.
    fileprivate static func place(of file: String) -> (folder: String, report: String?) {
        let parent = Folder.parent(file)
        let path = Folder.realPath(parent.isEmpty ? "." : parent) ?? parent
        let name = fileName(path)
        let isReport =
            TemplateContext.names.contains(name)
            || Folder.names(in: path).contains { $0.hasPrefix("\(name).") && $0.hasSuffix(".mustache") }
        return isReport ? (Folder.parent(path), name) : (path, nil)
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

/// A name that a report offers to templates.
package struct TemplateVariable: Sendable, Equatable {
    /// The names that lead to it, outermost first: `["summary", "totals", "amount"]`.
    package let path: [String]
    /// The types of names, with the words of JSON output.
    package enum Kind: String, Sendable {
        case text, number, markup, record, list
        case flag = "true or false"
        case trustedURL = "trusted URL"
        /// A list that is read row by row.
        case stream = "list, row by row"
    }

    /// Its type.
    package let kind: Kind

    /// The path as people read it.
    package var name: String { path.joined(separator: " › ") }
}

extension TemplateContext {
    /// Every name of the context, each followed by the names inside it; `words`, the report's words in the reader's
    /// language, is left out.
    package var templateVariables: [TemplateVariable] { TemplateContext.names(of: declaration, inside: []) }

    private static func names(of declaration: ContextDeclaration, inside path: [String]) -> [TemplateVariable] {
        declaration.fields.filter { $0.name != "words" }.flatMap { field in
            let path = path + [field.name]
            let (kind, inner) = describe(field.type)
            return [TemplateVariable(path: path, kind: kind)] + (inner.map { names(of: $0, inside: path) } ?? [])
        }
    }

    private static func describe(_ type: ContextDeclaration.FieldType) -> (TemplateVariable.Kind, ContextDeclaration?) {
        switch type {
        case .text: (.text, nil)
        case .number: (.number, nil)
        case .flag: (.flag, nil)
        case .markup: (.markup, nil)
        case .trustedURL: (.trustedURL, nil)
        case .record(let inner): (.record, inner)
        case .list(let inner): (.list, inner)
        case .stream(let inner): (.stream, inner)
        }
    }
}
