import InventoryModel

extension Command {
    static let export = Command(
        name: "export",
        summary: "writes the items to a file that programs read",
        description: """
            Writes every item, those that are gone too. XML, JSON and plain CSV keep everything; Homebox's CSV and the \
            old app's archive keep what they have a place for, and what they have none for is told. The file appears \
            whole or not at all.
            """,
        operands: [Operand("FILE", .one, "the file to write; - for standard output")],
        options: [.exportFormat, .archiveClass, .archiveRounding, .exportCurrency]
            + [SelectionOptions.filter, SelectionOptions.sort, .store, .help],
        examples: [
            .init("export --to homebox items.csv", "writes a file that Homebox imports"),
            .init("export inventory.xml", "writes everything, checked against the schema"),
        ])
}

extension Option {
    static let exportFormat = value(
        "to", "FORMAT", "the file's format", choices: ["homebox", "csv", "json", "xml", "archive"],
        initially: "told by the ending .xml, .json or .plist")
    static let archiveClass = value(
        "class", "NAME", "the class of the items in the old app's archive", initially: "BNRItem")
    static let archiveRounding = flag(
        "round", "rounds amounts to whole units, which is all that the old app's archive holds")
    static let exportCurrency = value(
        "currency", "CODE", "the one currency of a Homebox file, which names none", initially: "the inventory's")
}
