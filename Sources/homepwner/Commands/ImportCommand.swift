import InventoryModel

extension Command {
    static let `import` = Command(
        name: "import",
        summary: "takes in items from other programs' files",
        description: """
            Reads Homebox and Snipe-IT exports, plain CSV, this program's own JSON and XML, and the old app's archive. \
            The format is known by the content. The inventory is made where there is none.

            All files of a call are taken in together, as one change, or not at all. A file with faults is refused \
            whole and every fault is listed with its row, column and rule; --skip-invalid takes the good rows and keeps \
            the others in a file. Items that are in the inventory already, by their key or reference, are brought up to \
            date.
            """,
        operands: [Operand("FILE", .many, "the file to read; - for standard input")],
        options: ReadingOptions.all + [.skipInvalid, .dryRun, .store, .help],
        examples: [
            .init("import homebox.csv", "takes in an export of Homebox"),
            .init(
                "import list.csv --map Item=name --map Price=value --decimal comma",
                "takes in a spreadsheet whose columns have other names and whose amounts look like 12,34"),
            .init("import list.csv --dry-run", "tells what would happen"),
        ])
}

extension Option {
    static let skipInvalid = value(
        "skip-invalid", "REJECTS.csv", "takes the good rows and writes the faulty ones to this file",
        heading: "Reading the file")
    static let dryRun = flag("dry-run", "reads and checks everything and changes nothing", heading: "Reading the file")
}
