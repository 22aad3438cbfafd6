import Attachments
import FoundationEssentials
import InventoryStore
import Localization
import Messages

extension Invocation {
    /// Adds the files of a folder to the items after which they are named, and reports what was skipped.
    /// - Parameter noun: `photo` or `document`, for messages.
    func addFolder(
        _ folder: String, noun: String, to store: InventoryStore, isDryRun: Bool,
        add: (AttachmentStore, FileSource, UUID) throws -> [IntakeResult]
    ) throws {
        let attachments = AttachmentStore(of: store)
        let intake = try FolderIntake(folder, as: noun == "document" ? .document : .photo, into: attachments)
        let progress = Progress(localized("progress.adding"), unit: Phrases.many(noun), on: console)
        defer { progress.finish() }
        let counts = try intake.run(isDryRun: isDryRun) {
            try add(attachments, $0, $1)
        } report: { event in
            switch event {
            case .progress(let done, let count): progress.update(done, of: count)
            case .matched(let path, let item):
                try console.summarize("\(path.onOneLine): \(item.name.onOneLine) (\(item.id.shortText))")
            case .skipped(let path, let reason):
                progress.finish()
                for line in reason.lines(path) { console.warn("\(line)\n") }
            }
        }
        progress.finish()
        guard counts.added + counts.kept + counts.changed > 0 else {
            throw CommandError.work(
                localized("intake.nothingMatches", ["files": .text(Phrases.count(intake.fileCount, "file"))]))
        }
        let words = counts.words(noun, isDryRun: isDryRun)
        try isDryRun ? console.say(words) : announce(words)
    }
}

extension FolderIntake.Counts {
    fileprivate func words(_ noun: String, isDryRun: Bool) -> String {
        let what = Message.Argument.text(Phrases.count(added, noun))
        let target = Message.Argument.text(Phrases.count(items, "item"))
        var parts = [
            added > 0
                ? localized(
                    isDryRun ? "intake.dryRun" : "intake.addedTo", ["what": what, "items": target])
                : localized(isDryRun ? "intake.wouldAdd" : "intake.added", ["what": what])
        ]
        if kept > 0 { parts.append(localized("intake.alreadyThere", ["count": .text(Phrases.grouped(kept))])) }
        if changed > 0 {
            parts.append(localized("intake.alreadyThereChanged", ["count": .text(Phrases.grouped(changed))]))
        }
        var clauses = [parts.joined(separator: localized("list.separator"))]
        if skipped > 0 {
            clauses.append(localized("intake.leftOut", ["files": .text(Phrases.count(skipped, "file"))]))
        }
        return Phrases.clauses(clauses)
    }
}

extension FolderIntake.Reason {
    fileprivate func lines(_ path: String) -> [String] {
        switch self {
        case .noItem: return ["\(path.onOneLine): \(localized("intake.noMatchingItem"))"]
        case .severalItems(let items):
            let names = Phrases.names(items.map { "\($0.name.onOneLine) (\($0.id.shortText))" }, limit: 5)
            let words = localized("intake.severalItemsMatch", ["items": .text(names)])
            return ["\(path.onOneLine): \(words)"]
        case .refused(let errors): return errors.map { localized($0.message) }
        }
    }
}
