import Attachments
import Inventory
import InventoryStore
import Localization

extension Command {
    static let document = Command(
        name: "document",
        subcommands: [
            Command(
                name: "add",
                operands: IntakeWish.operands,
                options: [
                    .documentKind, .documentTitle, .documentNumber, .documentDate, .folder, .folderTrial, .store, .help,
                ],
                examples: [
                    "document add 3f9a1c2b till.pdf --number 4711 --date 2024-05-01",
                    "document add --folder Manuals --kind manual",
                ],
                run: DocumentChanges.add),
            Command(
                name: "list",
                operands: [Operand("ID")], options: [.json, .store, .help],
                run: DocumentChanges.list),
            Command(
                name: "remove",
                operands: [Operand("ID"), Operand("DOCUMENT", .many)],
                options: [.store, .help],
                run: DocumentChanges.remove),
        ])
}

/// What is done to documents of items by hand.
enum DocumentChanges {
    static func add(_ call: Call) throws {
        let arguments = call.arguments
        let wish = try IntakeWish(arguments, single: [.documentTitle, .documentNumber, .documentDate])
        let kind = arguments.choice(.documentKind, of: DocumentReference.Kind.self)
        let date = try arguments.read(.documentDate) { text throws(ValueError) in try CalendarDate(text.utf8) }
        let store = try call.openStore()
        switch wish {
        case .files(let sources, let reference):
            let item = try reference.find(in: store.snapshot())
            let documents = sources.map {
                NewDocument(
                    $0, kind: kind, title: arguments.text(.documentTitle), number: arguments.text(.documentNumber),
                    date: date)
            }
            let results = try Attachments(of: store).add(documents, to: item, call.context).results
            for (source, result) in zip(sources, results) { result.tell(of: source, on: call.console) }
        case .folder(let folder, let isTrial):
            try FolderIntake(folder, noun: "document", store: store, call: call).run(isTrial: isTrial) {
                attachments, source, item in
                try attachments.add([NewDocument(source, kind: kind)], to: item, call.context).results
            }
        }
    }

    static func list(_ call: Call) throws {
        let (_, item) = try PhotoChanges.itemOfCall(call)
        if call.arguments.has(.json) {
            var json = JSONText()
            json.array { json in
                for document in item.documents { ItemJSON.write(document, to: &json) }
            }
            return try call.console.write(json.text)
        }
        var table = Table(
            [
                .init(said("attachments.no"), isNumber: true), .init(said("attachments.kind")),
                .init(said("attachments.file")), .init(said("attachments.number")),
                .init(said("attachments.date"), least: 10),
                .init(said("attachments.title")), .init(said("attachments.bytes"), isNumber: true),
                .init(said("attachments.hash"), least: 8),
            ], on: call.console)
        for (place, document) in item.documents.enumerated() {
            try table.add([
                String(place + 1), document.kind.rawValue, document.fileName ?? "", document.number ?? "",
                document.date?.description ?? "", document.title ?? "", Words.grouped(document.bytes),
                document.hash.short,
            ])
        }
        try table.add(line: Words.count(item.documents.count, "document"), spaced: !item.documents.isEmpty)
        try table.finish()
    }

    static func remove(_ call: Call) throws {
        let (store, item) = try PhotoChanges.itemOfCall(call)
        let hashes = try Set(
            call.arguments.operands("DOCUMENT").map {
                try FileReference($0).find(among: item.documents.map(\.hash), called: "document")
            })
        try store.write { writer throws(StoreError) in
            for hash in hashes { try writer.remove(document: hash, of: item.id, call.context) }
        }
    }
}
