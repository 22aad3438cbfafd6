import Inventory
import InventoryStore
import Localization

extension Command {
    static let list = Command(
        name: "list",
        options: SelectionOptions.all + [.listPlain, .json, .listLimit, .store, .help],
        examples: [
            "list --where \"location:Home/Office value:>=500\" --sort -value",
            "list --plain",
        ],
        run: list)
    static let show = Command(
        name: "show",
        operands: [Operand("ID")],
        options: [.json, .store, .help],
        examples: ["show 3f9a1c2b"],
        run: show)

    private static func list(_ call: Call) throws {
        let arguments = call.arguments
        try arguments.allowOnlyOne(of: [.listPlain, .json])
        let limit = try arguments.number(.listLimit, in: 0...Int.max) ?? .max
        let order = try call.order()
        _ = try call.selection(InventorySettings(currency: Currency(code: "USD")))
        let snapshot = try call.openStore().snapshot()
        let list = ItemList(
            snapshot: snapshot, selection: try call.selection(snapshot.settings), order: order,
            grouping: call.grouping, limit: limit, console: call.console)
        if arguments.has(.json) {
            try list.writeJSON()
        } else if arguments.has(.listPlain) {
            try list.writePlain()
        } else {
            try list.writeTable()
        }
    }

    private static func show(_ call: Call) throws {
        let reference = try ItemReference(call.arguments.operand("ID") ?? "")
        let snapshot = try call.openStore().snapshot()
        guard let stored = try snapshot.item(reference.find(in: snapshot)) else { throw Failure.noSuchItem(reference) }
        if call.arguments.has(.json) {
            var json = JSONText()
            ItemJSON.write(stored.item, revision: stored.revision, to: &json)
            return try call.console.write(json.text)
        }
        var table = Table([.init(said("commands.field")), .init(said("commands.value"))], on: call.console)
        for field in ItemField.tabular where field != .customFields {
            switch stored.item[field] {
            case .none, .flag(false): break
            case .flag(true): try table.add([field.optionName, said("yes")])
            case let value: try table.add([field.optionName, value.description])
            }
        }
        for field in stored.item.customFields { try table.add(["field \(field.name)", field.value]) }
        for (place, photo) in stored.item.photos.enumerated() {
            try table.add(["photo \(place + 1)", photo.words])
        }
        for (place, document) in stored.item.documents.enumerated() {
            try table.add(["document \(place + 1)", document.words])
        }
        if let line = try stored.item.lineValue(), stored.item.quantity != .one {
            try table.add([said("commands.valueOfAll"), line.description])
        }
        try table.add([said("commands.revisionNumber"), stored.revision.description])
        try table.finish()
    }
}

extension Option {
    static let listPlain = flag("plain")
    static let listLimit = value("limit", "N")
}
