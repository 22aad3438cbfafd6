import Inventory
import InventoryStore
import JSON
import Localization
import Message

extension Command {
    static let log = Command(
        name: "log",
        operands: [PositionalArgument("ID", .optional)],
        options: [.logLimit, .logKind, .logSince, .json, .store, .help],
        examples: ["log --limit 5", "log Lamp", "log --kind remove --since 2026-01-01"],
        run: { invocation in
            let request = try LogRequest(invocation)
            let snapshot = try invocation.readStore().snapshot()
            let entries = try request.entries(in: snapshot)
            var words = JournalWords(snapshot)
            try invocation.arguments.has(.json)
                ? writeJSON(entries, &words, invocation.console) : writeTable(entries, &words, invocation.console)
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
            let outcome: ChangeOutcome
            do {
                outcome = try invocation.once(store) { context in try store.undo(revision, context) }
            } catch let error as StoreError {
                guard case .cannotUndo = error else { throw error }
                var words = JournalWords(try store.snapshot())
                throw CommandError.work(try words.text(error.message))
            }
            if let undone = outcome.undoes {
                try invocation.afterChange(localized("undo.made", ["revision": .value(undone)])) {
                    try reportUndone(undone, of: store, invocation)
                }
            }
            // A repeated call does not know any more what stood in the way.
            guard !outcome.refused.isEmpty, let undone = outcome.undoes else { return }
            let (obstacles, more) = UndoDiagnostic.listed(outcome.refused)
            var words = JournalWords(try store.snapshot())
            invocation.console.complain(
                try words.text(
                    more > 0
                        ? Message(
                            "undo.partlyForMany",
                            ["revision": .value(undone), "obstacles": obstacles, "more": .count(more)])
                        : Message("undo.partly", ["revision": .value(undone), "obstacles": obstacles])))
        })

    private static func reportUndone(_ undone: Revision, of store: InventoryStore, _ invocation: Invocation) throws {
        let snapshot = try store.snapshot()
        guard let change = try snapshot.journalEntry(undone) else { return }
        var words = JournalWords(snapshot)
        try invocation.announce(
            localized("undo.done", ["revision": .value(undone), "change": .text(words.words(change))]))
    }

    private static func writeTable(
        _ entries: [JournalEntry], _ words: inout JournalWords, _ console: Console
    ) throws {
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
                entry.revision.description, entry.timestamp.description, entry.actor, words.words(entry), undone ?? "",
            ])
        }
        try table.finish()
    }

    private static func writeJSON(
        _ entries: [JournalEntry], _ words: inout JournalWords, _ console: Console
    ) throws {
        var json = JSONWriter(.pretty)
        let subjects = try entries.map { try words.subject(of: $0) }
        json.array { json in
            let partial = partialUndos(entries)
            for (entry, subject) in zip(entries, subjects) {
                json.object { json in
                    entry.write(to: &json, subject)
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
    static let logKind = value("kind", "KIND", choices: JournalEntry.Kind.allCases.map(\.rawValue))
    static let logSince = value("since", "DATE")
}

extension JournalEntry {
    fileprivate func write(to json: inout JSONWriter, _ subject: JournalWords.Subject) {
        json.add("revision", .number(revision.rawValue))
        json.add("moment", .string(timestamp.description))
        json.add("actor", .string(actor))
        json.add("kind", .string(kind.rawValue))
        if let item = subject.item { json.add("item", .string(item.text)) }
        if let name = subject.name { json.add("name", .string(name)) }
        if let edit = subject.edit {
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

/// The changes that a call of `log` asks for.
struct LogRequest {
    private let limit: Int
    private let item: ItemReference?
    private let kind: JournalEntry.Kind?
    private let since: CalendarDate?

    /// The changes that are read at once.
    private static let page = 500

    /// - Throws: `UsageError` if the call is wrong.
    init(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        limit = try arguments.number(.logLimit, in: 0...Int.max) ?? 20
        item = try arguments.operand("ID").map { text throws(UsageError) in try ItemReference(text) }
        kind = arguments.choice(.logKind)
        since = try arguments.read(.logSince) { text throws(ValueError) in try CalendarDate(text.utf8) }
    }

    /// The changes, the latest first.
    /// - Throws: that the call names no item, or more than one; the errors of the inventory.
    func entries(in snapshot: StoreSnapshot) throws -> [JournalEntry] {
        let start = since.map(Invocation.startOfDay(in: snapshot.settings.timeZone))
        func matches(_ entry: JournalEntry) -> Bool {
            (kind == nil || entry.kind == kind) && (start.map { entry.timestamp >= $0 } ?? true)
        }
        if let item {
            let changes = try snapshot.journal(of: item.findEver(in: snapshot), limit: .max)
            return try changes.lazy.filter(matches).prefix(limit).map { change in
                // Of a change of many items there is only the item's part here.
                try change.item == nil ? snapshot.journalEntry(change.revision) ?? change : change
            }
        }
        var found: [JournalEntry] = []
        var before: Revision?
        while found.count < limit {
            let isFiltered = kind != nil || start != nil
            let entries = try snapshot.journal(limit: isFiltered ? LogRequest.page : limit, before: before)
            found += entries.filter(matches)
            // Clocks may be set back, so that an earlier change may be later; only the end is the end.
            guard let last = entries.last else { break }
            before = last.revision
        }
        return Array(found.prefix(limit))
    }
}
