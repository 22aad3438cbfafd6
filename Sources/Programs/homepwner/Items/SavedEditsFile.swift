import Files
import Glibc
import Inventory
import InventoryFormats
import InventoryServer
import InventoryStore
import Localization
import Message

/// A file of edits that a page saved while it had no connection; `import` replays it.
enum SavedEditsFile {
    /// The most bytes such a file has.
    private static let limit = 64 << 20

    /// Whether a file's content is saved edits.
    /// - Throws: if it cannot be read.
    static func isOne(_ file: String) throws -> Bool {
        guard file != "-" else { return false }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw InventoryFileError(.unreadable(code: errno), file: file) }
        defer { close(descriptor) }
        var status = stat()
        // A pipe could not be read a second time.
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return SavedEdits.begin(try readFile(descriptor, path: file, upTo: 4096))
    }

    /// Replays a file's edits and prints the result.
    /// - Throws: if it is refused; every refused edit was printed before.
    static func replay(_ file: String, _ invocation: Invocation, isDryRun: Bool) throws {
        let store = try isDryRun ? StagedStore.copy(of: invocation.storePath()) : invocation.openStore()
        defer { InterruptionCleanup.release(store.path) }
        let bytes = try readFile(file, upTo: limit + 1)
        guard bytes.count <= limit else {
            throw CommandError.work(localized("edits.tooLarge", ["file": .text(file.onOneLine)]))
        }
        let outcome: SavedEdits.Outcome
        do {
            let edits = try SavedEdits(bytes, store: store.identifier, now: .now)
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
