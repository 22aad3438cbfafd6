import FoundationEssentials
import Testing

@testable import homepwner

@Suite struct CompletionTests {
    /// An inventory of two items in a folder that is removed afterwards.
    private static func withInventory(_ body: (String) -> Void) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "completion-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for words in [
            ["init", "--currency", "EUR"], ["add", "Camera", "--location", "Home / Office", "--tag", "gift"],
            ["add", "Lens", "--location", "Attic", "--tag", "gift"],
        ] {
            #expect(
                CommandRunner.run(words + ["--store", folder], console: CapturedConsole().console, environment: [:])
                    == 0)
        }
        body(folder)
    }

    private static func candidates(_ words: String..., store: String = "/nowhere") -> [String] {
        let captured = CapturedConsole()
        let status = CommandRunner.run(
            ["complete", "--"] + words, console: captured.console, environment: ["HOMEPWNER_STORE": store])
        #expect(status == 0)
        return captured.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func commandsSubcommandsAndOptionsComeFromTheDeclarations() {
        #expect(Self.candidates("li") == ["list"])
        #expect(Set(CommandCatalogue.commands.map(\.name)).isSubset(of: Self.candidates("")))
        #expect(Self.candidates("photo", "") == Command.photo.subcommands.map(\.name))
        #expect(Self.candidates("list", "--gr") == ["--group-by"])
        #expect(Self.candidates("list", "--group-by", "") == ["none", "location", "category"])
        #expect(Self.candidates("list", "--group-by=l") == ["--group-by=location"])
        #expect(Self.candidates("report", "in") == ["inventory", "insurance"])
        #expect(Self.candidates("nonsense", "") == [])
    }

    @Test(arguments: CommandCatalogue.commands)
    func everyCommandHasCandidatesOrNone(command: Command) {
        for subcommand in command.subcommands.isEmpty ? [nil] : command.subcommands.map(\.name) {
            let words = [command.name] + (subcommand.map { [$0] } ?? [])
            for more in [[""], ["a", "b", "c", ""]] {
                let captured = CapturedConsole()
                let status = CommandRunner.run(
                    ["complete", "--"] + words + more, console: captured.console, environment: [:])
                #expect(status == 0)
            }
        }
    }

    @Test func filesAndFoldersAreLeftToTheShell() {
        #expect(Self.candidates("import", "") == [":files"])
        #expect(Self.candidates("serve", "") == [":folders"])
        #expect(Self.candidates("list", "--store", "") == [":folders"])
    }

    @Test func idsLocationsAndTagsComeFromTheInventory() {
        Self.withInventory { store in
            #expect(Self.candidates("show", "", store: store).count == 2)
            #expect(Self.candidates("edit", "1234", "--location", "h", store: store) == ["Home / Office"])
            #expect(Self.candidates("add", "Bag", "--tag", "", store: store) == ["gift"])
            #expect(
                Self.candidates("list", "--store", store, "--where", "loc") == [
                    "location:Attic", "location:\"Home / Office\"",
                ])
        }
    }

    @Test func withoutAnInventoryThereAreNoIds() {
        #expect(Self.candidates("show", "") == [])
    }
}
