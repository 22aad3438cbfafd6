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
