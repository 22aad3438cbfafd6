import InventoryModel
import InventoryStore
import Photos

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
            let attachments = Attachments(of: store)
            let found = try store.verify()
            // The items must be readable to tell what files they have.
            let isReadable = found.allSatisfy(\.isOfParent)
            let ofFiles = isReadable ? try attachments.verify() : []
            let unneeded = isReadable ? try attachments.unneeded().count : 0
            let findings = found.map(\.description) + ofFiles.map(\.description)
            if call.arguments.has(.json) {
                var json = JSONText()
                json.object { json in
                    json.add("store", .text(path))
                    json.add("sound", .flag(findings.isEmpty))
                    json.array("findings") { json in
                        for finding in findings { json.add(nil, .text(finding)) }
                    }
                    json.add("unneededFiles", .number(unneeded))
                }
                try call.console.write(json.text)
            } else {
                for finding in findings { call.console.warn("\(path.onOneLine): \(finding)\n") }
                if findings.isEmpty {
                    let count = try store.snapshot().count
                    let rest =
                        unneeded == 0
                        ? ""
                        : "; \(Words.count(unneeded, "file")) that nothing needs: 'homepwner photo sweep' removes them"
                    try call.console.say("\(path.onOneLine) is sound: \(Words.count(count, "item"))\(rest)")
                }
            }
            guard findings.isEmpty else {
                guard isReadable else { throw Failure.unsound(path, findings: findings.count) }
                throw found.isEmpty
                    ? Failure.wrongFiles(path, findings: findings.count)
                    : Failure.wrongParents(path, findings: findings.count)
            }
        })
}

extension Finding {
    /// Whether an edit mends it.
    fileprivate var isOfParent: Bool {
        if case .parent = self { true } else { false }
    }
}
