import InventoryModel
import InventoryStore

extension Command {
    static let verify = Command(
        name: "verify",
        summary: "checks that an inventory is sound",
        description: "Reads everything and changes nothing. What is found is listed, and the exit status is then 1.",
        operands: [Operand("PATH", .optional, "the inventory's folder, instead of --store")],
        options: [.json, .store, .help],
        examples: [.init("verify", "checks the inventory here")],
        run: { call in
            if call.arguments.operand("PATH") != nil, call.arguments.has(.store) {
                throw CallError.exclusive(["PATH", "--store"])
            }
            let path = try call.arguments.operand("PATH") ?? call.storePath()
            let store = try InventoryStore.open(at: path)
            let findings = try store.verify()
            if call.arguments.has(.json) {
                var json = JSONText()
                json.object { json in
                    json.add("store", .text(path))
                    json.add("sound", .flag(findings.isEmpty))
                    json.array("findings") { json in
                        for finding in findings { json.add(nil, .text("\(finding)")) }
                    }
                }
                try call.console.write(json.text)
            } else {
                for finding in findings { call.console.warn("\(path.onOneLine): \(finding)\n") }
                if findings.isEmpty {
                    let count = try store.snapshot().count
                    try call.console.say("\(path.onOneLine) is sound: \(Words.count(count, "item"))")
                }
            }
            guard findings.isEmpty else {
                throw findings.allSatisfy(\.isOfParent)
                    ? Failure.wrongParents(path, findings: findings.count)
                    : Failure.unsound(path, findings: findings.count)
            }
        })
}

extension Finding {
    /// Whether an edit mends it.
    fileprivate var isOfParent: Bool {
        if case .parent = self { true } else { false }
    }
}
