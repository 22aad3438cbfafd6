import FoundationEssentials
import Testing

@testable import Reports

/// The documented names are those that the contexts declare.
@Suite struct TemplateNamesTests {
    @Test func theDocumentListsEveryNameOfEveryContext() throws {
        let locale = try ReportLocale(language: "en", timeZone: "UTC")
        var text = "<!-- Generated: RECORD=1 swift test --filter TemplateNamesTests. Do not edit. -->\n\n"
        text += "# Names that reports offer to templates\n\n"
        text += "`template check --context NAME` checks templates against these names, `template names` prints them. "
        text += "The record `words` with the report's words in the reader's language is omitted here.\n"
        for name in TemplateContext.names {
            text += "\n## \(name)\n\n| name | what it is |\n|---|---|\n"
            for offered in try TemplateContext(of: name, for: locale).templateVariables {
                text += "| `\(offered.name)` | \(offered.kind.rawValue) |\n"
            }
        }
        let file = checkout.appending(path: "docs/template-names.md")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(text.utf8).write(to: file) }
        #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == text)
    }
}
