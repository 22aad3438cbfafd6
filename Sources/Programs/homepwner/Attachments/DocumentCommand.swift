import Attachments
import Inventory
import InventoryFormats
import InventoryStore
import JSON
import Localization

extension Command {
    static let document = Command(
        name: "document",
        subcommands: [
            Command(
                name: "add",
                operands: AttachmentRequest.operands,
                options: [
                    .documentKind, .documentTitle, .documentNumber, .documentDate, .folder, .folderTrial,
                ] + Option.ofChange,
                examples: [
                    "document add 3f9a1c2b till.pdf --number 4711 --date 2024-05-01",
                    "document add --folder Manuals --kind manual",
                ],
                run: DocumentCommands.add),
            Command(
                name: "list",
                operands: [PositionalArgument("ID")], options: [.json, .store, .help],
                run: DocumentCommands.list),
            Command(
                name: "remove",
                operands: [PositionalArgument("ID"), PositionalArgument("DOCUMENT", .many)],
                options: Option.ofChange,
                run: DocumentCommands.remove),
        ])
}

/// Commands for documents of items.
enum DocumentCommands {
    static func add(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        let request = try AttachmentRequest(arguments, single: [.documentTitle, .documentNumber, .documentDate, .key])
        let kind = arguments.choice(.documentKind, of: DocumentReference.Kind.self)
        let date = try arguments.read(.documentDate) { text throws(ValueError) in try CalendarDate(text.utf8) }
        let store = try arguments.has(.folderTrial) ? invocation.readStore() : invocation.openStore()
        switch request {
        case .files(let sources, let reference):
            try invocation.once(store) { context in
                let item = try reference.find(in: store.snapshot())
                let documents = sources.map {
                    NewDocument(
                        $0, kind: kind, title: arguments.text(.documentTitle), number: arguments.text(.documentNumber),
                        date: date)
                }
                let added = try AttachmentStore(of: store).add(documents, to: item, context)
                for (source, result) in zip(sources, added.results) {
                    result.printOutcome(of: source, on: invocation.console)
                }
                return added.outcome
            }
        case .folder(let folder, let isDryRun):
            try invocation.addFolder(folder, noun: "document", to: store, isDryRun: isDryRun) {
                attachments, source, item in
                try attachments.add([NewDocument(source, kind: kind)], to: item, invocation.context).results
            }
        }
    }

    static func list(_ invocation: Invocation) throws {
        let item = try PhotoCommands.itemOfCall(invocation)
        if invocation.arguments.has(.json) {
            var json = JSONWriter(.pretty)
            json.array { json in
                for document in item.documents { ItemJSON.write(document, to: &json) }
            }
            return try invocation.console.write(json.text)
        }
        var table = TextTable(
            [
                .init(localized("column.number"), isNumber: true), .init(localized("column.kind")),
                .init(localized("column.file")), .init(localized("column.documentNumber")),
                .init(localized("column.date"), least: 10),
                .init(localized("column.title")), .init(localized("column.bytes"), isNumber: true),
                .init(localized("column.hash"), least: 8),
            ], on: invocation.console)
        for (place, document) in item.documents.enumerated() {
            try table.add([
                String(place + 1), document.kind.rawValue, document.fileName ?? "", document.number ?? "",
                document.date?.description ?? "", document.title ?? "", Phrases.grouped(document.bytes),
                document.hash.short,
            ])
        }
        try table.add(line: Phrases.count(item.documents.count, "document"), spaced: !item.documents.isEmpty)
        try table.finish()
    }

    static func remove(_ invocation: Invocation) throws {
        try PhotoCommands.change(invocation) { item, context in
            let hashes = try Set(
                invocation.arguments.operands("DOCUMENT").map {
                    try FileReference($0).find(among: item.documents.map(\.hash), called: "document")
                })
            return { writer in
                try context.forEach(Array(hashes)) { hashes in
                    try writer.remove(documents: hashes, of: item.id, context)
                }
            }
        }
    }
}
