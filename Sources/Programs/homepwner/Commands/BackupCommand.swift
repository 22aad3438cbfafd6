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
            let outcome = try invocation.backUp(
                try invocation.readStore(), to: request.file, replaces: invocation.arguments.has(.backupReplace),
                acceptsDamage: invocation.arguments.has(.backupDamaged))
            guard let folder = request.folder, let count = request.keep else { return }
            do {
                let old = try folder.intact(besides: request.file)[outcome.description.inventory]
                try invocation.remove(old ?? [], keeping: count, in: folder)
            } catch let error as FileError {
                invocation.console.complain(CommandError.text(of: error))
            }
        })

    /// Backs up each inventory of a database. One that fails is named, and the others are backed up.
    static let backupInventories = Command(
        name: "backup",
        operands: [PositionalArgument("DIR")],
        options: [.backupKeep, .store, .help],
        examples: ["inventories backup /media/stick --keep 7"],
        run: { invocation in
            let address = try invocation.serverAddress()
            let count = try invocation.keptBackups()
            let folder = BackupFolder(path: invocation.arguments.operand("DIR") ?? "")
            try OutputPathCheck.checkName(folder.path, word: "DIR")
            let example = folder.file(of: address.text, at: invocation.now)
            try OutputPathCheck.checkFolder(example, word: "DIR", inputs: [], store: address.text)
            var names: [String] = []
            try InventoryDirectory(at: address).forEach { names.append($0.name) }
            let failures = try invocation.backUp(names, at: address, into: folder, keeping: count)
            guard failures == 0 else {
                throw CommandError.work(
                    localized(
                        "inventories.notBackedUp",
                        ["failures": .text(Phrases.grouped(failures)), "count": .text(Phrases.grouped(names.count))]))
            }
        })
}

extension Invocation {
    /// Makes a backup, and says so.
    /// - Throws: the errors of `BackupWriter.make(of:)`, and `outputLost`.
    fileprivate func backUp(
        _ store: InventoryStore, to file: String, replaces: Bool, acceptsDamage: Bool
    ) throws -> BackupWriter.Outcome {
        let writer = BackupWriter(path: file, replaces: replaces, acceptsDamage: acceptsDamage, invocation: self)
        let outcome = try Progress.during(localized("progress.writing"), on: console) { try writer.make(of: store) }
        try announce(
            localized(
                "backup.done",
                [
                    "file": .text(file.onOneLine),
                    "items": .text(Phrases.count(outcome.description.items, "item")),
                    "files": .text(Phrases.count(outcome.files, "file")),
                ]))
        return outcome
    }

    /// Backs up inventories of a database, and names those that fail.
    /// - Returns: the number of those that failed.
    /// - Throws: `outputLost`, and if the database cannot be reached.
    fileprivate func backUp(
        _ names: [String], at address: StoreAddress, into folder: BackupFolder, keeping count: Int?
    ) throws -> Int {
        // Read once: thousands of inventories have tens of thousands of backups.
        let old = count == nil ? [:] : try folder.intact()
        var failures = 0
        for name in names {
            let one = address.of(name)
            do {
                let store = try InventoryStore.open(at: one, for: .reading)
                defer { store.close() }
                let outcome = try backUp(
                    store, to: folder.file(of: one.text, at: now), replaces: false, acceptsDamage: false)
                guard let count else { continue }
                try remove(old[outcome.description.inventory] ?? [], keeping: count, in: folder)
            } catch StoreError.missing {
                // It was deleted or renamed meanwhile.
            } catch CommandError.outputLost(let message) {
                throw CommandError.outputLost(message)
            } catch {
                failures += 1
                console.complain("\(name.onOneLine): \(CommandError.text(of: error))")
                // A server that cannot be reached is not asked again for each of thousands.
                _ = try InventoryDirectory(at: address)
            }
        }
        return failures
    }

    /// Removes older backups of an inventory beside a new one, and says so.
    fileprivate func remove(_ old: [BackupFolder.Backup], keeping count: Int, in folder: BackupFolder) throws {
        let (removed, failures) = folder.remove(old, keeping: count - 1)
        for failure in failures { console.complain(CommandError.text(of: failure)) }
        for name in removed { try announce(localized("backup.removed", ["file": .text(name.onOneLine)])) }
    }

    /// The number of backups of an inventory to keep; nil for all.
    fileprivate func keptBackups() throws -> Int? { try arguments.number(.backupKeep, in: 1...100_000) }
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
        keep = try invocation.keptBackups()
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
