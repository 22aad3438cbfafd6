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
