import Files
import Glibc
import Localization
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
    /// The report whose names the template is checked against; nil if there is none.
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
            try TemplateContext(of: name, for: reader, in: Folder.parent(path))
        }
        let folder = arguments.text(TemplateCommandOptions.partials) ?? Folder.parent(path)
        if isUntrusted {
            let fallback = context?.library(replacedBy: nil)
            library = UntrustedPartials(folder: folder, limits: limits).library(fallback: fallback)
        } else {
            library = context?.library(replacedBy: folder) ?? TemplateSource.library(in: folder)
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
