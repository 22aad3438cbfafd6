import InventoryModel

extension Command {
    static let list = Command(
        name: "list",
        summary: "lists items",
        description: """
            A table as wide as the terminal; nothing is cut off where the output goes elsewhere. Values are those of \
            one piece. The first column ends each item's key, and stands for it in other commands.
            """,
        options: SelectionOptions.all + [.listPlain, .json, .listLimit, .store, .help],
        examples: [
            .init("list --where \"location:Home/Office value:>=500\" --sort -value", "the dear things in the office"),
            .init("list --plain", "lines such as: Rusty Spork (0A0A0): Worth $12, recorded on 2014-05-01 …"),
        ])
    static let show = Command(
        name: "show",
        summary: "shows one item with all its fields",
        operands: [Operand("ID", .one, ItemReference.help)],
        options: [.json, .store, .help],
        examples: [.init("show 3f9a1c2b", "shows what is known of it, and its revision")])
}

extension Option {
    static let listPlain = flag("plain", "writes the old app's line for each item")
    static let listLimit = value("limit", "N", "at most so many", initially: "all")
}
