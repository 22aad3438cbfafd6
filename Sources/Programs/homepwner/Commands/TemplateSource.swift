import Files
import Glibc
import JSON
import Localization
import Message
import Reports
import Templating

/// A template of the owner's, with its data and its partials, as a call names them.
struct TemplateSource {
    /// The file as messages name it.
    let name: String
    /// The data; nil if the call names none.
    let data: TemplateValue?
    private let bytes: [UInt8]
    /// The context the template is checked against; nil if the call names none.
    private let context: TemplateContext?
    /// The report whose names the template is checked against; nil for none.
    let contextName: String?
    private let library: TemplateLibrary
    private let options: TemplateOptions

    /// - Parameter warnsOfMissingNames: whether the template is rendered although the data lacks names.
    /// - Throws: if a file cannot be read or the data is not valid.
    init(_ invocation: Invocation, warnsOfMissingNames: Bool = false) throws {
        let arguments = invocation.arguments
        try arguments.allowOnlyOne(of: [TemplateCommandOptions.trusting, TemplateCommandOptions.untrusted])
        let path = arguments.operand("FILE") ?? "-"
        let dataPath = arguments.text(TemplateCommandOptions.data)
        if path == "-", dataPath == "-" {
            throw UsageError.badOperand("FILE", problem: localized("stream.inputTwice"))
        }
        name = path == "-" ? localized("stream.input") : path
        let isUntrusted = arguments.has(TemplateCommandOptions.untrusted)
        let limits = isUntrusted ? TemplateLimits.untrusted : .standard
        // One byte more than allowed is enough for the compiler to refuse it.
        bytes = try readInput(path, upTo: limits.templateSize + 1)
        data = try dataPath.map { path in
            let bytes = try readInput(path)
            do {
                return try TemplateValue(json: bytes)
            } catch {
                throw CommandError.faultyData(path, error)
            }
        }
        let reader = try ReportLocale(language: "en", timeZone: "UTC")
        let implied = dataPath == nil ? TemplateSource.report(of: path) : nil
        contextName = arguments.text(TemplateCommandOptions.context) ?? implied
        context = try contextName.map { name in
            try TemplateContext(of: name, for: reader, file: path)
        }
        let partials = arguments.text(TemplateCommandOptions.partials)
        let folder = partials ?? Folder.parent(path)
        if isUntrusted {
            let fallback = context?.library(replacedBy: nil)
            library = UntrustedPartials(folder: folder, limits: limits).library(fallback: fallback)
        } else {
            library =
                context.map { context in partials.map { context.library(replacedBy: $0) } ?? context.library }
                ?? TemplateSource.library(in: folder)
        }
        options = TemplateOptions(
            contentType: arguments.choice(TemplateCommandOptions.contentType) ?? TemplateSource.contentType(of: path),
            isTrusting: arguments.has(TemplateCommandOptions.trusting), warnsOfMissingNames: warnsOfMissingNames,
            formatters: TemplateContext.formatters(for: reader),
            limits: limits)
    }

    /// The template, checked against the context or the data if there are any.
    /// - Parameter rendering: whether it is rendered next, so that a call without data has data without names.
    /// - Throws: every error in it.
    func compile(rendering: Bool = false) throws(TemplateError) -> Template {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            // The template is passed as bytes so that the diagnostic can say where it is not UTF-8.
            let bytes = bytes
            return try Template(named: name, in: TemplateLibrary(names: [name]) { _ in bytes }, options: options)
        }
        let none: TemplateValue? = rendering && context == nil ? .some(.object([:])) : .none
        guard let data = data ?? none else {
            return try Template(text, name: name, context: context?.declaration, library: library, options: options)
        }
        return try Template(text, name: name, checkedAgainst: data, library: library, options: options)
    }

    /// The report whose template a file is by its name, as `inventory.html.mustache`; nil if it has another name.
    private static func report(of path: String) -> String? {
        let name = path.split(separator: "/").last?.prefix { $0 != "." } ?? ""
        return path.hasSuffix(".mustache") ? TemplateContext.names.first { $0 == name } : nil
    }

    /// The content type that a name such as `page.html` or `page.html.mustache` implies.
    private static func contentType(of path: String) -> ContentType {
        var words = path.split(separator: "/").last?.split(separator: ".") ?? []
        if words.last == "mustache" { words.removeLast() }
        switch words.last?.lowercased() {
        case "xml": return .xml
        case "svg", "xhtml", "xht": return .svg
        case "txt", "md": return .text
        case "csv": return .csv
        case "json": return .json
        case "typ": return .typst
        default: return .html
        }
    }

    /// Partials are files of one folder, named with or without `.mustache`; a name has no `..`.
    private static func library(in folder: String) -> TemplateLibrary {
        TemplateLibrary(names: names(in: folder)) { name in
            guard !name.isEmpty, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else { return nil }
            let path = "\(folder)/\(name)"
            if let bytes = try readFile(ifPresent: path + ".mustache") { return bytes }
            // A folder beside the templates may have the name of a partial that is not there.
            return Folder.exists(path) ? nil : try readFile(ifPresent: path)
        }
    }

    /// The names worth suggesting: those of templates, or all files if no name looks like a template's.
    private static func names(in folder: String) -> [String] {
        let files = Folder.names(in: folder).filter { !$0.hasPrefix(".") && !Folder.exists("\(folder)/\($0)") }
        let templates = files.filter { $0.hasSuffix(".mustache") }.map { String($0.dropLast(".mustache".count)) }
        return (templates.isEmpty ? files : templates).sorted()
    }
}

/// The bytes of a whole file, or its first `limit` bytes; `-` is standard input.
/// - Throws: the system's error.
func readInput(_ path: String, upTo limit: Int = .max) throws(FileError) -> [UInt8] {
    path == "-" ? try readFile(STDIN_FILENO, path: path, upTo: limit) : try readFile(path, upTo: limit)
}

extension Command {
    static let copyTemplate = Command(
        name: "copy",
        operands: [PositionalArgument("NAME"), PositionalArgument("DIR")],
        options: [.help],
        examples: ["template copy insurance my-templates"],
        run: { invocation in
            let name = invocation.arguments.operand("NAME") ?? ""
            let folder = invocation.arguments.operand("DIR") ?? ""
            let known = TemplateFolder.ownReports + ["page"]
            guard known.contains(name) else {
                throw UsageError.badOperand(
                    "NAME", problem: localized("template.contexts", ["names": .text(known.joined(separator: ", "))]))
            }
            let files = TemplateFolder.copies(of: name).map { (path: "\(folder)/\($0.path)", bytes: $0.bytes) }
            // Nothing is written if a file would be replaced: it may be the owner's work. Files
            // that the copies of other reports share stay.
            if let taken = files.first(where: { $0.path.hasPrefix("\(folder)/\(name)/") && access($0.path, F_OK) == 0 })
            {
                throw CommandError.work(localized("template.copyExists", ["file": .text(taken.path.onOneLine)]))
            }
            try TemplateCopy.write(files.filter { access($0.path, F_OK) != 0 }, into: folder)
            try invocation.announce(
                localized(
                    "template.copied",
                    ["files": .text(Phrases.count(files.count, "file")), "folder": .text(folder.onOneLine)]))
        })
}

/// Files that are written all or not at all.
private struct TemplateCopy {
    private var folders: [String] = []
    private var files: [String] = []

    static func write(_ files: [(path: String, bytes: [UInt8])], into folder: String) throws(FileError) {
        var copy = TemplateCopy()
        var unconfirmed: FileError?
        do {
            for file in files {
                do {
                    try copy.write(file.bytes, to: file.path, in: folder)
                } catch  where error.operation == .flushName {
                    unconfirmed = error
                }
            }
        } catch {
            for file in copy.files { unlink(file) }
            for folder in copy.folders.reversed() { rmdir(folder) }
            throw error
        }
        if let unconfirmed { throw unconfirmed }
    }

    private mutating func write(_ bytes: [UInt8], to path: String, in folder: String) throws(FileError) {
        for place in [folder, Folder.parent(path)] where !place.isEmpty && !Folder.exists(place) {
            try Folder.requireOwnLinks(on: place)
            guard mkdir(place, 0o777) == 0 else { throw FileError(.makeFolder, place) }
            folders.append(place)
        }
        let file = try AtomicFile(replacing: path)
        try file.write(bytes)
        files.append(path)
        try file.commit()
    }
}

extension Command {
    static let templateNames = Command(
        name: "names",
        operands: [PositionalArgument("CONTEXT", .optional)],
        options: [.json, .help],
        examples: ["template names inventory"],
        run: { invocation in
            let asked = invocation.arguments.operand("CONTEXT")
            if let asked, !TemplateContext.names.contains(asked) {
                throw UsageError.badOperand(
                    "CONTEXT",
                    problem: localized(
                        "template.contexts", ["names": .text(TemplateContext.names.joined(separator: ", "))]))
            }
            let reader = try ReportLocale(language: "en", timeZone: "UTC")
            let offers = try (asked.map { [$0] } ?? TemplateContext.names).map { name in
                (name, try TemplateContext(of: name, for: reader).templateVariables)
            }
            if invocation.arguments.has(.json) { return try invocation.console.write(json(offers)) }
            var table = TextTable(
                [.init(localized("column.name")), .init(localized("column.type"))], on: invocation.console)
            for (index, (context, names)) in offers.enumerated() {
                if asked == nil { try table.add(line: "\(context):", spaced: index > 0) }
                for name in names { try table.add([name.name, localized("template.type.\(name.kind)")]) }
            }
            try table.finish()
        })

    private static func json(_ offers: [(String, [TemplateVariable])]) -> String {
        var json = JSONWriter(.pretty)
        json.array { json in
            for (context, names) in offers {
                for name in names {
                    json.object { json in
                        json.add("context", .string(context))
                        json.array("path") { json in
                            for part in name.path { json.add(.string(part)) }
                        }
                        json.add("type", .string(name.kind.rawValue))
                    }
                }
            }
        }
        return json.text
    }
}

/// The partials that a stranger's template may name: regular files `NAME.mustache` below one folder.
///
/// Such a template chooses the names, and what it reads is part of a document that may be sent back to the stranger. So
/// no name leads to a file of another kind, to a hidden folder, through a symbolic link or out of the folder.
struct UntrustedPartials {
    let folder: String
    let limits: TemplateLimits

    /// A library of these partials, and then of the partials of `fallback`.
    func library(fallback: TemplateLibrary?) -> TemplateLibrary {
        let ending = ".mustache"
        let own = Folder.names(in: folder).filter { $0.hasSuffix(ending) && isFile($0) }
        let names = Set(own.map { String($0.dropLast(ending.count)) } + (fallback?.names ?? []))
        return TemplateLibrary(names: names.sorted()) { name in
            try bytes(of: name.hasSuffix(ending) ? name : name + ending) ?? fallback?.source(named: name)
        }
    }

    /// The bytes of a partial, or so many that the compiler refuses it as too large; nil if it is no such file.
    /// - Throws: `read` if it is one and cannot be read.
    private func bytes(of path: String) throws(FileError) -> [UInt8]? {
        guard let file = try open(path) else { return nil }
        defer { close(file) }
        return try readFile(file, path: "\(folder)/\(path)", upTo: limits.templateSize + 1)
    }

    private func isFile(_ path: String) -> Bool {
        guard let file = try? open(path) else { return false }
        close(file)
        return true
    }

    /// The open file, which the caller closes; nil if no partial has that path.
    /// - Throws: `read` if one has and cannot be opened.
    private func open(_ path: String) throws(FileError) -> Int32? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        // For the system a NUL would end the name.
        guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.utf8.contains(0) }) else { return nil }
        let root = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { return try UntrustedPartials.none(folder) }
        defer { close(root) }
        let file = Folder.openBeneath(root, path: path)
        guard file >= 0 else { return try UntrustedPartials.none("\(folder)/\(path)") }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            return nil
        }
        return file
    }

    /// The outcome of a call that has just failed: nil if nothing is there or can be, or a link or a socket.
    private static func none(_ path: String) throws(FileError) -> Int32? {
        guard [ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP, EXDEV, ENXIO].contains(errno) else { throw FileError(.read, path) }
        return nil
    }
}
