import FoundationEssentials
import Inventory
import InventoryStore
import Localization

extension Command {
    static let add = Command(
        name: "add",
        operands: [Operand("NAME")],
        options: FieldOptions.forNewItem + PlaceOptions.forNewItem + [.store, .help],
        examples: [
            "add \"Rusty Spork\" --value 12.34 --location \"Home / Kitchen\"",
            "add Camera --value \"450 EUR\" --tag gift --field Lens=50mm --first",
        ],
        run: ItemChanges.add)
    static let edit = Command(
        name: "edit",
        operands: [Operand("ID")],
        options: FieldOptions.forEdit + [.ifRevision, .store, .help],
        examples: [
            "edit 3f9a1c2b --value 15 --serial-number 4K2B9",
            "edit 3f9a1c2b --notes \"\" --if-revision 12",
        ],
        run: ItemChanges.edit)
    static let remove = Command(
        name: "remove",
        operands: [Operand("ID", .many)],
        options: [.store, .help],
        examples: ["remove 3f9a1c2b"],
        run: ItemChanges.remove)
    static let move = Command(
        name: "move",
        operands: [Operand("ID")],
        options: PlaceOptions.forMove + [.store, .help],
        examples: [
            "move 3f9a1c2b --first",
            "move 3f9a1c2b --to 3",
        ],
        run: ItemChanges.move)
}

extension Option {
    static let ifRevision = value("if-revision", "N", heading: .condition)
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
        try call.announce(item.id.text, done: said("commands.addedTheItemRevision", item.id.text, outcome.revision))
    }

    static func edit(_ call: Call) throws {
        let arguments = call.arguments
        let reference = try ItemReference(arguments.operand("ID") ?? "")
        let base = try arguments.number(.ifRevision, in: 0...Int.max).map { Revision(rawValue: Int64($0)) }
        guard FieldOptions.forEdit.contains(where: arguments.has) else {
            throw CallError.nothingToDo(said("commands.thereIsNothingTo"))
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
            throw CallError.nothingToDo(said("commands.sayWhereTheItem", options))
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
