import Inventory
import InventoryFormats
import InventoryStore
import JSON
import Localization

extension Command {
    static let list = Command(
        name: "list",
        options: SelectionOptions.all + [ColumnArguments.columns, .listPlain, .json, .listLimit, .store, .help],
        examples: [
            "list --where \"location:Home/Office value:>=500\" --sort -value",
            "list --columns \"name,Shelf mark,warranty-until\"",
            "list --plain",
        ],
        run: list)
    static let show = Command(
        name: "show",
        operands: [PositionalArgument("ID")],
        options: [.json, .store, .help],
        examples: ["show 3f9a1c2b"],
        run: show)

    private static func list(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        try arguments.allowOnlyOne(of: [.listPlain, .json])
        try arguments.allowOnlyOne(of: [ColumnArguments.columns, .listPlain])
        try arguments.allowOnlyOne(of: [ColumnArguments.columns, .json])
        let limit = try arguments.number(.listLimit, in: 0...Int.max) ?? .max
        _ = try invocation.selection(InventorySettings(currency: Currency(code: "USD")))
        let snapshot = try invocation.readStore().snapshot()
        if ColumnArguments.asksForHelp(arguments) {
            return try ColumnArguments.printHelp(snapshot, on: invocation.console)
        }
        let selection = try invocation.selection(snapshot.settings)
        try invocation.check(selection, in: snapshot)
        let list = ItemListPrinter(
            snapshot: snapshot, columns: try ColumnArguments.read(ColumnArguments.columns, arguments, in: snapshot),
            today: Invocation.days(in: snapshot.settings.timeZone)(invocation.now),
            selection: selection, order: try invocation.order(in: snapshot),
            grouping: invocation.grouping, limit: limit, console: invocation.console)
        let shown =
            if arguments.has(.json) {
                try list.writeJSON()
            } else if arguments.has(.listPlain) {
                try list.writePlain()
            } else {
                try list.writeTable()
            }
        // A list with items has those of each of its terms, unless they are alternatives.
        if shown == 0 && limit > 0 || selection.hasAlternatives {
            try invocation.note(selection, isEmpty: shown == 0 && limit > 0, in: snapshot)
        }
    }

    private static func show(_ invocation: Invocation) throws {
        let reference = try ItemReference(invocation.arguments.operand("ID") ?? "")
        let snapshot = try invocation.readStore().snapshot()
        guard let stored = try snapshot.item(reference.find(in: snapshot)) else {
            throw CommandError.noSuchItem(reference)
        }
        if invocation.arguments.has(.json) {
            var json = JSONWriter(.pretty)
            ItemJSON.write(stored.item, revision: stored.revision.rawValue, to: &json)
            return try invocation.console.write(json.text)
        }
        var table = TextTable(
            [.init(localized("column.field")), .init(localized("column.value"))], on: invocation.console)
        for field in ItemField.csvColumns where field != .customFields {
            switch stored.item[field] {
            case .none, .flag(false): break
            case .flag(true): try table.add([field.optionName, localized("yes")])
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
            try table.add([localized("summary.totalValue"), line.description])
        }
        try table.add([localized("summary.revision"), stored.revision.description])
        try table.finish()
    }
}

extension Option {
    static let listPlain = flag("plain")
    static let listLimit = value("limit", "N")
}
