import InventoryModel

extension Command {
    static let log = Command(
        name: "log",
        summary: "lists what was changed, the latest first",
        options: [.logLimit, .json, .store, .help],
        examples: [.init("log --limit 5", "the last five changes")])
    static let undo = Command(
        name: "undo",
        summary: "takes a change back",
        description: """
            Takes back the latest change that still stands, or the one that is named; 'homepwner log' tells the \
            numbers. Undoing is a change of its own: undo that to have the first one back. Where a later change \
            touched the same field, nothing is undone and the field is named.
            """,
        operands: [Operand("REVISION", .optional, "the number of the change")],
        options: [.store, .help],
        examples: [.init("undo", "takes the latest change back"), .init("undo 12", "takes change 12 back")])
}

extension Option {
    static let logLimit = value("limit", "N", "at most so many", initially: "20")
}
