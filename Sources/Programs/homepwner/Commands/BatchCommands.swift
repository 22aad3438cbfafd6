import FoundationEssentials
import Inventory
import InventoryStore
import Localization
import Message

extension Command {
    static let relocate = Command(
        name: "relocate",
        operands: [PositionalArgument("FROM"), PositionalArgument("TO")],
        options: Option.ofChange,
        examples: ["relocate \"Home / Office\" \"Home / Study\""],
        run: BatchCommands.relocate)
}

/// Changes of many items at once, each one change of the inventory.
enum BatchCommands {
    /// Makes one edit of all items that a call names or selects.
    static func edit(_ invocation: Invocation, _ references: [ItemReference], parent: ItemReference?) throws {
        let arguments = invocation.arguments
        if arguments.has(.ifRevision), references.count != 1 {
            throw UsageError.together(Option.ifRevision.spelling, with: localized("edit.oneItem"))
        }
        try change(invocation, references, done: { localized("edit.doneMany", $0) }) { snapshot in
            var fields = try FieldOptions.edit(from: arguments, currency: snapshot.settings.currency)
            if let parent { try fields.set(.parent, to: .identifier(parent.find(in: snapshot))) }
            if arguments.text(ItemField.parent.option) == "" { try fields.set(.parent, to: .none) }
            let edit = FieldOptions.batchEdit(fields, from: arguments)
            return { writer, ids, context in
                try writer.edit(ids, context) { item in
                    do throws(ValueError) {
                        var changes = try edit.edit(of: item)
                        // The texts were checked before the inventory was opened.
                        if arguments.has(FieldOptions.customField),
                            let fields = try? FieldOptions.customFields(item.customFields, changedBy: arguments)
                        {
                            try changes.set(.customFields, to: fields.isEmpty ? .none : .customFields(fields))
                        }
                        return changes
                    } catch {
                        throw StoreError.value(field: nil, error)
                    }
                }
            }
        }
    }

    /// Removes all items that a call names or selects.
    static func remove(_ invocation: Invocation, _ references: [ItemReference]) throws {
        try change(invocation, references, done: { localized("remove.doneMany", $0) }) { _ in
            { writer, ids, context in try writer.remove(ids, context) }
        }
    }

    static func relocate(_ invocation: Invocation) throws {
        let paths = try ["FROM", "TO"].map { name throws(UsageError) in
            let names = Selection.pathNames(invocation.arguments.operand(name) ?? "")
            guard !names.isEmpty else { throw .badOperand(name, problem: localized("relocate.pathExpected")) }
            return names
        }
        let store = try invocation.openStore()
        let outcome = try invocation.once(store) { context in
            try store.write { writer in try writer.relocate(paths[0], to: paths[1], context) }
        }
        if outcome.counts?.total == 0, outcome.counts?.unchanged == 0 {
            let from = paths[0].joined(separator: " / ")
            throw CommandError.work(localized("relocate.nothingThere", ["location": .text(from.onOneLine)]))
        }
        try announce(outcome, { localized("edit.doneMany", $0) }, invocation)
    }

    /// The sentence that reports the change.
    private typealias Done = ([String: Message.Argument]) -> String
    private typealias Change = (StoreWriter, [UUID], ChangeContext) throws -> ChangeOutcome

    /// Makes a change of the items that a call names or selects, or counts them in a dry run.
    private static func change(
        _ invocation: Invocation, _ references: [ItemReference], done: Done,
        _ make: (StoreSnapshot) throws -> Change
    ) throws {
        if invocation.arguments.has(.dryRun) {
            _ = try invocation.repeatableContext()
            let snapshot = try invocation.readStore().snapshot()
            let ids = try items(invocation, references, in: snapshot)
            _ = try make(snapshot)
            return try invocation.console.say(
                localized("edit.dryRun", ["items": .text(Phrases.count(ids.count, "item"))]))
        }
        let store = try invocation.openStore()
        let outcome = try invocation.once(store) { context in
            while true {
                let snapshot = try store.snapshot()
                let ids = try items(invocation, references, in: snapshot)
                let change = try make(snapshot)
                let revision = snapshot.revision
                let outcome = try store.write { writer -> ChangeOutcome? in
                    // If another program changed something meanwhile, other items may match.
                    writer.latestRevision == revision ? try change(writer, ids, context) : nil
                }
                if let outcome { return outcome }
            }
        }
        try announce(outcome, done, invocation)
    }

    private static func items(
        _ invocation: Invocation, _ references: [ItemReference], in snapshot: StoreSnapshot
    ) throws -> [UUID] {
        guard references.isEmpty else {
            var seen: Set<UUID> = []
            return try references.map { try $0.find(in: snapshot) }.filter { seen.insert($0).inserted }
        }
        let selection = try invocation.selection(snapshot.settings)
        try invocation.check(selection, in: snapshot)
        let cursor = try snapshot.items(matching: selection, fields: ItemFieldSet([.id]))
        var ids: [UUID] = []
        while try cursor.next() { ids.append(cursor.id) }
        if ids.isEmpty || selection.hasAlternatives {
            try invocation.note(selection, isEmpty: ids.isEmpty, in: snapshot)
        }
        return ids
    }

    private static func announce(
        _ outcome: ChangeOutcome, _ done: Done, _ invocation: Invocation
    ) throws {
        let counts = outcome.counts ?? ImportCounts()
        guard counts.updated > 0 else {
            return try invocation.announce(
                localized("edit.noneChanged", ["items": .text(Phrases.count(counts.unchanged, "item"))]))
        }
        try invocation.announce(
            done([
                "items": .text(Phrases.count(counts.updated, "item")),
                "unchanged": .text(Phrases.grouped(counts.unchanged)), "revision": .value(outcome.revision),
            ]))
    }
}
