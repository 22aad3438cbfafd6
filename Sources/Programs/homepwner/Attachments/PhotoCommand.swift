import Attachments
import FoundationEssentials
import Inventory
import InventoryFormats
import InventoryStore
import JSON
import Localization
import Messages

extension Command {
    static let photo = Command(
        name: "photo",
        subcommands: [
            Command(
                name: "add",
                operands: AttachmentRequest.operands,
                options: [.caption, .primary, .folder, .folderTrial, .store, .help],
                examples: [
                    "photo add 3f9a1c2b lamp.jpg --caption \"from the left\"",
                    "photo add --folder Pictures --dry-run",
                ],
                run: PhotoCommands.add),
            Command(
                name: "list",
                operands: [PositionalArgument("ID")], options: [.json, .store, .help],
                run: PhotoCommands.list),
            Command(
                name: "remove",
                operands: [PositionalArgument("ID"), PositionalArgument("PHOTO", .many)],
                options: [.store, .help],
                examples: ["photo remove 3f9a1c2b 2"],
                run: PhotoCommands.remove),
            Command(
                name: "primary",
                operands: [PositionalArgument("ID"), PositionalArgument("PHOTO")],
                options: [.store, .help], run: PhotoCommands.makePrimary),
            Command(
                name: "move",
                operands: [PositionalArgument("ID"), PositionalArgument("PHOTO")],
                options: [PositionOptions.to, .store, .help],
                examples: ["photo move 3f9a1c2b 3 --to 1"],
                run: PhotoCommands.move),
            Command(
                name: "caption",
                operands: [
                    PositionalArgument("ID"), PositionalArgument("PHOTO"),
                    PositionalArgument("TEXT"),
                ],
                options: [.store, .help], run: PhotoCommands.caption),
            Command(
                name: "sweep",
                options: [.store, .help], run: PhotoCommands.sweep),
        ])
}

/// Commands for photos of items.
enum PhotoCommands {
    static func add(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        let request = try AttachmentRequest(arguments, single: [.caption, .primary])
        let store = try arguments.has(.folderTrial) ? invocation.readStore() : invocation.openStore()
        switch request {
        case .files(let sources, let reference):
            let item = try reference.find(in: store.snapshot())
            var photos = sources.map { NewPhoto($0, caption: arguments.text(.caption)) }
            photos[0].isPrimary = arguments.has(.primary)
            let added = try AttachmentStore(of: store).add(photos, to: item, invocation.context)
            for (place, photo) in added.photos.enumerated() {
                let remedy = photos[place].remedy(for: photo, of: item)
                added.results[place].printOutcome(of: sources[place], on: invocation.console, remedy: remedy)
            }
        case .folder(let folder, let isDryRun):
            try invocation.addFolder(folder, noun: "photo", to: store, isDryRun: isDryRun) {
                attachments, source, item in
                try attachments.add([NewPhoto(source)], to: item, invocation.context).results
            }
        }
    }

    static func list(_ invocation: Invocation) throws {
        let (_, item) = try itemOfCall(invocation, changes: false)
        if invocation.arguments.has(.json) {
            var json = JSONWriter(.pretty)
            json.array { json in
                for photo in item.photos { ItemJSON.write(photo, to: &json) }
            }
            return try invocation.console.write(json.text)
        }
        var table = TextTable(
            [
                .init(localized("column.number"), isNumber: true), .init(localized("column.file")),
                .init(localized("column.pixels")), .init(localized("column.bytes"), isNumber: true),
                .init(localized("column.primary")), .init(localized("column.caption")),
                .init(localized("column.hash"), least: 8),
            ], on: invocation.console)
        for (place, photo) in item.photos.enumerated() {
            try table.add([
                String(place + 1), photo.fileName ?? "", "\(photo.width) × \(photo.height)",
                Phrases.grouped(photo.bytes),
                photo.isPrimary ? localized("yes") : "", photo.caption ?? "", photo.hash.short,
            ])
        }
        try table.add(line: Phrases.count(item.photos.count, "photo"), spaced: !item.photos.isEmpty)
        try table.finish()
    }

    static func remove(_ invocation: Invocation) throws {
        let (store, item) = try itemOfCall(invocation)
        let hashes = try Set(
            invocation.arguments.operands("PHOTO").map { try FileReference($0).find(in: item.photos) })
        try store.write { writer throws(StoreError) in
            for hash in hashes { try writer.remove(photo: hash, of: item.id, invocation.context) }
        }
    }

    static func makePrimary(_ invocation: Invocation) throws {
        let (store, item) = try itemOfCall(invocation)
        let hash = try FileReference(invocation.arguments.operand("PHOTO") ?? "").find(in: item.photos)
        try store.write { writer throws(StoreError) in
            _ = try writer.makePrimary(photo: hash, of: item.id, invocation.context)
        }
    }

    static func move(_ invocation: Invocation) throws {
        guard let place = try invocation.arguments.number(PositionOptions.to, in: 1...Int.max) else {
            throw UsageError.needed(PositionOptions.to.spelling, why: localized("photo.place"))
        }
        let (store, item) = try itemOfCall(invocation)
        let hash = try FileReference(invocation.arguments.operand("PHOTO") ?? "").find(in: item.photos)
        try store.write { writer throws(StoreError) in
            _ = try writer.move(photo: hash, of: item.id, to: place, invocation.context)
        }
    }

    static func caption(_ invocation: Invocation) throws {
        let (store, item) = try itemOfCall(invocation)
        let hash = try FileReference(invocation.arguments.operand("PHOTO") ?? "").find(in: item.photos)
        let text = invocation.arguments.operand("TEXT")
        try store.write { writer throws(StoreError) in
            _ = try writer.caption(photo: hash, of: item.id, as: text, invocation.context)
        }
    }

    static func sweep(_ invocation: Invocation) throws {
        let swept = try AttachmentStore(of: try invocation.openStore()).sweep()
        try invocation.announce(
            localized(
                "sweep.done",
                [
                    "files": .text(Phrases.count(swept.files, "file")),
                    "bytes": .text(Phrases.count(swept.bytes, "byte")),
                ]))
    }

    /// The item that a call names, in its store.
    static func itemOfCall(_ invocation: Invocation, changes: Bool = true) throws -> (store: InventoryStore, item: Item)
    {
        let reference = try ItemReference(invocation.arguments.operand("ID") ?? "")
        let store = try changes ? invocation.openStore() : invocation.readStore()
        let snapshot = try store.snapshot()
        guard let stored = try snapshot.item(reference.find(in: snapshot)) else {
            throw CommandError.noSuchItem(reference)
        }
        return (store, stored.item)
    }
}

extension FileReference {
    fileprivate func find(in photos: [PhotoReference]) throws -> ContentHash {
        try find(among: photos.map(\.hash), called: "photo")
    }
}
