import FoundationEssentials
import Testing

@testable import homepwner

@Suite struct QuietTests {
    @Test func aQuietCallPrintsResultsButNoSummary() {
        let folder = FileManager.default.temporaryDirectory.appending(path: "quiet-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func output(_ words: String...) -> String {
            let captured = CapturedConsole()
            #expect(CommandRunner.run(words + ["--store", folder], console: captured.console, environment: [:]) == 0)
            return captured.output
        }
        #expect(output("init", "--quiet") == "")
        #expect(output("add", "Camera", "-q").count == 37)
        #expect(output("sample", "--count", "2", "-q") == "")
        #expect(output("sample", "--count", "2") != "")
        #expect(output("list", "-q", "--plain").split(separator: "\n").count >= 5)
        #expect(output("verify", "-q") == "")
        #expect(output("verify") != "")
    }

    @Test func aQuietConsoleShowsNoProgress() {
        #expect(!CapturedConsole(isTerminal: true).console.quiet.showsProgress)
    }

    @Test func theVersionIsACommandToo() {
        for word in ["version", "--version", "-V"] {
            let captured = CapturedConsole()
            #expect(captured.run(word) == 0)
            #expect(captured.output == "homepwner \(CommandRunner.version)\n")
        }
    }

    @Test func nIsADryRun() throws {
        let arguments = try ArgumentParser.parse(["-n", "list.csv"], for: .import)
        #expect(arguments.has(.dryRun))
    }
}
