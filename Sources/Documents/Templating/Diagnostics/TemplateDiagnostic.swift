/// One error in a template: what is wrong, where, and what to do about it.
public struct TemplateDiagnostic: Sendable, Equatable, Hashable, Codable {
    /// The kind of error.
    public let kind: Kind
    /// The fault, in one sentence without a full stop.
    public let message: String
    /// The remedy, in one sentence without a full stop.
    public let remedy: String
    /// The template's name, as the library knows it.
    public let file: String
    /// The line, counted from 1.
    public let line: Int
    /// The column, counted from 1 in Unicode scalars.
    public let column: Int
    /// Number of Unicode scalars of that line that the error spans, at least 1.
    public let length: Int
    /// The source line without its line ending; of a long line, the part around the error between `…`.
    public let sourceLine: String
    /// The position of the error in ``sourceLine``, counted from 1 in Unicode scalars.
    public let caret: Int
    /// The place of the tag that includes the template, as `file:line:column`, if the fault depends on it.
    public let includedFrom: String?
}

extension TemplateDiagnostic: CustomStringConvertible {
    /// The error as an author reads it: place, message, source line, caret, remedy.
    public var description: String { text(as: "error") }

    /// The same text, as a warning.
    public var warning: String { text(as: "warning") }

    private func text(as severity: String) -> String {
        let number = String(line)
        let margin = String(repeating: " ", count: number.utf8.count)
        return """
            \(oneLine(file)):\(line):\(column): \(severity): \(oneLine(message)) [\(kind.rawValue)]
             \(number) | \(sourceLine)
             \(margin) | \(caretLine)
             \(margin) = \(oneLine(remedy))
            """ + (includedFrom.map { "\n \(margin) = included from \(oneLine($0))" } ?? "")
    }

    /// Names of files and in data may have line ends, which would begin a line that looks like one of the error.
    private func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? "\u{23CE}" : $0 }))
    }

    /// Blanks as wide as the text before the error, then carets as wide as the error.
    private var caretLine: String {
        var line = ""
        var position = 1
        for scalar in sourceLine.unicodeScalars {
            if position >= caret + length { break }
            let width = TerminalWidth.columns(of: scalar)
            if position >= caret {
                line += String(repeating: "^", count: width)
            } else {
                line += scalar == "\t" ? "\t" : String(repeating: " ", count: width)
            }
            position += 1
        }
        // An error at the end of a line has no character of its own to stand under.
        return line.contains("^") ? line : line + "^"
    }
}

/// The number of columns of a character on a terminal (after Unicode Standard Annex 11).
enum TerminalWidth {
    static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F: 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}

extension TemplateDiagnostic {
    /// The kinds of error, each with an example that causes it and the fix.
    ///
    /// The raw value is a stable code for programs; the wording of messages may change, the codes do not.
    public enum Kind: String, Sendable, CaseIterable, Codable {
        /// A tag is never closed: `Hello {{name`. Write `Hello {{name}}`.
        case unclosedTag = "unclosed-tag"
        /// A tag names nothing: `{{ }}`. Put a name in it, or remove it.
        case emptyTag = "empty-tag"
        /// New delimiters are not two marks: `{{=<%=}}`. Write `{{=<% %>=}}`.
        case badDelimiters = "bad-delimiters"
        /// The content of a tag cannot be read: `{{ money(total }}`. Write `{{ money(total) }}`.
        case badExpression = "bad-expression"
        /// A section is never closed: `{{#items}}…`. Add `{{/items}}`.
        case unclosedSection = "unclosed-section"
        /// A closing tag closes nothing: `…{{/items}}`. Add `{{#items}}` before it, or remove it.
        case unopenedSection = "unopened-section"
        /// Sections cross: `{{#a}}{{#b}}{{/a}}{{/b}}`. Close the inner one first.
        case crossedSection = "crossed-section"
        /// A name the context does not have: `{{serialNo}}`. Write `{{serialNumber}}`.
        case unknownName = "unknown-name"
        /// A partial the library does not have: `{{> heder}}`. Write `{{> header}}`.
        case unknownPartial = "unknown-partial"
        /// A partial that is there and cannot be read. Let the program read it.
        case unreadablePartial = "unreadable-partial"
        /// A formatter the program does not have: `{{ upcase(name) }}`. Write `{{ upper(name) }}`.
        case unknownFormatter = "unknown-formatter"
        /// A formatter with too few or too many arguments: `{{ upper() }}`. Write `{{ upper(name) }}`.
        case wrongArgumentCount = "wrong-argument-count"
        /// A formatter with an argument of a kind it does not take: `{{ upper(items) }}`.
        case wrongArgumentType = "wrong-argument-type"
        /// Something printed that has no text of its own: `{{items}}`. Write `{{#items}}{{name}}{{/items}}`.
        case notPrintable = "not-printable"
        /// A part of something that has no parts: `{{name.length}}`. Write `{{name}}`.
        case noParts = "no-parts"
        /// A list's row used outside a list: `{{@index}}` at the top. Move it inside a section.
        case positionOutsideList = "position-outside-list"
        /// A streamed list in a place that needs the whole list: `{{# sorted(items, "name") }}`.
        case needsWholeList = "needs-whole-list"
        /// A partial that includes itself with nothing to end it: a partial `a` holding `{{> a}}`.
        case endlessRecursion = "endless-recursion"
        /// A partial named by data although the context is declared: `{{> *kind}}`. Name it, or use sections.
        case dynamicName = "dynamic-name"
        /// A value in a place in which no escape makes it safe: `<script>let a = {{name}}</script>`.
        case forbiddenContext = "unsafe-place"
        /// A section, partial or block that ends in another place than it began: `<p {{#a}}>{{/a}}`.
        case contextChanges = "place-changes"
        /// Unescaped output of a value that is not safe markup: `{{{name}}}`. Write `{{name}}`.
        case unsafeMarkup = "unsafe-markup"
        /// Text that is never printed: `{{<page}}text{{/page}}`. Put it in a block.
        case strayText = "stray-text"
        /// A template that is not UTF-8. Save it as UTF-8.
        case notUTF8 = "not-utf-8"
        /// A template past one of its ``TemplateLimits``.
        case limit = "limit"
    }
}

/// Thrown when a template does not compile: the errors that were found, in the order of the source.
public struct TemplateError: Error, Sendable, Equatable, Codable {
    /// The errors, from one to 100.
    public let diagnostics: [TemplateDiagnostic]
    /// Whether these are all: after 100 the compiler stops looking.
    public let isComplete: Bool

    init(_ diagnostics: [TemplateDiagnostic], isComplete: Bool = true) {
        self.diagnostics = diagnostics
        self.isComplete = isComplete
    }
}

extension TemplateError: CustomStringConvertible {
    /// Every error with its source line and caret, separated by blank lines.
    public var description: String {
        let shown = diagnostics.map(\.description).joined(separator: "\n\n")
        return isComplete
            ? shown : shown + "\n\nThese are the first \(diagnostics.count) mistakes found; there may be more."
    }
}
