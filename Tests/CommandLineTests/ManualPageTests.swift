import Testing

@testable import homepwner

@Suite struct ManualPageTests {
    private static func page(_ words: String...) -> String {
        let captured = CapturedConsole()
        let status = CommandRunner.run(
            ["man"] + words, console: captured.console, environment: ["SOURCE_DATE_EPOCH": "1700000000", "LANG": "de"])
        #expect(status == 0)
        return captured.output
    }

    @Test func thePageOfTheProgramNamesEveryCommand() {
        let page = Self.page()
        #expect(page.hasPrefix(".TH HOMEPWNER 1 \"2023-11-14\" \"homepwner \(CommandRunner.version)\""))
        for command in CommandCatalogue.commands { #expect(page.contains("homepwner\\-\(command.name)")) }
    }

    @Test func thePageOfACommandHasEveryOptionAndExample() {
        for command in CommandCatalogue.commands {
            let page = Self.page(command.name)
            for each in [command] + command.subcommands {
                for option in each.options {
                    let spelling = option.spelling.map { $0 == "-" ? "\\-" : String($0) }.joined()
                    #expect(page.contains("\\fB\(spelling)\\fR"), "\(command.name) \(option.spelling)")
                }
            }
            #expect(page.contains(".SH \"EXAMPLES\""), "\(command.name)")
            // A line of text must not be read as a request.
            for line in page.split(separator: "\n") where line.hasPrefix(".") {
                #expect(
                    [".TH", ".SH", ".SS", ".TP", ".PP", ".EX", ".EE", ".B", ".I", ".BR", ".br", ".nh", ".ad"]
                        .contains(line.prefix { $0 != " " }), "\(line)")
            }
        }
    }

    @Test func anUnknownCommandHasNoPage() {
        let captured = CapturedConsole()
        #expect(CommandRunner.run(["man", "lst"], console: captured.console, environment: [:]) == 2)
    }
}
