import InventoryModel

extension Command {
    static let verify = Command(
        name: "verify",
        summary: "checks that an inventory is sound",
        description: "Reads everything and changes nothing. What is found is listed, and the exit status is then 1.",
        operands: [Operand("PATH", .optional, "the inventory's folder, instead of --store")],
        options: [.json, .store, .help],
        examples: [.init("verify", "checks the inventory here")])
}
