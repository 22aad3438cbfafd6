import InventoryModel
import InventoryStore

extension Command {
    static let log = Command(
        name: "log",
        summary: "lists what was changed, the latest first",
        options: [.logLimit, .json, .store, .help],
        examples: [.init("log --limit 5", "the last five changes")],
        run: { call in
            let limit = try call.arguments.number(.logLimit, in: 0...Int.max) ?? 20
            let entries = try call.openStore().journal(limit: limit)
            try call.arguments.has(.json) ? writeJSON(entries, call.console) : writeTable(entries, call.console)
        })
    static let undo = Command(
        name: "undo",
        summary: "takes a change back",
        description: """
            Takes back the latest change that still stands, or the one that is named; 'homepwner log' tells the \
            numbers. Undoing is a change of its own: undo that to have the first one back. What a later change \
            touched is left as it is and named with that change; the rest is undone, and the change then stands in part \
            and can be undone again. Where nothing can be undone, nothing is changed and the exit status is 1.
            """,
        operands: [Operand("REVISION", .optional, "the number of the change")],
        options: [.store, .help],
        examples: [.init("undo", "takes the latest change back"), .init("undo 12", "takes change 12 back")],
        run: { call in
            let revision = try call.arguments.operand("REVISION").map { text throws(CallError) in
                guard let number = Int64(text), number > 0 else {
                    throw .badOperand("REVISION", problem: "expected a number of a change, as 'homepwner log' tells it")
                }
                return Revision(rawValue: number)
            }
            let outcome = try call.openStore().undo(revision, call.context)
            guard outcome.isPartial, let undone = outcome.undoes else { return }
            call.console.complain(
                "revision \(undone) was undone in part; left as it is: \(UndoObstacle.words(outcome.refused)). Undo that "
                    + "and then \(undone) again for the rest")
        })

    private static func writeTable(_ entries: [JournalEntry], _ console: Console) throws {
        var table = Table(
            [
                .init("Revision", isNumber: true), .init("When", least: 20), .init("Who"), .init("What", least: 20),
                .init("Undone by", isNumber: true),
            ], on: console)
        let partial = partialUndos(entries)
        for entry in entries {
            let undone = entry.undoneBy?.description ?? partial[entry.revision].map { "\($0), in part" }
            try table.add([
                entry.revision.description, entry.moment.description, entry.actor, entry.words, undone ?? "",
            ])
        }
        try table.finish()
    }

    private static func writeJSON(_ entries: [JournalEntry], _ console: Console) throws {
        var json = JSONText()
        json.array { json in
            let partial = partialUndos(entries)
            for entry in entries {
                json.object { json in
                    entry.write(to: &json)
                    if entry.undoneBy == nil, let undo = partial[entry.revision] {
                        json.add("undoneInPartBy", .number(undo.rawValue))
                    }
                }
            }
        }
        try console.write(json.text)
    }

    /// The changes that were undone in part and stand for the rest, with the latest undo of each.
    private static func partialUndos(_ entries: [JournalEntry]) -> [Revision: Revision] {
        let undos = entries.filter { $0.isPartial && $0.undoneBy == nil }
        return Dictionary(undos.compactMap { undo in undo.undoes.map { ($0, undo.revision) } }) { latest, _ in latest }
    }
}

extension Option {
    static let logLimit = value("limit", "N", "at most so many", initially: "20")
}

extension JournalEntry {
    /// What was done, in a few words.
    fileprivate var words: String {
        let which = [name.map { "'\($0)'" }, item.map { "(\($0.shortText))" }].compactMap(\.self)
            .joined(separator: " ")
        switch kind {
        case .add: return "added \(which)"
        case .edit: return "changed \(which): \((edit?.fields ?? []).map(\.rawValue).joined(separator: ", "))"
        case .remove: return "removed \(which)"
        case .move: return "moved \(which)"
        case .settings: return "changed settings: \(settings.joined(separator: ", "))"
        case .undo: return "undid revision \(undoes?.description ?? "")\(isPartial ? " in part" : "")"
        case .import:
            let counts = counts ?? ImportCounts()
            let source = source.map { " from \($0)" } ?? ""
            return "imported\(source): \(Words.grouped(counts.added)) added, \(Words.grouped(counts.updated)) changed"
        }
    }

    fileprivate func write(to json: inout JSONText) {
        json.add("revision", .number(revision.rawValue))
        json.add("moment", .text(moment.description))
        json.add("actor", .text(actor))
        json.add("kind", .text(kind.rawValue))
        if let item { json.add("item", .text(item.text)) }
        if let name { json.add("name", .text(name)) }
        if let edit {
            json.array("fields") { json in
                for field in edit.fields { json.add(nil, .text(field.rawValue)) }
            }
        }
        if !settings.isEmpty {
            json.array("settings") { json in
                for name in settings { json.add(nil, .text(name)) }
            }
        }
        if let counts {
            json.add("added", .number(counts.added))
            json.add("updated", .number(counts.updated))
            json.add("unchanged", .number(counts.unchanged))
        }
        if let source { json.add("source", .text(source)) }
        if let undoes { json.add("undoes", .number(undoes.rawValue)) }
        if isPartial { json.add("partial", .flag(true)) }
        if let undoneBy { json.add("undoneBy", .number(undoneBy.rawValue)) }
    }
}
