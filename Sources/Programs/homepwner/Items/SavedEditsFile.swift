import FoundationEssentials
import Glibc
import Inventory
import InventoryServer
import InventoryStore
import Localization
import Messages

/// A file of edits that a page saved while it had no connection; `import` replays it.
enum SavedEditsFile {
    /// The most bytes such a file has.
    private static let limit = 64 << 20

    /// Whether a file's content is saved edits. False if it cannot be read; the next reader reports that.
    static func isOne(_ file: String) -> Bool {
        let descriptor = file == "-" ? -1 : open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        // A pipe could not be read a second time.
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, 4096))
        }
        return SavedEdits.begin(bytes)
    }

    /// Replays a file's edits and prints the result.
    /// - Throws: if it is refused; every refused edit was printed before.
    static func replay(_ file: String, _ invocation: Invocation, isDryRun: Bool) throws {
        let store = try isDryRun ? StagedStore.copy(of: invocation.storePath()) : invocation.openStore()
        defer { InterruptionCleanup.release(store.path) }
        guard let bytes = try? Data(contentsOf: URL(filePath: file), options: .mappedIfSafe) else {
            throw CommandError.work(localized("edits.unreadable", ["file": .text(file.onOneLine)]))
        }
        guard bytes.count <= limit else {
            throw CommandError.work(localized("edits.tooLarge", ["file": .text(file.onOneLine)]))
        }
        let outcome: SavedEdits.Outcome
        do {
            let edits = try SavedEdits(Array(bytes), store: store.identifier, now: .now)
            outcome = try edits.replay(into: store, actor: invocation.context.actor, isDryRun: isDryRun)
        } catch let fault as SavedEdits.FormatError {
            throw CommandError.work(
                localized(
                    "edits.invalid",
                    ["file": .text(file.onOneLine), "reason": .text(fault.text(in: LocalizationContext.words))]))
        }
        for rejection in outcome.rejections {
            invocation.console.warn(
                localized(
                    "edits.refused",
                    [
                        "file": .text(file.onOneLine), "number": .value(rejection.number),
                        "reason": .text(rejection.text(in: LocalizationContext.words).onOneLine),
                    ]) + "\n")
        }
        guard outcome.rejections.isEmpty else {
            throw CommandError.work(
                localized(
                    "edits.impossible",
                    ["file": .text(file.onOneLine), "edits": .text(Phrases.count(outcome.rejections.count, "edit"))]))
        }
        var parts = [
            localized(
                isDryRun ? "intake.wouldMake" : "intake.made", ["what": .text(Phrases.count(outcome.made, "edit"))])
        ]
        if outcome.repeated > 0 {
            parts.append(localized("edits.repeated", ["count": .text(Phrases.grouped(outcome.repeated))]))
        }
        let words = parts.joined(separator: localized("list.separator"))
        try isDryRun ? invocation.console.say(words) : invocation.announce(words)
    }
}
