import FoundationEssentials
import InventoryModel
import InventoryStore
import Photos

extension Command {
    static let photo = Command(
        name: "photo",
        summary: "adds photos to items, lists and removes them",
        description: """
            Photos are JPEG, PNG, WebP, HEIC, GIF or TIFF. The inventory keeps each original byte for byte; what is \
            published is made from it anew, upright and without the place and time that cameras note.
            """,
        subcommands: [
            Command(
                name: "add", summary: "adds photos to an item, or those of a folder to many",
                description: """
                    All files of one item are taken or none; a file that the item has already stays as it is. With --folder, a file belongs to the item whose key, serial \
                    number or name it is called by, with or without a number after it (Lamp.jpg, Lamp-2.jpg), or whose \
                    name its folder has (Lamp/IMG_1.jpg). Files that belong to no item or to several are listed and \
                    left out.
                    """,
                operands: IntakeWish.operands, options: [.caption, .primary, .folder, .folderTrial, .store, .help],
                examples: [
                    .init("photo add 3f9a1c2b lamp.jpg --caption \"from the left\"", "adds one photo"),
                    .init("photo add --folder Pictures --dry-run", "tells what would be added"),
                ],
                run: PhotoChanges.add),
            Command(
                name: "list", summary: "lists the photos of an item",
                operands: [Operand("ID", .one, ItemReference.help)], options: [.json, .store, .help],
                run: PhotoChanges.list),
            Command(
                name: "remove", summary: "takes photos off an item",
                description: "All of them or none. 'homepwner undo' brings a photo back.",
                operands: [Operand("ID", .one, ItemReference.help), Operand("PHOTO", .many, FileReference.help)],
                options: [.store, .help],
                examples: [.init("photo remove 3f9a1c2b 2", "takes the second photo off")],
                run: PhotoChanges.remove),
            Command(
                name: "primary", summary: "lets a photo stand for the item",
                operands: [Operand("ID", .one, ItemReference.help), Operand("PHOTO", .one, FileReference.help)],
                options: [.store, .help], run: PhotoChanges.makePrimary),
            Command(
                name: "caption", summary: "puts words to a photo",
                operands: [
                    Operand("ID", .one, ItemReference.help), Operand("PHOTO", .one, FileReference.help),
                    Operand("TEXT", .one, "what it shows; \"\" for no words"),
                ],
                options: [.store, .help], run: PhotoChanges.caption),
            Command(
                name: "sweep", summary: "removes files that belong to nothing",
                description: """
                    Removes the files of photos and documents that no item has and that undoing cannot bring back, as \
                    a call that was ended may leave them. 'homepwner verify' counts them.
                    """,
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
                .init("No.", isNumber: true), .init("File"), .init("Pixels"), .init("Bytes", isNumber: true),
                .init("Primary"), .init("Caption"), .init("Hash", least: 8),
            ], on: call.console)
        for (place, photo) in item.photos.enumerated() {
            try table.add([
                String(place + 1), photo.fileName ?? "", "\(photo.width) × \(photo.height)", Words.grouped(photo.bytes),
                photo.isPrimary ? "yes" : "", photo.caption ?? "", photo.hash.short,
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
        try call.announce("removed \(Words.count(swept.files, "file")), \(Words.count(swept.bytes, "byte"))")
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
