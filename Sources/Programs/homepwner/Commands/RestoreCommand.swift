import Files
import Inventory
import InventoryStore
import Localization
import Message

extension Command {
    static let restore = Command(
        name: "restore",
        operands: [PositionalArgument("FILE")],
        options: [.store, .help],
        examples: [
            "restore house.homepwner.zip",
            "restore house.homepwner.zip --store ~/house",
        ],
        run: { invocation in
            let target = try invocation.storePath()
            let backup = try BackupReader(invocation.arguments.operand("FILE") ?? "")
            let problems = try backup.restore(to: target, invocation)
            let shown = StoreAddress.displayName(target).onOneLine
            for problem in problems { invocation.console.warn("\(shown): \(problem.onOneLine)\n") }
            try invocation.announce(
                localized(
                    "restore.done",
                    [
                        "store": .text(shown), "made": .text("\(backup.description.made)"),
                        "items": .text(Phrases.count(backup.description.items, "item")),
                        "files": .text(Phrases.count(backup.files, "file")),
                    ]))
        })
}

extension BackupReader {
    /// Unpacks and checks the inventory beside its place, and renames it into it; for a place on a server in a temporary
    /// folder, from which it is copied.
    /// - Returns: what was wrong with the inventory when the backup was made.
    fileprivate func restore(to target: String, _ invocation: Invocation) throws -> [String] {
        let isOnServer = StoreAddress(target) != nil
        let staged = try InterruptionCleanup.protecting {
            try isOnServer
                ? TemporaryFolder(
                    TemporaryFolder.Kind(prefix: "homepwner-restore-", folders: ["photos", "photos/derived"]))
                : InventoryStore.stagingFolder(beside: target)
        } path: {
            $0.path
        }
        // If the folder was renamed, this name does not exist any more.
        defer {
            Folder.removeAll(staged.path)
            InterruptionCleanup.release(staged.path)
        }
        let problems = try Progress.during(localized("progress.writing"), on: invocation.console) {
            try unpack(into: staged.path)
            let problems = try check(staged.path)
            // The check may have removed files of a log.
            try Folder.flush(staged.path)
            return problems
        }
        if isOnServer {
            _ = try invocation.copy(
                InventoryStore.open(at: staged.path, for: .reading, displayName: StoreAddress.displayName(target)),
                to: target)
        } else {
            try InventoryStore.publish(staged, at: target)
        }
        return problems
    }
}
