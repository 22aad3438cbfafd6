import FoundationEssentials
import InventoryModel
import InventoryStore

extension Command {
    static let add = Command(
        name: "add",
        summary: "adds an item",
        description: "Prints the new item's key. Everything but the name is optional, and a name may be empty.",
        operands: [Operand("NAME", .one, "what it is called")],
        options: FieldOptions.forNewItem + PlaceOptions.forNewItem + [.store, .help],
        examples: [
            .init(
                "add \"Rusty Spork\" --value 12.34 --location \"Home / Kitchen\"", "adds it at the end of the list"),
            .init("add Camera --value \"450 EUR\" --tag gift --field Lens=50mm --first", "adds it at the top"),
        ],
        run: ItemChanges.add)
    static let edit = Command(
        name: "edit",
        summary: "changes fields of an item",
        description: """
            Only what is named changes. An empty text takes a field away: --location "" (of a quantity, \
            which is always there, it makes 1). --tag replaces all tags by \
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
        ],
        run: ItemChanges.edit)
    static let remove = Command(
        name: "remove",
        summary: "removes items",
        description: """
            All of them or none. Items that were part of one stay and name no parent from then on. 'homepwner undo' \
            brings an item back to its place, and its parts back to it.
            """,
        operands: [Operand("ID", .many, ItemReference.help)],
        options: [.store, .help],
        examples: [.init("remove 3f9a1c2b", "removes one item")],
        run: ItemChanges.remove)
    static let move = Command(
        name: "move",
        summary: "moves an item to another place in the list",
        operands: [Operand("ID", .one, ItemReference.help)],
        options: PlaceOptions.forMove + [.store, .help],
        examples: [
            .init("move 3f9a1c2b --first", "makes it the first"),
            .init("move 3f9a1c2b --to 3", "makes it the third"),
        ],
        run: ItemChanges.move)
}

extension Option {
    static let ifRevision = value(
        "if-revision", "N", "the revision the edit is based on, as 'show' tells it", heading: "When")
}

/// Changes of single items by hand.
enum ItemChanges {
    static func add(_ call: Call) throws {
        let arguments = call.arguments
        let wish = try PlaceOptions.wish(from: arguments)
        let parent = try parentReference(arguments)
        try FieldOptions.check(arguments)
        var keys = ItemIdentifiers()
        let key = try arguments.read(FieldOptions.identifier) { text throws(ValueError) in
            guard let key = UUID(uuidString: text) else { throw .malformed(expected: "a UUID (RFC 9562)") }
            return key
        }
        let store = try call.openStore()
        let snapshot = try store.snapshot()
        var item = Item(
            id: key ?? keys.next(at: call.now), name: arguments.operand("NAME") ?? "", dateCreated: call.now)
        try FieldOptions.edit(from: arguments, currency: snapshot.settings.currency).apply(to: &item)
        item.customFields = try FieldOptions.customFields([], changedBy: arguments)
        item.parent = try parent?.find(in: snapshot)
        let place = try wish?.resolved(in: snapshot) ?? .last
        let outcome = try store.add(item, at: place, call.context)
        try call.announce(item.id.text, done: "added the item \(item.id.text), revision \(outcome.revision)")
    }

    static func edit(_ call: Call) throws {
        let arguments = call.arguments
        let reference = try ItemReference(arguments.operand("ID") ?? "")
        let base = try arguments.number(.ifRevision, in: 0...Int.max).map { Revision(rawValue: Int64($0)) }
        guard FieldOptions.forEdit.contains(where: arguments.has) else {
            throw CallError.nothingToDo("there is nothing to change; name a field, as in --value 12.34")
        }
        let parent = try parentReference(arguments)
        try FieldOptions.check(arguments)
        let store = try call.openStore()
        let snapshot = try store.snapshot()
        let id = try reference.find(in: snapshot)
        var edit = try FieldOptions.edit(from: arguments, currency: snapshot.settings.currency)
        if let parent { try edit.set(.parent, to: .identifier(parent.find(in: snapshot))) }
        if arguments.text(ItemField.parent.option) == "" { try edit.set(.parent, to: .none) }
        var revision = base
        if arguments.has(FieldOptions.customField), let stored = try snapshot.item(id) {
            let fields = try FieldOptions.customFields(stored.item.customFields, changedBy: arguments)
            try edit.set(.customFields, to: fields.isEmpty ? .none : .customFields(fields))
            // What is kept of the fields was read just now, so a change in between must not be lost.
            revision = revision ?? stored.revision
        }
        try store.edit(id, edit, basedOn: revision, call.context)
    }

    static func remove(_ call: Call) throws {
        let references = try call.arguments.operands("ID").map { text throws(CallError) in try ItemReference(text) }
        let store = try call.openStore()
        let snapshot = try store.snapshot()
        var ids: [UUID] = []
        for reference in references {
            let id = try reference.find(in: snapshot)
            if !ids.contains(id) { ids.append(id) }
        }
        let all = ids
        try store.write { writer throws(StoreError) in
            for id in all { try writer.remove(id, call.context) }
        }
    }

    static func move(_ call: Call) throws {
        let reference = try ItemReference(call.arguments.operand("ID") ?? "")
        guard let wish = try PlaceOptions.wish(from: call.arguments) else {
            let options = Words.list(PlaceOptions.forMove.map(\.spelling))
            throw CallError.nothingToDo("say where the item goes: \(options)")
        }
        let store = try call.openStore()
        let snapshot = try store.snapshot()
        let id = try reference.find(in: snapshot)
        let place = try wish.resolved(in: snapshot)
        if case .index(let index) = place, try index >= snapshot.count {
            throw Failure.pastTheEnd(of: try snapshot.count)
        }
        try store.move(id, to: place, call.context)
    }

    private static func parentReference(_ arguments: Arguments) throws(CallError) -> ItemReference? {
        let option = ItemField.parent.option
        guard let text = arguments.text(option), !text.isEmpty else { return nil }
        return try ItemReference(text, operand: option.spelling)
    }
}
