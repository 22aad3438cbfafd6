import Attachments
import FoundationEssentials
import Inventory
import InventoryStore
import Localization

extension Command {
    static let photo = Command(
        name: "photo",
        subcommands: [
            Command(
                name: "add",
                operands: IntakeWish.operands, options: [.caption, .primary, .folder, .folderTrial, .store, .help],
                examples: [
                    "photo add 3f9a1c2b lamp.jpg --caption \"from the left\"",
                    "photo add --folder Pictures --dry-run",
                ],
                run: PhotoChanges.add),
            Command(
                name: "list",
                operands: [Operand("ID")], options: [.json, .store, .help],
                run: PhotoChanges.list),
            Command(
                name: "remove",
                operands: [Operand("ID"), Operand("PHOTO", .many)],
                options: [.store, .help],
                examples: ["photo remove 3f9a1c2b 2"],
                run: PhotoChanges.remove),
            Command(
                name: "primary",
                operands: [Operand("ID"), Operand("PHOTO")],
                options: [.store, .help], run: PhotoChanges.makePrimary),
            Command(
                name: "caption",
                operands: [
                    Operand("ID"), Operand("PHOTO"),
                    Operand("TEXT"),
                ],
                options: [.store, .help], run: PhotoChanges.caption),
            Command(
                name: "sweep",
                options: [.store, .help], run: PhotoChanges.sweep),
        ])
}

/// What is done to photos of items by hand.
enum PhotoChanges {
    static func add(_ call: Call) throws {
        let arguments = call.arguments
        let wish = try IntakeWish(arguments, single: [.caption, .primary])
        let store = try call.openStore()
        switch wish {
        case .files(let sources, let reference):
            let item = try reference.find(in: store.snapshot())
            var photos = sources.map { NewPhoto($0, caption: arguments.text(.caption)) }
            photos[0].isPrimary = arguments.has(.primary)
            let added = try Attachments(of: store).add(photos, to: item, call.context)
            for (place, photo) in added.photos.enumerated() {
                let remedy = photos[place].remedy(for: photo, of: item)
                added.results[place].tell(of: sources[place], on: call.console, remedy: remedy)
            }
        case .folder(let folder, let isTrial):
            try FolderIntake(folder, noun: "photo", store: store, call: call).run(isTrial: isTrial) {
                attachments, source, item in
                try attachments.add([NewPhoto(source)], to: item, call.context).results
            }
        }
    }

    static func list(_ call: Call) throws {
        let (_, item) = try itemOfCall(call)
        if call.arguments.has(.json) {
            var json = JSONText()
            json.array { json in
                for photo in item.photos { ItemJSON.write(photo, to: &json) }
            }
            return try call.console.write(json.text)
        }
        var table = Table(
            [
                .init(said("attachments.no"), isNumber: true), .init(said("attachments.file")),
                .init(said("attachments.pixels")), .init(said("attachments.bytes"), isNumber: true),
                .init(said("attachments.primary2")), .init(said("attachments.caption")),
                .init(said("attachments.hash"), least: 8),
            ], on: call.console)
        for (place, photo) in item.photos.enumerated() {
            try table.add([
                String(place + 1), photo.fileName ?? "", "\(photo.width) × \(photo.height)", Words.grouped(photo.bytes),
                photo.isPrimary ? said("yes") : "", photo.caption ?? "", photo.hash.short,
            ])
        }
        try table.add(line: Words.count(item.photos.count, "photo"), spaced: !item.photos.isEmpty)
        try table.finish()
    }

    static func remove(_ call: Call) throws {
        let (store, item) = try itemOfCall(call)
        let hashes = try Set(
            call.arguments.operands("PHOTO").map { try FileReference($0).find(in: item.photos) })
        try store.write { writer throws(StoreError) in
            for hash in hashes { try writer.remove(photo: hash, of: item.id, call.context) }
        }
    }

    static func makePrimary(_ call: Call) throws {
        let (store, item) = try itemOfCall(call)
        let hash = try FileReference(call.arguments.operand("PHOTO") ?? "").find(in: item.photos)
        try store.write { writer throws(StoreError) in
            _ = try writer.makePrimary(photo: hash, of: item.id, call.context)
        }
    }

    static func caption(_ call: Call) throws {
        let (store, item) = try itemOfCall(call)
        let hash = try FileReference(call.arguments.operand("PHOTO") ?? "").find(in: item.photos)
        let text = call.arguments.operand("TEXT")
        try store.write { writer throws(StoreError) in
            _ = try writer.caption(photo: hash, of: item.id, as: text, call.context)
        }
    }

    static func sweep(_ call: Call) throws {
        let swept = try Attachments(of: try call.openStore()).sweep()
        try call.announce(
            said("commands.sweptFiles", Words.count(swept.files, "file"), Words.count(swept.bytes, "byte")))
    }

    /// The item that a call names, in its store.
    static func itemOfCall(_ call: Call) throws -> (store: InventoryStore, item: Item) {
        let reference = try ItemReference(call.arguments.operand("ID") ?? "")
        let store = try call.openStore()
        let snapshot = try store.snapshot()
        guard let stored = try snapshot.item(reference.find(in: snapshot)) else { throw Failure.noSuchItem(reference) }
        return (store, stored.item)
    }
}

extension FileReference {
    fileprivate func find(in photos: [PhotoReference]) throws -> ContentHash {
        try find(among: photos.map(\.hash), called: "photo")
    }
}
