import InventoryModel

extension Command {
    static let validate = Command(
        name: "validate",
        summary: "checks an XML report: schema, counts, unique keys, totals",
        description: """
            At most 20 faults are listed with line, column and rule, and the others are counted; the exit status is \
            then 1.
            """,
        operands: [Operand("FILE.xml", .one, "the report to check")],
        options: [.json, .help],
        examples: [.init("validate claim.xml", "checks a report that was made before, here or elsewhere")])
}
