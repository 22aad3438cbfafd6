import Inventory

/// Every command, in the order the help lists them.
enum CommandCatalogue {
    static let chapters = declared.map { chapter in
        (name: chapter.name, commands: chapter.commands.map(\.withGeneralOptions))
    }

    private static let declared: [(name: String, commands: [Command])] = [
        (
            "inventory",
            [
                .initialize, .settings, .sample, .import, .export, .verify, .stamp, .backup, .restore, .copy,
                .inventories,
            ]
        ),
        ("items", [.add, .edit, .remove, .move, .relocate, .list, .show, .photo, .document]),
        ("changes", [.log, .undo, .forget]),
        ("documents", [.report, .validate, .template]),
        ("pages", [.publish, .serve, .people, .share]),
    ]

    /// All commands.
    static let commands = chapters.flatMap(\.commands)

    /// The command called by a word.
    /// - Throws: `unknownCommand` with the nearest one.
    static func command(named word: String) throws(UsageError) -> Command {
        if let found = commands.first(where: { $0.name == word }) { return found }
        let known = word.hasPrefix("-") ? ["--version", "--help"] : commands.map(\.name)
        throw .unknownCommand(word, suggestion: SpellingSuggestion.nearest(to: word, among: known))
    }
}

extension Command {
    /// The command with the options that every command takes.
    fileprivate var withGeneralOptions: Command {
        var command = self
        command.options.insert(.quiet, at: options.firstIndex { $0.name == Option.help.name } ?? options.endIndex)
        command.subcommands = subcommands.map(\.withGeneralOptions)
        return command
    }
}
