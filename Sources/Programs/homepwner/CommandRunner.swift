import CSupport
import Glibc
import Inventory
import InventoryStore
import Localization
import Message

/// Finds the command, parses its arguments, runs it, and reports errors.
enum CommandRunner {
    static let version = "0.1.0"

    /// Runs one call, in the language that the environment names (POSIX).
    /// - Parameters:
    ///   - arguments: the arguments after the program's name.
    /// - Returns: the exit status.
    static func run(_ arguments: [String], console: Console, environment: [String: String]) -> Int32 {
        let language = Languages.ofMessages(in: environment)
        let catalogue = language == Languages.fallback ? nil : MessageCatalogue(language: language)
        return LocalizationContext.$words.withValue(catalogue ?? .english) {
            respond(to: arguments, console: console, environment: environment)
        }
    }

    private static func respond(to arguments: [String], console: Console, environment: [String: String]) -> Int32 {
        var path = ""
        do {
            try dispatch(arguments, console: console, environment: environment, path: &path)
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
        _ given: [String], console: Console, environment: [String: String], path: inout String
    ) throws {
        var words = reorderingStoreOption(given)
        guard let word = words.first else {
            console.warn(HelpText(width: console.width).overview())
            throw UsageError.noCommand
        }
        words.removeFirst()
        switch word {
        case "version", "--version", "-V":
            if ["--help", "-h"].contains(words.first) { return try help(on: [], console: console) }
            try refuse(words.first, of: word)
            return try console.say("homepwner \(version)")
        case "--help", "-h", "help": return try help(on: words, console: console)
        // For packages and shells, and therefore not in the help.
        case "man": return try manualPage(words, console: console, environment: environment)
        case "complete": return try console.write(Completion(words, environment: environment).text)
        default: break
        }
        var command = try CommandCatalogue.command(named: word)
        path = command.name
        if command.isGroup {
            if let flag = words.first, flag == "--help" || flag == "-h" {
                return try help(on: [command.name], console: console)
            }
            command = try subcommand(&words, of: command)
            path += " \(command.name)"
        } else if let found = command.subcommand(called: words.first) {
            words.removeFirst()
            command = found
            path += " \(command.name)"
        }
        if asksForHelp(words) {
            return try console.write(HelpText(width: console.width).page(for: command, calledBy: path))
        }
        let arguments = try ArgumentParser.parse(words, for: command)
        try requireLimits()
        let invocation = Invocation(
            arguments: arguments, console: arguments.has(.quiet) ? console.quiet : console, environment: environment,
            now: .now, command: path, words: path.split(separator: " ").map(String.init) + words)
        if let folder = try? invocation.storePath() { LockWaitNotice.watch(path, folder: folder, on: console) }
        // Output for programs is in English only.
        guard arguments.has(.json) else { return try command.run(invocation) }
        try LocalizationContext.$words.withValue(.english) { try command.run(invocation) }
    }

    /// The fewest files that a command must be able to have open; with much fewer, the system's libraries end the program.
    private static let fewestOpenFiles: UInt = 128
    /// The wanted limit of open files: the connections and pages of a server.
    private static let wantedOpenFiles: UInt = 4096

    /// The least address space in bytes: threads that the system's libraries cannot begin end the program, or it waits
    /// for them forever.
    private static let leastAddressSpace: UInt = 512 << 20

    private static func requireLimits() throws(CommandError) {
        let space = csupport_address_space()
        guard space >= leastAddressSpace else {
            throw .work(
                localized(
                    "failure.littleAddressSpace",
                    ["limit": .text("\(space >> 10)"), "needed": .text("\(leastAddressSpace >> 10)")]))
        }
        let limit = csupport_raise_open_files(wantedOpenFiles)
        guard limit >= fewestOpenFiles else {
            throw .work(
                localized(
                    "failure.fewOpenFiles",
                    ["limit": .text("\(limit)"), "needed": .text("\(fewestOpenFiles)")]))
        }
    }

    private static func asksForHelp(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    private static func subcommand(_ words: inout [String], of command: Command) throws(UsageError) -> Command {
        let known = command.subcommands.map(\.name)
        guard let word = words.first, !word.hasPrefix("-") else { throw .noSubcommand(of: command.name, known: known) }
        guard let found = command.subcommand(called: word) else {
            throw .unknownSubcommand(word, of: command.name, known: known)
        }
        words.removeFirst()
        return found
    }

    private static func help(on words: [String], console: Console) throws {
        let text = HelpText(width: console.width)
        guard let word = words.first, !word.hasPrefix("-"), !["help", "version"].contains(word) else {
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

    /// Writes the manual page of a command, or of the program if none is named.
    private static func manualPage(_ words: [String], console: Console, environment: [String: String]) throws {
        try refuse(words.dropFirst().first, of: "man")
        let arguments = Arguments(operands: [:], values: [:])
        let call = Invocation(arguments: arguments, console: console, environment: environment, now: .now)
        let page = ManualPage(date: try call.documentTimestamp().dayAndTime.day)
        let command = try words.first.map(CommandCatalogue.command(named:))
        try console.write(LocalizationContext.$words.withValue(.english) { page.text(of: command) })
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
