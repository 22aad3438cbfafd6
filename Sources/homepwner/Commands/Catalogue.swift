/// Every command, in the order the help lists them.
enum Catalogue {
    static let chapters: [(title: String, commands: [Command])] = [
        ("The inventory", [.initialize, .settings, .sample, .import, .export, .verify]),
        ("Items", [.add, .edit, .remove, .move, .list, .show, .photo, .document]),
        ("What was changed", [.log, .undo]),
        ("Documents", [.report, .validate, .template]),
        ("Pages", [.publish, .serve]),
    ]

    /// All commands.
    static let commands = chapters.flatMap(\.commands)

    static let summary = "homepwner: turns a household inventory into printable reports and validated XML"

    static let overviewNotes = """
        'homepwner help COMMAND' tells all about one of them; '--version' tells the version.

        From an export to a report in one go, with no inventory kept:

          homepwner report --input export.csv --output report.html

        The inventory is a folder: --store DIR, else the environment's HOMEPWNER_STORE, else inventory.homepwner here. \
        Exit status: 0 done; 1 it failed, and nothing was changed or written; 2 the call was wrong; 3 it is done, but \
        standard output did not take the answer.
        """

    /// The command called by a word.
    /// - Throws: `unknownCommand` with the nearest one.
    static func command(named word: String) throws(CallError) -> Command {
        if let found = commands.first(where: { $0.name == word }) { return found }
        let known = word.hasPrefix("-") ? ["--version", "--help"] : commands.map(\.name)
        throw .unknownCommand(word, suggestion: Suggestion.nearest(to: word, among: known))
    }
}
