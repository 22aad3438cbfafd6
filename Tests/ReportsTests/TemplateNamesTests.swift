import FoundationEssentials
import Templating
import Testing

@testable import Reports

/// The documented names are those that the contexts declare.
@Suite struct TemplateNamesTests {
    @Test func theDocumentListsEveryNameOfEveryContext() throws {
        let locale = try ReportLocale(language: "en", timeZone: "UTC")
        var text = "<!-- Generated: RECORD=1 swift test --filter TemplateNamesTests. Do not edit. -->\n\n"
        text += "# Names that reports offer to templates\n\n"
        text += "`template check --context NAME` checks templates against these names, `template names` prints them. "
        text += "The record `words` with the report's words in the reader's language is omitted here; "
        text += "rows of `pages` and `groupedItems` have the names of those of `items`.\n"
        for name in TemplateContext.names {
            text += "\n## \(name)\n\n| name | what it is |\n|---|---|\n"
            for offered in try TemplateContext(of: name, for: locale).templateVariables {
                let isRepeated = ["pages", "groupedItems"].contains(offered.path[0]) && offered.path.count > 1
                if isRepeated, name != "labels" { continue }
                text += "| `\(offered.name)` | \(offered.kind.rawValue) |\n"
            }
        }
        let file = checkout.appending(path: "docs/template-names.md")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" { try Data(text.utf8).write(to: file) }
        #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == text)
    }

    /// What `template check` says of a name is what making the report says.
    @Test(arguments: TemplateContext.names) func everyNameThatAReportOffersPassesTheCheckAndNoOther(name: String) throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "names-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let place = folder.appending(path: name)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        for (picture, place) in [("logo", place), ("seal", folder)] {
            try Data("<svg/>".utf8).write(to: place.appending(path: "\(picture).svg"))
        }
        let file = place.appending(path: "\(name).html.mustache")
        try Data().write(to: file)
        let locale = try ReportLocale(language: "en", timeZone: "UTC")
        let context = try TemplateContext(of: name, for: locale, file: file.path(percentEncoded: false))
        var offered = context.templateVariables
        #expect(name == "labels" || offered.contains { $0.name == "images › seal" })
        var options = try readerOptions(.html)
        (options.kind, options.templates) = (.named(name), folder.path(percentEncoded: false))

        func check(_ text: String) throws {
            _ = try Template(
                text, name: "check", context: context.declaration, library: context.library,
                options: TemplateOptions(contentType: .html, formatters: TemplateContext.formatters(for: locale)))
        }
        func make(_ text: String) throws {
            try Data(text.utf8).write(to: file)
            _ = try Report(options)
        }
        func template(_ path: ArraySlice<String>) -> String {
            guard let first = path.first else { return "" }
            return "{{#\(first)}}<div>\(template(path.dropFirst()))</div>{{/\(first)}}"
        }
        let all = offered.map { template($0.path[...]) }.joined(separator: "\n")
        try check(all)
        try make(all)
        offered.shuffle()
        for variable in offered.prefix(20) {
            let text = template(variable.path.dropLast() + ["\(variable.path.last ?? "")Wrong"])
            #expect(throws: TemplateError.self) { try check(text) }
            #expect(throws: ReportError.self) { try make(text) }
        }
    }
}
