import Files
import Glibc
import Inventory
import InventoryStore
import Localization
import Message

extension Command {
    static let backup = Command(
        name: "backup",
        operands: [PositionalArgument("FILE", .optional)],
        options: [.backupReplace, .backupFolder, .backupKeep, .backupDamaged, .store, .help],
        examples: [
            "backup /media/stick/house.homepwner.zip",
            "backup --to ~/backups --keep 7",
        ],
        run: { invocation in
            let request = try BackupRequest(invocation)
            let store = try invocation.readStore()
            let writer = BackupWriter(
                path: request.file, replaces: invocation.arguments.has(.backupReplace),
                acceptsDamage: invocation.arguments.has(.backupDamaged), invocation: invocation)
            let outcome = try Progress.during(localized("progress.writing"), on: invocation.console) {
                try writer.make(of: store)
            }
            let done = localized(
                "backup.done",
                [
                    "file": .text(request.file.onOneLine),
                    "items": .text(Phrases.count(outcome.description.items, "item")),
                    "files": .text(Phrases.count(outcome.files, "file")),
                ])
            try invocation.announce(done)
            guard let folder = request.folder, let count = request.keep else { return }
            let (removed, failures) = folder.removeOld(
                of: outcome.description.inventory, keeping: count,
                besides: request.file.split(separator: "/").last.map(String.init) ?? "")
            for failure in failures { invocation.console.complain(CommandError.text(of: failure)) }
            for name in removed {
                try invocation.announce(localized("backup.removed", ["file": .text(name.onOneLine)]))
            }
        })
}

extension Option {
    static let backupFolder = value("to", "DIR")
    static let backupKeep = value("keep", "COUNT")
    static let backupReplace = flag("replace")
    static let backupDamaged = flag("damaged")
}

/// The file that a call asks for.
private struct BackupRequest {
    let file: String
    /// The folder of dated backups, if it is one of them.
    let folder: BackupFolder?
    let keep: Int?

    /// - Throws: `UsageError` if the call is wrong, the file exists, or it would be inside the inventory.
    init(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        let store = try invocation.storePath()
        keep = try arguments.number(.backupKeep, in: 1...100_000)
        // Damaged backups never take the place of good ones.
        if keep != nil, arguments.has(.backupDamaged) { throw UsageError.together("--damaged", with: "--keep") }
        guard (arguments.operand("FILE") == nil) != (arguments.text(.backupFolder) == nil) else {
            throw UsageError.nothingToDo(localized("backup.fileOrFolder"))
        }
        guard let file = arguments.operand("FILE") else {
            let path = arguments.text(.backupFolder) ?? ""
            try OutputPathCheck.checkName(path, word: "--to")
            if arguments.has(.backupReplace) { throw UsageError.together("--replace", with: "FILE") }
            let folder = BackupFolder(path: path)
            self.folder = folder
            self.file = folder.file(of: Folder.realPath(store) ?? store, at: invocation.now)
            try OutputPathCheck.checkFolder(self.file, word: "--to", inputs: [], store: store)
            return
        }
        if keep != nil { throw UsageError.together("--keep", with: "--to") }
        (self.file, folder) = (file, nil)
        try OutputPathCheck.checkFolder(file, word: "FILE", inputs: [], store: store)
        var status = stat()
        guard lstat(file, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw UsageError.badOperand("FILE", problem: localized("backup.notAFile", ["path": .text(file.onOneLine)]))
        }
        guard arguments.has(.backupReplace) else {
            throw UsageError.badOperand("FILE", problem: localized("backup.exists", ["path": .text(file.onOneLine)]))
        }
    }
}
