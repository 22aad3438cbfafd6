import Localization
import Testing

@testable import homepwner

@Suite struct HelpTests {
    /// Every command and subcommand with the words that call it.
    static let pages: [(path: String, command: Command)] = CommandCatalogue.commands.flatMap { command in
        [(command.name, command)] + command.subcommands.map { ("\(command.name) \($0.name)", $0) }
    }

    @Test func everyLineFitsTheWidth() {
        for words in Languages.all.compactMap(MessageCatalogue.init(language:)) {
            LocalizationContext.$words.withValue(words) {
                for width in [60, 80, 100] {
                    let help = HelpText(width: width)
                    for text in [help.overview()] + Self.pages.map({ help.page(for: $0.command, calledBy: $0.path) }) {
                        for line in text.split(separator: "\n") where !line.hasPrefix("  homepwner ") {
                            #expect(String(line).displayWidth <= width, "\(line)")
                        }
                    }
                }
            }
        }
    }

    /// The names of all that the help says, and of what it may say besides.
    private static func names() -> (needed: Set<String>, possible: Set<String>) {
        var needed: Set<String> = [
            "overview", "overview.notes", "usage", "commands", "operands", "examples", "page", "choices", "repeats",
            "otherwise", "section",
        ]
        needed.formUnion(CommandCatalogue.chapters.map { "chapter.\($0.name)" })
        needed.formUnion(OptionGroup.allCases.map { "heading.\($0.rawValue)" })
        var possible = needed
        let texts = MessageCatalogue.english.texts
        for (path, command) in pages {
            let key = path.split(separator: " ").joined(separator: ".")
            needed.insert("\(key).summary")
            possible.insert("\(key).description")
            needed.formUnion(command.examples.indices.map { "\(key).example.\($0 + 1)" })
            let terms = command.operands.map { "operand.\($0.name)" } + command.options.map { "option.\($0.name)" }
            for term in terms {
                let own = "\(key).\(term)"
                needed.insert(texts["help.\(own)"] == nil ? term : own)
                possible.formUnion([own, "\(own).initially", term, "\(term).initially"])
            }
        }
        return (needed, possible.union(needed))
    }

    @Test func theCatalogueExplainsEverythingAndNothingElse() {
        let found = Set(
            MessageCatalogue.english.texts.keys.filter { $0.hasPrefix("help.") }.map {
                String($0.dropFirst("help.".count))
            })
        let (needed, possible) = Self.names()
        #expect(needed.subtracting(found).sorted() == [])
        #expect(found.subtracting(possible).sorted() == [])
    }

    @Test func helpIsInTheLanguageOfTheEnvironment() {
        for (environment, line) in [
            (["LANG": "de_DE.UTF-8"], "Aufruf: homepwner list [OPTIONS]"),
            (["LANG": "zh_TW.UTF-8"], "用法：homepwner list [OPTIONS]"),
            (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], "Usage: homepwner list [OPTIONS]"),
        ] {
            let captured = CapturedConsole()
            #expect(CommandRunner.run(["help", "list"], console: captured.console, environment: environment) == 0)
            #expect(captured.output.contains(line), "\(captured.output)")
        }
    }

    @Test func mistakesAreToldInTheLanguageOfTheEnvironmentWithTheSameStatus() {
        let captured = CapturedConsole()
        let status = CommandRunner.run(["lst"], console: captured.console, environment: ["LC_MESSAGES": "de"])
        #expect(status == 2)
        #expect(captured.errors == "homepwner: es gibt keinen Befehl 'lst'; meinten Sie 'list'?\n")
    }

    @Test func examplesFitEightyColumnsAndParse() throws {
        for (path, command) in Self.pages {
            for example in command.examples {
                #expect("  homepwner \(example)".displayWidth <= 80, "\(example)")
                #expect(example.hasPrefix(path))
                let words = Self.words(of: String(example.dropFirst(path.count)))
                #expect(throws: Never.self, "\(example)") { try ArgumentParser.parse(words, for: command) }
            }
        }
    }

    @Test func everyCommandExplainsItselfHoweverItIsAsked() {
        for (path, command) in Self.pages {
            let words = path.split(separator: " ").map(String.init)
            let page = HelpText(width: nil).page(for: command, calledBy: path)
            for invocation in [["help"] + words, words + ["--help"], words + ["-h"]] {
                let captured = CapturedConsole()
                #expect(CommandRunner.run(invocation, console: captured.console, environment: [:]) == 0)
                #expect(captured.output == page)
            }
            for option in command.options { #expect(page.contains(option.spelling)) }
            for operand in command.operands { #expect(page.contains(operand.usage)) }
        }
    }

    @Test func theOverviewNamesEveryCommandOnce() {
        let lines = HelpText(width: 80).overview().split(separator: "\n")
        for command in CommandCatalogue.commands {
            #expect(lines.count { $0.hasPrefix("  \(command.name) ") } == 1, "\(command.name)")
        }
        #expect(Set(CommandCatalogue.commands.map(\.name)).count == CommandCatalogue.commands.count)
    }

    @Test func noCommandHasTwoOptionsOfOneName() {
        for (path, command) in Self.pages {
            #expect(Set(command.options.map(\.name)).count == command.options.count, "\(path)")
        }
    }

    @Test func theVersionIsToldOnOneLine() {
        let captured = CapturedConsole()
        #expect(captured.run("--version") == 0)
        #expect(captured.output == "homepwner 0.1.0\n")
    }

    @Test(
        arguments: [
            ([], 2, "no command given"), (["lst"], 2, "did you mean 'list'?"),
            (["help", "lst"], 2, "did you mean 'list'?"),
            (["list", "--jsn"], 2, "See 'homepwner help list'."), (["template"], 2, "check, render, names or copy"),
            (["template", "check"], 2, "See 'homepwner help template check'."),
            (["add", "a", "--value", "12,34"], 2, "--value: expected a plain number such as 1234.50"),
            (["add", "a", "--value", "$12"], 2, "or with its currency, 1234.50 EUR"),
            (["add", "a", "--value", "1 USDX"], 2, "--value: 'USDX' is not an ISO 4217 currency code"),
            (["add", "a", "--value", "-5"], 2, "--value: out of range: an amount is 0 or more"),
            (["add", "a", "--date-created", "today"], 2, "or a day as 2014-05-01"),
            (["list", "lamp"], 2, "the word 'lamp' is not expected; 'list' takes options only"),
            (["settings", "owner", "Ann"], 2, "did you mean '--owner'?"),
            (["report", "foo"], 2, "there is no report 'foo' in html; there are insurance, inventory"),
            (["report", "html"], 2, "write --format html"),
            (["report", "-o", "/tmp"], 2, "--output: '/tmp' is a folder"),
            (["report", "--input", "a.csv", "--store", "s"], 2, "give only one of --input or --store"),
            (["template", "check", "a", "--context", "inventory", "--data", "b"], 2, "give only one of --context or"),
            (["--verison"], 2, "did you mean '--version'?"), (["--store", "x"], 2, "no command given"),
            (["add", "a", "--insured", "maybe"], 2, "--insured: expected yes or no"),
            (["list", "--limit", "many"], 2, "--limit needs a whole number from 0"),
        ] as [([String], Int32, String)])
    func aWrongCallEndsWithStatusTwo(words: [String], status: Int32, complaint: String) {
        let captured = CapturedConsole()
        #expect(CommandRunner.run(words, console: captured.console, environment: [:]) == status)
        #expect(captured.errors.contains(complaint), "\(captured.errors)")
        #expect(captured.output.isEmpty)
    }

    /// Parts a line as a shell does, as far as the examples need it.
    private static func words(of line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        for character in line {
            switch character {
            case "\"":
                isQuoted.toggle()
                word = word ?? ""
            case " " where !isQuoted:
                if let done = word { words.append(done) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
