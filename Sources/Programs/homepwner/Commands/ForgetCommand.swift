import Attachments
import FoundationEssentials
import Inventory
import InventoryStore
import Localization
import Message
import SiteGenerator

extension Command {
    static let forget = Command(
        name: "forget",
        operands: [PositionalArgument("ID", .any)],
        options: [.forgetBefore, .dryRun, .store, .help],
        examples: [
            "forget 3f9a1c2b",
            "forget --before 2026-01-01 --dry-run",
        ],
        run: ForgetCommand.run)
}

extension Option {
    static let forgetBefore = value("before", "DATE")
}

/// Erases removed items and files for good.
enum ForgetCommand {
    static func run(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        let references = try arguments.operands("ID").map { text throws(UsageError) in
            let reference = try ItemReference(text)
            // What cannot be undone takes ids only: an item may have had the name of another one.
            if case .name = reference { throw .badOperand("ID", problem: localized("item.idExpected")) }
            return reference
        }
        let day = try arguments.read(.forgetBefore) { text throws(ValueError) in try CalendarDate(text.utf8) }
        guard references.isEmpty != (day == nil) else {
            throw UsageError.nothingToDo(localized("forget.itemsOrDate"))
        }
        let isDryRun = arguments.has(.dryRun)
        let store = try isDryRun ? invocation.readStore() : invocation.openStore()
        let request = try request(references, before: day, in: store)
        guard !isDryRun else {
            return try invocation.console.say(localized("forget.dryRun", counts(of: request)))
        }
        let outdated = try PublishedFolders.outdated(of: store, since: request.latest)
        guard outdated.here.isEmpty else {
            let folders = outdated.here.map { $0.onOneLine }.joined(separator: ", ")
            throw CommandError.work(localized("forget.publishFirst", ["folders": .text(folders)]))
        }
        let counts = try store.forget(request, invocation.context)
        do {
            try AttachmentStore(of: store).sweep()
            try store.compact()
        } catch {
            // The errors of other commands say that nothing was changed, which is not true here.
            let reason: Message.Argument =
                if case StoreError.diskFull(let path) = error {
                    .message(Message("forget.diskFull", ["path": .text(path)]))
                } else {
                    .text(CommandError.text(of: error))
                }
            throw CommandError.outputLost(localized("forget.remains", ["reason": reason]))
        }
        // Whether folders on other machines and disks still exist cannot be seen here.
        if !outdated.elsewhere.isEmpty {
            let folders = outdated.elsewhere.map { $0.onOneLine }.joined(separator: ", ")
            invocation.console.complain(localized("forget.elsewhere", ["folders": .text(folders)]))
        }
        // Those that are known are named, even if others cannot be found out.
        let places = [Result { try store.copies() }, Result { try store.backups() }]
        let copies = places.flatMap { (try? $0.get()) ?? [] }
        if !copies.isEmpty {
            let names = copies.map { $0.onOneLine }.joined(separator: ", ")
            invocation.console.complain(localized("forget.copies", ["files": .text(names)]))
        }
        do { for place in places { _ = try place.get() } } catch {
            let reason = Message.Argument.text(CommandError.text(of: error))
            throw CommandError.outputLost(localized("forget.unknownCopies", ["reason": reason]))
        }
        try invocation.announce(
            localized(
                "forget.done",
                [
                    "items": .text(Phrases.count(counts.items, "item")),
                    "files": .text(Phrases.count(counts.files, "file")),
                ]))
    }

    /// A function of its own: as long as a snapshot exists, the log of the store cannot be emptied.
    private static func request(
        _ references: [ItemReference], before day: CalendarDate?, in store: InventoryStore
    ) throws -> ErasureRequest {
        let snapshot = try store.snapshot()
        guard let day else { return try snapshot.erasure(of: references.map { try $0.findRemoved(in: snapshot) }) }
        return try snapshot.erasure(before: Invocation.startOfDay(in: snapshot.settings.timeZone)(day))
    }

    private static func counts(of request: ErasureRequest) -> [String: Message.Argument] {
        [
            "items": .text(Phrases.count(request.items.count, "item")),
            "files": .text(Phrases.count(request.files.count, "file")),
        ]
    }
}

extension ItemReference {
    /// The id of the one item that is meant among those that are or were in the inventory; one that was removed is
    /// known by its id only.
    func findEver(in snapshot: StoreSnapshot) throws -> UUID {
        if case .name = self { return try find(in: snapshot) }
        // Digits may also be a name.
        return try (try? findRemoved(in: snapshot)) ?? find(in: snapshot)
    }

    /// The id of the one item that is meant among those that are or were in the inventory.
    fileprivate func findRemoved(in snapshot: StoreSnapshot) throws -> UUID {
        guard case .digits(let digits, _) = self else {
            guard case .key(let id) = self, try snapshot.knows(id) else { throw CommandError.noSuchItem(self) }
            return id
        }
        let found = try snapshot.removedItems().map(\.id).filter { $0.digitsMatch(digits) }
        guard let first = found.first else {
            guard let id = try only(in: snapshot, where: { id, _ in id.digitsMatch(digits) }) else {
                throw CommandError.noSuchItem(self)
            }
            return id
        }
        guard found.count == 1 else {
            throw CommandError.ambiguousItem(
                found.prefix(10).map { ($0, "") }, more: max(0, found.count - 10), for: self)
        }
        return first
    }
}
