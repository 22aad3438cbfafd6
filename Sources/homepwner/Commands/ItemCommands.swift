import InventoryModel

extension Command {
    static let add = Command(
        name: "add",
        summary: "adds an item",
        description: "Prints the new item's key. Everything but the name is optional, and a name may be empty.",
        operands: [Operand("NAME", .one, "what it is called")],
        options: FieldOptions.forNewItem + PlaceOptions.forNewItem + [.store, .help],
        examples: [
            .init(
                "add \"Rusty Spork\" --value 12.34 --location \"Home / Kitchen\"",
                "adds it at the end of the list"),
            .init(
                "add Camera --value \"450 EUR\" --tag gift --field Lens=50mm --first",
                "adds it at the top"),
        ])
    static let edit = Command(
        name: "edit",
        summary: "changes fields of an item",
        description: """
            Only what is named changes. An empty text takes a field away: --location "". --tag replaces all tags by \
            those given; --field changes one field of your own and keeps the others, and --field NAME= takes one off. \
            An edit that names a revision is refused where somebody else has changed the same fields since.
            """,
        operands: [Operand("ID", .one, ItemReference.help)],
        options: FieldOptions.forEdit + [.ifRevision, .store, .help],
        examples: [
            .init("edit 3f9a1c2b --value 15 --serial-number 4K2B9", "changes two fields"),
            .init(
                "edit 3f9a1c2b --notes \"\" --if-revision 12",
                "takes the notes away, unless they were changed after revision 12"),
        ])
    static let remove = Command(
        name: "remove",
        summary: "removes items",
        description: "All of them or none. 'homepwner undo' brings an item back to its place.",
        operands: [Operand("ID", .many, ItemReference.help)],
        options: [.store, .help],
        examples: [.init("remove 3f9a1c2b", "removes one item")])
    static let move = Command(
        name: "move",
        summary: "moves an item to another place in the list",
        operands: [Operand("ID", .one, ItemReference.help)],
        options: PlaceOptions.forMove + [.store, .help],
        examples: [
            .init("move 3f9a1c2b --first", "makes it the first"),
            .init("move 3f9a1c2b --to 3", "makes it the third"),
        ])
}

extension Option {
    static let ifRevision = value(
        "if-revision", "N", "the revision the edit is based on, as 'show' tells it", heading: "When")
}
