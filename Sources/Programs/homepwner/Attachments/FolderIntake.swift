import Attachments
import FoundationEssentials
import Inventory
import InventoryStore
import Localization
import Messages

/// Gives the files of a folder to the items they are named after.
///
/// Nothing is guessed: a file that could be of several items, or of none, is listed and left out, and so is one that
/// cannot be taken.
struct FolderIntake {
    private let noun: String
    private let store: InventoryStore
    private let invocation: Invocation
    private let files: [FolderFile]

    /// - Parameter noun: `photo` or `document`, for messages.
    /// - Throws: that the folder cannot be read.
    init(_ folder: String, noun: String, store: InventoryStore, invocation: Invocation) throws {
        self.noun = noun
        self.store = store
        self.invocation = invocation
        files = try FolderFile.files(in: folder)
    }

    /// Adds every file that belongs to one item by `add`, each as a change of its own.
    /// - Parameter isTrial: only looks at the files and says whose they would be.
    func run(isDryRun: Bool, _ add: (AttachmentStore, FileSource, UUID) throws -> [IntakeResult]) throws {
        let owners = try ItemNameIndex(of: files.flatMap(\.names), in: store.snapshot())
        let attachments = AttachmentStore(of: store)
        let progress = Progress(localized("progress.adding"), unit: Phrases.many(noun), on: invocation.console)
        defer { progress.finish() }
        var items: Set<UUID> = []
        var counts = Counts()
        // What a trial found with items, and would give them.
        var known: [UUID: Set<ContentHash>] = [:]
        for (place, file) in files.enumerated() {
            progress.update(place, of: files.count)
            let found = owners.items(called: file.names)
            do {
                guard let item = found.first, found.count == 1 else {
                    throw CommandError.work("\(file.path.onOneLine): \(FolderIntake.words(found))")
                }
                let results: [IntakeResult]
                if isDryRun {
                    let hash = try check(file, attachments.files)
                    try invocation.console.say("\(file.path.onOneLine): \(item.name.onOneLine) (\(item.id.shortText))")
                    if known[item.id] == nil { known[item.id] = try held(by: item.id) }
                    results = [known[item.id]?.insert(hash).inserted == true ? .added : .kept]
                } else {
                    results = try add(attachments, .path(file.path), item.id)
                }
                if results.contains(.added) { items.insert(item.id) }
                counts.add(results)
            } catch AttachmentError.files(let errors) where !errors.contains(where: \.stopsAll) {
                progress.finish()
                for error in errors { invocation.console.warn("\(LocalizationContext.words.text(error.message))\n") }
                counts.leftOut += 1
            } catch CommandError.work(let words) {
                progress.finish()
                invocation.console.warn("\(words)\n")
                counts.leftOut += 1
            }
        }
        progress.finish()
        try conclude(counts, items: items.count, isDryRun: isDryRun)
    }

    /// What an item has of the kind that is taken in.
    private func held(by id: UUID) throws(StoreError) -> Set<ContentHash> {
        guard let item = try store.snapshot().item(id)?.item else { return [] }
        return Set(noun == "document" ? item.documents.map(\.hash) : item.photos.map(\.hash))
    }

    private func check(_ file: FolderFile, _ files: PhotoStore) throws(AttachmentError) -> ContentHash {
        do throws(PhotoError) {
            return try files.check(.path(file.path), as: noun == "document" ? .document : .photo)
        } catch {
            throw .files([error])
        }
    }

    private func conclude(_ counts: Counts, items: Int, isDryRun: Bool) throws {
        guard counts.added + counts.kept + counts.changed > 0 else {
            throw CommandError.work(
                localized("intake.nothingMatches", ["files": .text(Phrases.count(files.count, "file"))]))
        }
        var words = localized(
            isDryRun ? "intake.wouldAdd" : "intake.added", ["what": .text(Phrases.count(counts.added, noun))])
        if counts.added > 0 { words += localized("intake.toItems", ["items": .text(Phrases.count(items, "item"))]) }
        if counts.kept > 0 { words += localized("intake.alreadyThere", ["count": .text(Phrases.grouped(counts.kept))]) }
        if counts.changed > 0 {
            words += localized("intake.alreadyThereChanged", ["count": .text(Phrases.grouped(counts.changed))])
        }
        if counts.leftOut > 0 {
            words += localized("intake.leftOut", ["files": .text(Phrases.count(counts.leftOut, "file"))])
        }
        try isDryRun ? invocation.console.say(words) : invocation.announce(words)
    }

    /// What became of the files.
    private struct Counts {
        private(set) var (added, kept, changed) = (0, 0, 0)
        var leftOut = 0

        mutating func add(_ results: [IntakeResult]) {
            for result in results {
                switch result {
                case .added: added += 1
                case .kept: kept += 1
                case .changed: changed += 1
                }
            }
        }
    }

    private static func words(_ found: [ItemNameIndex.Owner]) -> String {
        if found.isEmpty { return localized("intake.noMatchingItem") }
        let names = found.prefix(5).map { "\($0.name.onOneLine) (\($0.id.shortText))" }
        let more = found.count > 5 ? localized("list.andMore", ["count": .value(found.count - 5)]) : ""
        return localized(
            "intake.severalItemsMatch", ["items": .text(names.joined(separator: ", ")), "more": .text(more)])
    }
}

extension PhotoError {
    /// Whether the next file would fare no better: the helper or the store does not do its work.
    fileprivate var stopsAll: Bool {
        switch self {
        case .helper(.decoderMissing): false
        case .helper, .store: true
        default: false
        }
    }
}
