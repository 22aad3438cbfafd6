import InventoryModel
import InventoryStore
import Photos

extension Command {
    static let document = Command(
        name: "document",
        summary: "adds receipts and other papers to items, lists and removes them",
        description: """
            Documents are PDF, JPEG, PNG, WebP, HEIC, GIF or TIFF files. The inventory keeps each byte for byte and makes \
            a picture of its first page.
            """,
        subcommands: [
            Command(
                name: "add", summary: "adds documents to an item, or those of a folder to many",
                description: """
                    All files of one item are taken or none. Of a file that the item has already, what the options give \
                    is changed and the rest stays. --folder finds the items as 'photo add' does.
                    """,
                operands: IntakeWish.operands,
                options: [
                    .documentKind, .documentTitle, .documentNumber, .documentDate, .folder, .folderTrial, .store, .help,
                ],
                examples: [
                    .init(
                        "document add 3f9a1c2b till.pdf --number 4711 --date 2024-05-01", "adds the receipt of a lamp"),
                    .init("document add --folder Manuals --kind manual", "adds manuals named after their items"),
                ],
                run: DocumentChanges.add),
            Command(
                name: "list", summary: "lists the documents of an item",
                operands: [Operand("ID", .one, ItemReference.help)], options: [.json, .store, .help],
                run: DocumentChanges.list),
            Command(
                name: "remove", summary: "takes documents off an item",
                description: "All of them or none. 'homepwner undo' brings a document back.",
                operands: [Operand("ID", .one, ItemReference.help), Operand("DOCUMENT", .many, FileReference.help)],
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
                .init("No.", isNumber: true), .init("Kind"), .init("File"), .init("Number"), .init("Date", least: 10),
                .init("Title"), .init("Bytes", isNumber: true), .init("Hash", least: 8),
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
