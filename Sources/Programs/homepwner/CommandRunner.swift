import Glibc
import Inventory
import InventoryStore
import Localization
import Messages

/// Finds the command, parses its arguments, runs it, and reports errors.
enum CommandRunner {
    static let version = "0.1.0"

    /// Runs one call, in the language that the environment names (POSIX).
    /// - Parameters:
    ///   - words: the words after the program's name.
    /// - Returns: the exit status.
    static func run(_ words: [String], console: Console, environment: [String: String]) -> Int32 {
        let language = Languages.ofMessages(in: environment)
        let catalogue = language == Languages.fallback ? nil : MessageCatalogue(language: language)
        return LocalizationContext.$words.withValue(catalogue ?? .english) {
            answer(words, console: console, environment: environment)
        }
    }

    private static func answer(_ words: [String], console: Console, environment: [String: String]) -> Int32 {
        var path = ""
        do {
            try dispatch(words, console: console, environment: environment, path: &path)
            return 0
        } catch {
            let failure = CommandError(error)
            report(failure, path: path, console: console)
            return failure.status
        }
    }

    private static func report(_ failure: CommandError, path: String, console: Console) {
        switch failure {
        case .invocation(let error):
            console.complain(error.description)
            if !path.isEmpty { console.warn(localized("call.seeHelp", ["command": .text(path)]) + "\n") }
        case .work(let message), .outputLost(let message): console.complain(message)
        case .pipeClosed: break
        }
    }

    private static func dispatch(
        _ words: [String], console: Console, environment: [String: String], path: inout String
    ) throws {
        var words = reorderingStoreOption(words)
        guard let word = words.first else {
            console.warn(HelpText(width: console.width).overview())
            throw UsageError.noCommand
        }
        words.removeFirst()
        switch word {
        case "--version", "-V":
            try refuse(words.first, of: word)
            return try console.say("homepwner \(version)")
        case "--help", "-h", "help": return try help(on: words, console: console)
        default: break
        }
        var command = try CommandCatalogue.command(named: word)
        path = command.name
        if !command.subcommands.isEmpty {
            if let flag = words.first, flag == "--help" || flag == "-h" {
                return try help(on: [command.name], console: console)
            }
            command = try subcommand(&words, of: command)
            path += " \(command.name)"
        }
        if asksForHelp(words) {
            return try console.write(HelpText(width: console.width).page(for: command, calledBy: path))
        }
        let arguments = try ArgumentParser.parse(words, for: command)
        let invocation = Invocation(arguments: arguments, console: console, environment: environment, now: .now)
        if let folder = try? invocation.storePath() { LockWaitNotice.watch(path, folder: folder, on: console) }
        // Output for programs is in English only.
        guard arguments.has(.json) else { return try command.run(invocation) }
        try LocalizationContext.$words.withValue(.english) { try command.run(invocation) }
    }

    private static func asksForHelp(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    private static func subcommand(_ words: inout [String], of command: Command) throws(UsageError) -> Command {
        let known = command.subcommands.map(\.name)
        guard let word = words.first, !word.hasPrefix("-") else { throw .noSubcommand(of: command.name, known: known) }
        guard let found = command.subcommands.first(where: { $0.name == word }) else {
            throw .unknownSubcommand(word, of: command.name, known: known)
        }
        words.removeFirst()
        return found
    }

    private static func help(on words: [String], console: Console) throws {
        let text = HelpText(width: console.width)
        guard let word = words.first, !word.hasPrefix("-"), word != "help" else {
            return try console.write(text.overview())
        }
        var command = try CommandCatalogue.command(named: word)
        var path = command.name
        if words.count > 1, !command.subcommands.isEmpty {
            var rest = Array(words.dropFirst())
            command = try subcommand(&rest, of: command)
            path += " \(command.name)"
            try refuse(rest.first, of: "help")
        } else {
            try refuse(words.dropFirst().first, of: "help")
        }
        try console.write(text.page(for: command, calledBy: path))
    }

    /// Refuses a word that is too many.
    private static func refuse(_ word: String?, of command: String) throws(UsageError) {
        guard let word else { return }
        throw .unexpectedOperand(word, command: command, takesWords: command == "help", suggestion: nil)
    }

    /// Accepts `--store DIR` before the command too.
    private static func reorderingStoreOption(_ words: [String]) -> [String] {
        guard let first = words.first else { return words }
        if first == "--store", words.count <= 2 { return [] }
        if first == "--store", words.count > 2 { return [words[2]] + words[..<2] + words[3...] }
        if first.hasPrefix("--store="), words.count > 1 { return [words[1], first] + words[2...] }
        return words
    }
}
