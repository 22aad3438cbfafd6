import FoundationEssentials
import Templating
import Testing

@testable import Reporting

/// The documented names are those that the contexts declare.
@Suite struct TemplateNamesTests {
    @Test func theDocumentListsEveryNameOfEveryContext() throws {
        let locale = try ReportLocale(language: "en", timeZone: "UTC")
        var text = "# Names that reports offer to templates\n\nWhat `template check --context NAME` checks against."
        text += " `words` holds the report's words in the reader's language and is left out here.\n"
        for name in TemplateContext.names {
            text += "\n## \(name)\n\n| name | what it is |\n|---|---|\n"
            text += Self.rows(try TemplateContext(of: name, for: locale).declaration, "")
        }
        let file = checkout.appending(path: "docs/template-names.md")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(text.utf8).write(to: file) }
        #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == text)
    }

    private static func rows(_ declaration: ContextDeclaration, _ prefix: String) -> String {
        declaration.fields.filter { $0.name != "words" }.map { field in
            let (what, inner) = describe(field.type)
            let row = "| `\(prefix)\(field.name)` | \(what) |\n"
            return row + (inner.map { rows($0, prefix + field.name + " › ") } ?? "")
        }.joined()
    }

    private static func describe(_ type: ContextDeclaration.FieldType) -> (String, ContextDeclaration?) {
        switch type {
        case .text: ("text", nil)
        case .number: ("number", nil)
        case .flag: ("true or false", nil)
        case .markup: ("markup", nil)
        case .trustedURL: ("trusted URL", nil)
        case .record(let inner): ("record", inner)
        case .list(let inner): ("list", inner)
        case .stream(let inner): ("list, row by row", inner)
        }
    }
}
