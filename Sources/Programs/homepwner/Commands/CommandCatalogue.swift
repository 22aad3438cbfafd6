/// Every command, in the order the help lists them.
enum CommandCatalogue {
    static let chapters: [(name: String, commands: [Command])] = [
        ("inventory", [.initialize, .settings, .sample, .import, .export, .verify]),
        ("items", [.add, .edit, .remove, .move, .list, .show, .photo, .document]),
        ("changes", [.log, .undo, .forget]),
        ("documents", [.report, .validate, .template]),
        ("pages", [.publish, .serve]),
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
