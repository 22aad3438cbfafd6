import Inventory
import InventoryStore
import JSON
import Localization
import Messages

extension Command {
    static let log = Command(
        name: "log",
        options: [.logLimit, .json, .store, .help],
        examples: ["log --limit 5"],
        run: { invocation in
            let limit = try invocation.arguments.number(.logLimit, in: 0...Int.max) ?? 20
            let entries = try invocation.readStore().journal(limit: limit)
            try invocation.arguments.has(.json)
                ? writeJSON(entries, invocation.console) : writeTable(entries, invocation.console)
        })
    static let undo = Command(
        name: "undo",
        operands: [PositionalArgument("REVISION", .optional)],
        options: Option.ofChange,
        examples: ["undo", "undo 12"],
        run: { invocation in
            let revision = try invocation.arguments.operand("REVISION").map { text throws(UsageError) in
                guard let number = Int64(text), number > 0 else {
                    throw .badOperand("REVISION", problem: localized("history.revisionExpected"))
                }
                return Revision(rawValue: number)
            }
            let store = try invocation.openStore()
            let outcome = try invocation.once(store) { context in try store.undo(revision, context) }
            if let undone = outcome.undoes {
                try invocation.afterChange(localized("undo.made", ["revision": .value(undone)])) {
                    try reportUndone(undone, of: store, invocation)
                }
            }
            // A repeated call does not know any more what stood in the way.
            guard !outcome.refused.isEmpty, let undone = outcome.undoes else { return }
            let (obstacles, more) = UndoDiagnostic.listed(outcome.refused)
            invocation.console.complain(
                more > 0
                    ? localized(
                        "undo.partlyForMany",
                        ["revision": .value(undone), "obstacles": obstacles, "more": .count(more)])
                    : localized("undo.partly", ["revision": .value(undone), "obstacles": obstacles]))
        })

    private static func reportUndone(_ undone: Revision, of store: InventoryStore, _ invocation: Invocation) throws {
        guard let change = try store.journal(limit: 1, before: Revision(rawValue: undone.rawValue + 1)).first else {
            return
        }
        try invocation.announce(localized("undo.done", ["revision": .value(undone), "change": .text(change.words)]))
    }

    private static func writeTable(_ entries: [JournalEntry], _ console: Console) throws {
        var table = TextTable(
            [
                .init(localized("column.revision"), isNumber: true), .init(localized("column.when"), least: 20),
                .init(localized("column.actor")), .init(localized("column.change"), least: 20),
                .init(localized("column.undoneBy"), isNumber: true),
            ], on: console)
        let partial = partialUndos(entries)
        for entry in entries {
            let undone =
                entry.undoneBy?.description ?? entry.forgottenBy.map {
                    localized("history.forgotten", ["change": .value($0)])
                }
                ?? partial[entry.revision].map { localized("history.partly", ["change": .value($0)]) }
            try table.add([
                entry.revision.description, entry.timestamp.description, entry.actor, entry.words, undone ?? "",
            ])
        }
        try table.finish()
    }

    private static func writeJSON(_ entries: [JournalEntry], _ console: Console) throws {
        var json = JSONWriter(.pretty)
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

    /// The changes that were undone in part, with the latest undo of each.
    private static func partialUndos(_ entries: [JournalEntry]) -> [Revision: Revision] {
        let undos = entries.filter { $0.isPartial && $0.undoneBy == nil }
        return Dictionary(undos.compactMap { undo in undo.undoes.map { ($0, undo.revision) } }) { latest, _ in latest }
    }
}

extension Option {
    static let logLimit = value("limit", "N")
}

extension JournalEntry {
    /// A short description of the change.
    fileprivate var words: String {
        let which = [name.map { "'\($0)'" }, item.map { "(\($0.shortText))" }].compactMap(\.self)
            .joined(separator: " ")
        switch kind {
        case .add: return localized("history.added", ["item": .text(which)])
        case .edit:
            if let counts { return localized("history.changedMany", items(counts.updated)) }
            return localized(
                "history.changedFields",
                ["item": .text(which), "fields": .text((edit?.fields ?? []).map(\.name).joined(separator: ", "))])
        case .remove:
            if let counts { return localized("history.removed", items(counts.updated)) }
            return localized("history.removed", ["item": .text(which)])
        case .move: return localized("history.moved", ["item": .text(which)])
        case .settings:
            return localized("history.settings", ["settings": .text(settings.joined(separator: ", "))])
        case .undo:
            return localized(
                isPartial ? "history.undidInPart" : "history.undid",
                ["revision": .text(undoes?.description ?? "")])
        case .forget:
            let erased = erased ?? ErasureCounts()
            return localized(
                "history.forgot",
                [
                    "items": .text(Phrases.count(erased.items, "item")),
                    "files": .text(Phrases.count(erased.files, "file")),
                ])
        case .import:
            let counts = counts ?? ImportCounts()
            let added = Message.Argument.text(Phrases.grouped(counts.added))
            let changed = Message.Argument.text(Phrases.grouped(counts.updated))
            guard let source else {
                return localized("history.imported", ["added": added, "changed": changed])
            }
            return localized(
                "history.import", ["source": .text(source), "added": added, "changed": changed])
        }
    }

    private func items(_ count: Int) -> [String: Message.Argument] { ["item": .text(Phrases.count(count, "item"))] }

    fileprivate func write(to json: inout JSONWriter) {
        json.add("revision", .number(revision.rawValue))
        json.add("moment", .string(timestamp.description))
        json.add("actor", .string(actor))
        json.add("kind", .string(kind.rawValue))
        if let item { json.add("item", .string(item.text)) }
        if let name { json.add("name", .string(name)) }
        if let edit {
            json.array("fields") { json in
                for field in edit.fields { json.add(.string(field.name)) }
            }
        }
        if !settings.isEmpty {
            json.array("settings") { json in
                for name in settings { json.add(.string(name)) }
            }
        }
        if let counts {
            json.add("added", .number(counts.added))
            json.add("updated", .number(counts.updated))
            json.add("unchanged", .number(counts.unchanged))
        }
        if let source { json.add("source", .string(source)) }
        if let forgottenBy { json.add("forgottenBy", .number(forgottenBy.rawValue)) }
        if let erased {
            json.add("erasedItems", .number(erased.items))
            json.add("erasedFiles", .number(erased.files))
        }
        if let undoes { json.add("undoes", .number(undoes.rawValue)) }
        if isPartial { json.add("partial", .bool(true)) }
        if let undoneBy { json.add("undoneBy", .number(undoneBy.rawValue)) }
    }
}
