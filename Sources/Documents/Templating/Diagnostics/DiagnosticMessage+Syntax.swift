/// The wording of errors in a template's syntax.
extension DiagnosticMessage {
    static func unclosedTag(wanted: String) -> DiagnosticMessage {
        DiagnosticMessage(.unclosedTag, "this tag is never closed", remedy: "end it with \"\(wanted)\"")
    }

    static let emptyTag = DiagnosticMessage(
        .emptyTag, "this tag names nothing", remedy: "put a name in it, or take it out")

    static let badDelimiters = DiagnosticMessage(
        .badDelimiters, "new delimiters must be two marks without blanks or \"=\"",
        remedy: "write them like {{=<% %>=}}")

    static func longDelimiters(_ limit: Int) -> DiagnosticMessage {
        DiagnosticMessage(
            .badDelimiters, "new delimiters must be \(limit) bytes or shorter", remedy: "write them like {{=<% %>=}}")
    }

    static func unclosedSection(_ name: String, close: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .unclosedSection, "\"\(name)\" is opened here and never closed", remedy: "add \(close) where it should end")
    }

    static func unopenedSection(_ name: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .unopenedSection, "\"\(name)\" is closed here but not open",
            remedy: "open it before this with {{#\(name)}}, or take this tag out")
    }

    static func crossedSection(_ name: String, inner: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .crossedSection, "\"\(name)\" is closed here while \"\(inner)\" inside it is still open",
            remedy: "close \"\(inner)\" first")
    }

    static func misspeltClose(_ name: String, open: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .unopenedSection, "\"\(name)\" is closed here while \"\(open)\" is open",
            remedy: "write {{/\(open)}}")
    }

    static let missingComma = DiagnosticMessage(
        .badExpression, "a comma is missing before this", remedy: "part arguments by commas")

    static let strayText = DiagnosticMessage(
        .badExpression, "this does not belong here", remedy: "write a name, or a call like money(total)")
    static let missingArgument = DiagnosticMessage(
        .badExpression, "an argument is missing here", remedy: "put a name, a number or \"text\" here")
    static let callsTooDeep = DiagnosticMessage(
        .badExpression, "calls stand too deep inside each other", remedy: "keep to 16 levels or fewer")
    static let unclosedText = DiagnosticMessage(
        .badExpression, "this text is never closed", remedy: "end it with a \" mark")

    static func unclosedCall(_ name: String) -> DiagnosticMessage {
        DiagnosticMessage(.badExpression, "the call of \"\(name)\" is never closed", remedy: "end it with \")\"")
    }

    static func badNumber(_ text: String) -> DiagnosticMessage {
        DiagnosticMessage(
            .badExpression, "\"\(text)\" is not a number", remedy: "write digits like 10 or 0.5; text goes in \" marks")
    }

    static let notUTF8 = DiagnosticMessage(
        .notUTF8, "the template is not UTF-8 from here on", remedy: "save it as UTF-8")

    static func templateTooLarge(_ limit: Int) -> DiagnosticMessage {
        DiagnosticMessage(
            .limit, "the template is larger than \(limit) bytes", remedy: "split it into partials")
    }

    static func nestingTooDeep(_ limit: Int) -> DiagnosticMessage {
        DiagnosticMessage(
            .limit, "sections stand more than \(limit) deep inside each other",
            remedy: "move the inner ones into a partial")
    }
}

/// The errors found so far, each once and not more than an author can use.
struct DiagnosticList {
    /// After this many, looking for more would cost more than it is worth.
    static let most = 100

    private(set) var found: [TemplateDiagnostic] = []
    private var reported: Set<Key> = []

    /// Identity of an error for the author: a partial is fixed once, wherever it is included.
    private struct Key: Hashable {
        let file: String
        let line, column: Int
        let message, remedy: String
    }

    var isEmpty: Bool { found.isEmpty }
    var isFull: Bool { found.count >= Self.most }

    mutating func add(
        _ message: DiagnosticMessage, in source: SourceText, range: Range<Int>, includedFrom: String? = nil
    ) {
        guard !isFull else { return }
        add(source.diagnostic(message, at: range, includedFrom: includedFrom))
    }

    mutating func add(_ list: DiagnosticList) {
        for diagnostic in list.found { add(diagnostic) }
    }

    private mutating func add(_ diagnostic: TemplateDiagnostic) {
        let key = Key(
            file: diagnostic.file, line: diagnostic.line, column: diagnostic.column, message: diagnostic.message,
            remedy: diagnostic.remedy)
        if !isFull, reported.insert(key).inserted { found.append(diagnostic) }
    }

    /// The errors in the order of the source.
    var sorted: [TemplateDiagnostic] {
        found.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
    }

    /// The same as an error to throw; nil if there are none.
    var error: TemplateError? {
        found.isEmpty ? nil : TemplateError(sorted, isComplete: !isFull)
    }
}

/// Syntax of other template engines, which is distinguished from a misspelt name.
extension DiagnosticMessage {
    /// The diagnostic of a text that cannot be a name; nil if it may be one.
    static func foreignSyntax(_ text: String, formatters: FormatterSet) -> DiagnosticMessage? {
        let words = text.split { $0 == " " || $0 == "\t" || $0 == "\n" }.map(String.init)
        let first = words.first ?? text
        let rest = words.dropFirst().joined(separator: " ")
        if text == "else" {
            return foreign(text, "close the section and open the opposite one, {{^name}}…{{/name}}")
        }
        if text == "this" { return foreign(text, "write {{.}}, the element itself") }
        if text.hasPrefix("this."), text.utf8.count > 5 { return foreign("this.", "write {{\(text.dropFirst(5))}}") }
        if !rest.isEmpty {
            switch first {
            case "if", "each", "with": return foreign(first, "a name is enough: {{#\(rest)}}…{{/\(rest)}}")
            case "unless": return foreign(first, "write {{^\(rest)}}…{{/\(rest)}}")
            default: break
            }
        }
        if let bar = text.firstIndex(of: "|") {
            let function = text[text.index(after: bar)...].filter { $0 != " " }
            return foreign("|", "call formatters like \(function)(\(text[..<bar].filter { $0 != " " }))")
        }
        if let formatter = formatters[first] {
            return rest.isEmpty
                ? DiagnosticMessage(
                    .badExpression, "\"\(first)\" is a formatter", remedy: "write it like \(formatter.example)")
                : foreign("a blank", "write it like \(formatter.example)")
        }
        if text.hasPrefix("../") {
            return foreign("../", "outer names are seen from inside: write \(text.dropFirst(3))")
        }
        if let mark = text.first, "'\u{2018}\u{2019}\u{201C}\u{201D}\u{201E}".contains(mark) {
            return foreign("the mark \(mark)", "put text in \" marks")
        }
        if ["true", "false", "null", "nil"].contains(text) {
            return foreign(text, "print the word outside of a tag, or use a section over a flag")
        }
        if !rest.isEmpty { return foreign("a blank inside a name", "write one name, or a call like money(total)") }
        return nil
    }

    /// The diagnostic of a name that begins with a point, which no name does; nil for others.
    static func leadingPoint(_ text: String) -> DiagnosticMessage? {
        guard text.hasPrefix("."), !text.hasPrefix(".."), text.utf8.count > 1 else { return nil }
        return foreign(".", "write {{\(text.dropFirst())}}")
    }

    /// The diagnostic of a comment of Handlebars that holds a tag: Mustache ends it where that tag ends.
    static let commentAroundTag = DiagnosticMessage(
        .badExpression, "this comment ends where the tag inside it ends",
        remedy: "leave the marks of tags out of comments")

    private static func foreign(_ what: String, _ remedy: String) -> DiagnosticMessage {
        DiagnosticMessage(.badExpression, "\(what) means nothing here", remedy: remedy)
    }
}
