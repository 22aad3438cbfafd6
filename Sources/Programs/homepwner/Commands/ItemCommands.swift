import Attachments
import FoundationEssentials
import Inventory
import InventoryStore
import Localization
import Message

extension Command {
    static let add = Command(
        name: "add",
        operands: [PositionalArgument("NAME")],
        options: FieldOptions.forNewItem + [.newPhoto, .newDocument] + PositionOptions.forNewItem + Option.ofChange,
        examples: [
            "add \"Rusty Spork\" --value 12.34 --location \"Home / Kitchen\"",
            "add Camera --value \"450 EUR\" --tag gift --field Lens=50mm --first",
            "add Lamp --photo lamp.jpg --document till.pdf",
        ],
        run: ItemCommands.add)
    static let edit = Command(
        name: "edit",
        operands: [PositionalArgument("ID", .any)],
        options: [SelectionOptions.filter] + FieldOptions.forEdit + [.ifRevision, .dryRun] + Option.ofChange,
        examples: [
            "edit 3f9a1c2b --value 15 --serial-number 4K2B9",
            "edit 3f9a1c2b --notes \"\" --if-revision 12",
            "edit --where tag:attic --location \"Home / Study\" --tag-add moved",
        ],
        run: ItemCommands.edit)
    static let remove = Command(
        name: "remove",
        operands: [PositionalArgument("ID", .any)],
        options: [SelectionOptions.filter, .dryRun] + Option.ofChange,
        examples: ["remove 3f9a1c2b", "remove --where \"tag:sold archived:yes\" --dry-run"],
        run: ItemCommands.remove)
    static let move = Command(
        name: "move",
        operands: [PositionalArgument("ID")],
        options: PositionOptions.forMove + Option.ofChange,
        examples: [
            "move 3f9a1c2b --first",
            "move 3f9a1c2b --to 3",
        ],
        run: ItemCommands.move)
}

extension Option {
    static let newPhoto = value("photo", "FILE", repeats: true, heading: .identity)
    static let newDocument = value("document", "FILE", repeats: true, heading: .identity)
    static let ifRevision = value("if-revision", "N", heading: .condition)
}

/// Commands that change single items.
enum ItemCommands {
    static func add(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        let request = try PositionOptions.request(from: arguments)
        let parent = try parentReference(arguments)
        try FieldOptions.check(arguments)
        var keys = ItemIDGenerator()
        let key = try arguments.read(FieldOptions.identifier) { text throws(ValueError) in
            guard let key = UUID(uuidString: text) else { throw .malformed(expected: .uuid) }
            return key
        }
        var item = Item(
            id: key ?? keys.next(at: invocation.now), name: arguments.operand("NAME") ?? "", dateCreated: invocation.now
        )
        let photos = arguments.texts(.newPhoto).map { NewPhoto(.path($0)) }
        let documents = arguments.texts(.newDocument).map { NewDocument(.path($0)) }
        let store = try invocation.openStore()
        let outcome = try invocation.once(store) { context in
            let snapshot = try store.snapshot()
            try FieldOptions.edit(from: arguments, currency: snapshot.settings.currency).apply(to: &item)
            item.customFields = try FieldOptions.customFields([], changedBy: arguments)
            item.parent = try parent?.find(in: snapshot)
            let place = try request?.resolved(in: snapshot) ?? .last
            guard !photos.isEmpty || !documents.isEmpty else { return try store.add(item, at: place, context) }
            return try AttachmentStore(of: store).add(item, photos: photos, documents: documents, at: place, context)
        }
        // If the call is repeated, the item has the id that the first call printed.
        let id = (outcome.item ?? item.id).text
        let done = localized("add.done", ["id": .text(id), "revision": .value(outcome.revision)])
        try invocation.announce(id, done: done)
        try invocation.afterChange(done) { try noteSameNumbers(of: outcome.item ?? item.id, in: store, invocation) }
    }

    static func edit(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        let references = try chosen(invocation)
        let base = try arguments.number(.ifRevision, in: 0...Int.max).map { Revision(rawValue: Int64($0)) }
        guard FieldOptions.forEdit.contains(where: arguments.has) else {
            throw UsageError.nothingToDo(localized("edit.nothingToChange"))
        }
        let parent = try parentReference(arguments)
        try FieldOptions.check(arguments)
        guard references.count == 1, let reference = references.first, !arguments.has(.dryRun) else {
            return try BatchCommands.edit(invocation, references, parent: parent)
        }
        let store = try invocation.openStore()
        let outcome = try invocation.once(store) { context in
            let snapshot = try store.snapshot()
            let id = try reference.find(in: snapshot)
            var edit = try FieldOptions.edit(from: arguments, currency: snapshot.settings.currency)
            if let parent { try edit.set(.parent, to: .identifier(parent.find(in: snapshot))) }
            if arguments.text(ItemField.parent.option) == "" { try edit.set(.parent, to: .none) }
            var revision = base
            if FieldOptions.merged.contains(where: arguments.has), let stored = try snapshot.item(id) {
                edit = try FieldOptions.batchEdit(edit, from: arguments).edit(of: stored.item)
                let fields = try FieldOptions.customFields(stored.item.customFields, changedBy: arguments)
                try edit.set(.customFields, to: fields.isEmpty ? .none : .customFields(fields))
                // The unchanged fields were read just now, so a change in between must not be lost.
                revision = revision ?? stored.revision
            }
            return try store.edit(id, edit, basedOn: revision, context)
        }
        guard let id = outcome.item, SharedNumbers.fields.contains(where: { arguments.has($0.option) }) else { return }
        try invocation.afterChange(localized("edit.done", ["revision": .value(outcome.revision)])) {
            try noteSameNumbers(of: id, in: store, invocation)
        }
    }

    /// Names the items that have a number which is given to one thing only: most likely one was recorded twice.
    private static func noteSameNumbers(of id: UUID, in store: InventoryStore, _ invocation: Invocation) throws {
        let snapshot = try store.snapshot()
        guard let item = try snapshot.item(id)?.item else { return }
        for field in SharedNumbers.fields {
            guard case .text(let number) = item[field] else { continue }
            var selection = Selection.everything
            selection.terms = [.fieldText(field, number)]
            var others: [String] = []
            let cursor = try snapshot.items(matching: selection)
            while try cursor.next() {
                let other = try cursor.item()
                guard other.id != id, case .text(let text) = other[field], text.lowercased() == number.lowercased()
                else { continue }
                others.append(JournalEntry.words(other.name, other.id))
            }
            guard !others.isEmpty else { continue }
            invocation.console.complain(
                localized(
                    "item.sameNumber",
                    [
                        "field": .text(field.name), "number": .text(number.onOneLine),
                        "items": .text(Phrases.names(others, limit: 5)),
                    ]))
        }
    }

    static func remove(_ invocation: Invocation) throws {
        let references = try chosen(invocation)
        let arguments = invocation.arguments
        // A key belongs to one change, so under a key several items are removed in one.
        if references.isEmpty || arguments.has(.dryRun) || arguments.has(.key) && references.count > 1 {
            return try BatchCommands.remove(invocation, references)
        }
        let store = try invocation.openStore()
        try invocation.once(store) { context in
            let snapshot = try store.snapshot()
            var ids: [UUID] = []
            for reference in references {
                let id = try reference.find(in: snapshot)
                if !ids.contains(id) { ids.append(id) }
            }
            let (last, others) = (ids.removeLast(), ids)
            return try store.write { writer in
                for id in others { try writer.remove(id, context) }
                return try writer.remove(last, context)
            }
        }
    }

    static func move(_ invocation: Invocation) throws {
        let reference = try ItemReference(invocation.arguments.operand("ID") ?? "")
        guard let request = try PositionOptions.request(from: invocation.arguments) else {
            let options = Phrases.list(PositionOptions.forMove.map(\.spelling))
            throw UsageError.nothingToDo(localized("move.destinationMissing", ["options": .text(options)]))
        }
        let store = try invocation.openStore()
        try invocation.once(store) { context in
            let snapshot = try store.snapshot()
            let id = try reference.find(in: snapshot)
            let place = try request.resolved(in: snapshot)
            if case .index(let index) = place, try index >= snapshot.count {
                throw CommandError.pastTheEnd(of: try snapshot.count)
            }
            return try store.move(id, to: place, context)
        }
    }

    /// The items that a call names; none if it selects them by a filter.
    /// - Throws: if the call does both or neither.
    private static func chosen(_ invocation: Invocation) throws -> [ItemReference] {
        let references = try invocation.arguments.operands("ID").map { text throws(UsageError) in
            try ItemReference(text)
        }
        guard references.isEmpty == invocation.arguments.has(SelectionOptions.filter) else {
            throw UsageError.nothingToDo(localized("edit.idsOrFilter"))
        }
        _ = try invocation.selection(InventorySettings(currency: Currency(code: "USD")))
        // The value is often a variable of a shell that is not set.
        if let filter = invocation.arguments.text(SelectionOptions.filter),
            filter.allSatisfy({ $0.isWhitespace || $0 == "\"" })
        {
            throw UsageError.badValue(
                option: SelectionOptions.filter.spelling, problem: localized("edit.emptyFilter"))
        }
        return references
    }

    private static func parentReference(_ arguments: Arguments) throws(UsageError) -> ItemReference? {
        let option = ItemField.parent.option
        guard let text = arguments.text(option), !text.isEmpty else { return nil }
        return try ItemReference(text, operand: option.spelling)
    }
}
