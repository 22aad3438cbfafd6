import Inventory
import Testing

@testable import homepwner

private let probe = Command(
    name: "probe", operands: [PositionalArgument("FILE"), PositionalArgument("REST", .optional)],
    options: [
        .value("title", "TEXT", letter: "t"), .value("tag", "TAG", repeats: true),
        .value("form", "FORM", choices: ["html", "xml"]), .flag("json"),
    ])
private let title = probe.options[0]
private let tag = probe.options[1]

@Suite struct ArgumentParserTests {
    @Test(arguments: [
        ["a", "--title", "x"], ["--title=x", "a"], ["-t", "x", "a"], ["--title", "x", "--", "a"],
    ])
    func everyWayToGiveAnOptionMeansTheSame(words: [String]) throws {
        let parsed = try ArgumentParser.parse(words, for: probe)
        #expect(parsed.operands("FILE") == ["a"])
        #expect(parsed.text(title) == "x")
    }

    @Test func aValueMayBeginWithADashOrBeEmptyOrHoldEqualsSigns() throws {
        #expect(try ArgumentParser.parse(["a", "--title", "-value"], for: probe).text(title) == "-value")
        #expect(try ArgumentParser.parse(["a", "--title", ""], for: probe).text(title) == "")
        #expect(try ArgumentParser.parse(["a", "--title=a=b=c"], for: probe).text(title) == "a=b=c")
        #expect(try ArgumentParser.parse(["a", "--title=--json"], for: probe).text(title) == "--json")
    }

    @Test func aSingleDashIsAnOperandAndWordsAfterTwoDashesAreToo() throws {
        let parsed = try ArgumentParser.parse(["-", "--", "--json"], for: probe)
        #expect(parsed.operands("FILE") == ["-"])
        #expect(parsed.operands("REST") == ["--json"])
        #expect(!parsed.has(probe.options[3]))
    }

    @Test func theValuesOfARepeatedOptionKeepTheirOrder() throws {
        let parsed = try ArgumentParser.parse(["a", "--tag", "x", "--tag=y"], for: probe)
        #expect(parsed.texts(tag) == ["x", "y"])
    }

    @Test(arguments: [
        ([], "FILE is missing"),
        (["a", "b", "c"], "the word 'c' is not expected; put words with spaces in quotes"),
        (["a", "b", "json"], "the word 'json' is not expected; did you mean '--json'?"),
        (["a", "--titel", "x"], "unknown option '--titel'; did you mean '--title'?"),
        (["a", "--zebra"], "unknown option '--zebra'"),
        (["a", "-j"], "unknown option '-j'"),
        (["a", "--title"], "--title needs a value: --title TEXT"),
        (
            ["a", "--title", "--json"],
            "--title needs a value: --title TEXT (write --title=--json if that is the value)"
        ),
        (["a", "--json=yes"], "--json takes no value; leave out everything from the '='"),
        (["a", "--title", "x", "--title", "y"], "--title is given twice; give it once"),
        (["a", "--form", "xlm"], "--form does not take 'xlm'; it takes html or xml; did you mean 'xml'?"),
        (["a", "--form", "pdf"], "--form does not take 'pdf'; it takes html or xml"),
        (["a", "--\u{1B}[31m"], "unknown option '--␛[31m'"),
    ])
    func aWrongCallIsToldWithItsRemedy(words: [String], message: String) {
        #expect(throws: UsageError.self) { try ArgumentParser.parse(words, for: probe) }
        #expect(Self.complaint { _ = try ArgumentParser.parse(words, for: probe) } == message)
    }

    @Test func aCommandWithoutWordsSaysThatItTakesNone() {
        let flagsOnly = Command(name: "list", options: [.flag("json")])
        #expect(
            Self.complaint { _ = try ArgumentParser.parse(["foo"], for: flagsOnly) }
                == "the word 'foo' is not expected; 'list' takes options only")
    }

    @Test func numbersAreWholeAndInRange() throws {
        let parsed = try ArgumentParser.parse(["a", "--title", "12"], for: probe)
        #expect(try parsed.number(title, in: 1...20) == 12)
        #expect(
            Self.complaint { _ = try parsed.number(title, in: 1...9) } == "--title needs a whole number from 1 to 9")
        #expect(
            Self.complaint { _ = try parsed.number(title, in: 20...Int.max) }
                == "--title needs a whole number from 20")
    }

    @Test(arguments: [
        (UsageError.noCommand, "no command given; 'homepwner help' lists them"),
        (.unknownCommand("lst", suggestion: "list"), "there is no command 'lst'; did you mean 'list'?"),
        (.unknownCommand("x", suggestion: nil), "there is no command 'x'; 'homepwner help' lists them"),
        (
            .noSubcommand(of: "template", known: ["check", "render"]),
            "'template' needs one of its commands: check or render"
        ),
        (
            .unknownSubcommand("c", of: "template", known: ["check", "render"]),
            "'template' has no command 'c'; there are check and render"
        ),
        (.badValue(option: "--value", problem: "expected a number"), "--value: expected a number"),
        (.badOperand("ID", problem: "too short"), "ID: too short"),
        (.exclusive(["--first", "--last", "--to"]), "give only one of --first, --last or --to"),
        (.together("--input", with: "report"), "--input goes only with report"),
        (.nothingToDo("nothing to change"), "nothing to change"),
        (.needed("--to", why: "a .csv may be two things"), "--to is needed: a .csv may be two things"),
    ])
    func everyOtherComplaintReadsWell(error: UsageError, message: String) {
        #expect(error.description == message)
    }

    @Test(arguments: [
        ("lst", "list"), ("improt", "import"), ("exp", "export"), ("valdate", "validate"), ("reprot", "report"),
    ])
    func aMistypedCommandFindsItsNearest(typed: String, meant: String) {
        #expect(SpellingSuggestion.nearest(to: typed, among: CommandCatalogue.commands.map(\.name)) == meant)
    }

    @Test func aWordLikeNoOtherFindsNothing() {
        #expect(SpellingSuggestion.nearest(to: "zebra", among: CommandCatalogue.commands.map(\.name)) == nil)
    }

    private static func complaint(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return "\(error)"
        }
    }
}
