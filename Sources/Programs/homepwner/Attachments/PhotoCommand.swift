import Attachments
import FoundationEssentials
import Inventory
import InventoryFormats
import InventoryStore
import JSON
import Localization
import Message

extension Command {
    static let photo = Command(
        name: "photo",
        subcommands: [
            Command(
                name: "add",
                operands: AttachmentRequest.operands,
                options: [.caption, .primary, .folder, .folderTrial] + Option.ofChange,
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
                options: Option.ofChange,
                examples: ["photo remove 3f9a1c2b 2"],
                run: PhotoCommands.remove),
            Command(
                name: "primary",
                operands: [PositionalArgument("ID"), PositionalArgument("PHOTO")],
                options: Option.ofChange, run: PhotoCommands.makePrimary),
            Command(
                name: "move",
                operands: [PositionalArgument("ID"), PositionalArgument("PHOTO")],
                options: [PositionOptions.to] + Option.ofChange,
                examples: ["photo move 3f9a1c2b 3 --to 1"],
                run: PhotoCommands.move),
            Command(
                name: "caption",
                operands: [
                    PositionalArgument("ID"), PositionalArgument("PHOTO"),
                    PositionalArgument("TEXT"),
                ],
                options: Option.ofChange, run: PhotoCommands.caption),
            Command(
                name: "sweep",
                options: [.store, .help], run: PhotoCommands.sweep),
        ])
}

/// Commands for photos of items.
enum PhotoCommands {
    static func add(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        let request = try AttachmentRequest(arguments, single: [.caption, .primary, .key])
        let store = try arguments.has(.folderTrial) ? invocation.readStore() : invocation.openStore()
        switch request {
        case .files(let sources, let reference):
            try invocation.once(store) { context in
                let item = try reference.find(in: store.snapshot())
                var photos = sources.map { NewPhoto($0, caption: arguments.text(.caption)) }
                photos[0].isPrimary = arguments.has(.primary)
                let added = try AttachmentStore(of: store).add(photos, to: item, context)
                for (place, photo) in added.photos.enumerated() {
                    let remedy = photos[place].remedy(for: photo, of: item)
                    added.results[place].printOutcome(of: sources[place], on: invocation.console, remedy: remedy)
                }
                return added.outcome
            }
        case .folder(let folder, let isDryRun):
            try invocation.addFolder(folder, noun: "photo", to: store, isDryRun: isDryRun) {
                attachments, source, item in
                try attachments.add([NewPhoto(source)], to: item, invocation.context).results
            }
        }
    }

    static func list(_ invocation: Invocation) throws {
        let item = try itemOfCall(invocation)
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
        try change(invocation) { item, context in
            let hashes = try Set(
                invocation.arguments.operands("PHOTO").map { try FileReference($0).find(in: item.photos) })
            return { writer in
                try context.forEach(Array(hashes)) { hashes in
                    try writer.remove(photos: hashes, of: item.id, context)
                }
            }
        }
    }

    static func makePrimary(_ invocation: Invocation) throws {
        try changePhoto(invocation) { hash, item, writer, context in
            try writer.makePrimary(photo: hash, of: item, context)
        }
    }

    static func move(_ invocation: Invocation) throws {
        guard let place = try invocation.arguments.number(PositionOptions.to, in: 1...Int.max) else {
            throw UsageError.needed(PositionOptions.to.spelling, why: localized("photo.place"))
        }
        try changePhoto(invocation) { hash, item, writer, context in
            try writer.move(photo: hash, of: item, to: place, context)
        }
    }

    static func caption(_ invocation: Invocation) throws {
        let text = invocation.arguments.operand("TEXT")
        try changePhoto(invocation) { hash, item, writer, context in
            try writer.caption(photo: hash, of: item, as: text, context)
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

    /// The item that a call names.
    static func itemOfCall(_ invocation: Invocation) throws -> Item {
        try item(ItemReference(invocation.arguments.operand("ID") ?? ""), in: invocation.readStore())
    }

    private static func item(_ reference: ItemReference, in store: InventoryStore) throws -> Item {
        let snapshot = try store.snapshot()
        guard let stored = try snapshot.item(reference.find(in: snapshot)) else {
            throw CommandError.noSuchItem(reference)
        }
        return stored.item
    }

    /// Makes a change of the item that a call names.
    /// - Parameter make: looks up what the call names of the item, and returns the change.
    static func change(
        _ invocation: Invocation,
        _ make: (Item, ChangeContext) throws -> (StoreWriter) throws -> ChangeOutcome
    ) throws {
        let reference = try ItemReference(invocation.arguments.operand("ID") ?? "")
        let store = try invocation.openStore()
        try invocation.once(store) { context in
            let change = try make(item(reference, in: store), context)
            return try store.write { writer in try change(writer) }
        }
    }

    /// Makes a change of the photo that a call names.
    private static func changePhoto(
        _ invocation: Invocation,
        _ change: @escaping (ContentHash, UUID, StoreWriter, ChangeContext) throws -> ChangeOutcome
    ) throws {
        try self.change(invocation) { item, context in
            let hash = try FileReference(invocation.arguments.operand("PHOTO") ?? "").find(in: item.photos)
            return { writer in try change(hash, item.id, writer, context) }
        }
    }
}

extension ChangeContext {
    /// Makes a change for each file; under a key, which belongs to one change, one for all of them.
    func forEach(_ hashes: [ContentHash], _ change: ([ContentHash]) throws -> ChangeOutcome) throws -> ChangeOutcome {
        guard key == nil else { return try change(hashes) }
        for hash in hashes.dropLast() { _ = try change([hash]) }
        return try change(hashes.suffix(1))
    }
}

extension FileReference {
    fileprivate func find(in photos: [PhotoReference]) throws -> ContentHash {
        try find(among: photos.map(\.hash), called: "photo")
    }
}
