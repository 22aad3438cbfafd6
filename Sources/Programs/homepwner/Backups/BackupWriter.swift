import Attachments
import Delivery
import Files
import FoundationEssentials
import Glibc
import Inventory
import InventoryStore
import Localization
import Message

/// Writes a backup, which appears whole and verified or not at all, while others change the inventory.
///
/// The database is copied first. The copy says which originals belong to it: they are named by their checksum, never
/// change, and are removed only by what erases for good. If that happens meanwhile, the backup starts over, so that it
/// never brings back what was erased before it appeared.
struct BackupWriter {
    /// The path of the file.
    let path: String
    /// Whether it may replace a file.
    let replaces: Bool
    /// Whether an inventory that is damaged or lacks files is backed up all the same.
    let acceptsDamage: Bool
    let invocation: Invocation

    /// The content of a finished backup.
    struct Outcome {
        var description: BackupDescription
        var files: Int
        /// The photos and documents that are missing or damaged.
        var absent: [ContentHash]
    }

    /// The most tries to make a backup while others erase.
    private static let attempts = 10

    /// Makes the backup, and notes it in the inventory.
    /// - Throws: `CommandError` if the inventory is damaged or does not stop changing; `FileError`, `ArchiveError` and
    ///   `StoreError`. Only a `FileError` of `flushName` leaves a backup.
    func make(of store: InventoryStore) throws -> Outcome {
        try Folder.requireOwnLinks(on: Folder.parent(path))
        // Noted before the copy, so that a restored inventory knows of it too. An inventory that cannot be changed now can
        // still be backed up.
        let noted = "\(Folder.realPath(Folder.parent(path)) ?? ".")/\(Folder.split(path).name)"
        let isNoted = (try? store.note(backup: noted)) != nil
        let draft = try InterruptionCleanup.protecting {
            try TemporaryFolder(TemporaryFolder.Kind(in: Folder.parent(path), prefix: Self.prefix, folders: ["files"]))
        } path: {
            $0.path
        }
        defer {
            Folder.removeAll(draft.path)
            InterruptionCleanup.release(draft.path)
        }
        var attempt = Attempt(store: store, folder: draft.path, isDatabasePacked: true)
        for _ in 0..<BackupWriter.attempts {
            Folder.removeAll(attempt.files)
            let outcome: Outcome?
            do {
                outcome = try write(&attempt)
            } catch let error as FileError {
                throw error.ofDraft(path)
            }
            guard let outcome else { continue }
            if !isNoted, (try? store.note(backup: noted)) == nil {
                invocation.console.complain(localized("backup.notNoted", ["file": .text(path.onOneLine)]))
            }
            try Folder.flush(nameOf: path)
            return outcome
        }
        throw CommandError.work(localized("backup.changing"))
    }

    private static let prefix = ".homepwner-backup-"

    /// The state of one attempt to make the backup, and what the next attempt must do differently.
    private struct Attempt {
        let store: InventoryStore
        let folder: String
        /// Whether the database is compressed. One that is mostly empty would look like an attack when it is read.
        var isDatabasePacked: Bool
        /// Originals that were found damaged.
        var damaged: Set<ContentHash> = []

        var files: String { folder + "/files" }
        var archive: String { folder + "/backup.zip" }
        var database: String { "\(files)/\(InventoryStore.databaseName)" }
    }

    /// Makes one try.
    /// - Returns: nil if the backup has to start over.
    /// - Throws: as ``make(of:)``; no backup has its name then.
    private func write(_ attempt: inout Attempt) throws -> Outcome? {
        let store = attempt.store
        guard mkdir(attempt.files, 0o700) == 0 else { throw FileError(.makeFolder, attempt.files) }
        try copyDatabase(attempt)
        chmod(attempt.database, 0o600)
        let (found, needed) = try examine(attempt)
        var description = found
        let originals = AttachmentStore(of: store).files
        let absent = needed.filter { attempt.damaged.contains($0) || !originals.has($0) }
        if !absent.isEmpty {
            if try store.hasErased(since: description.revision) { return nil }
            try report(absent)
            description.isDamaged = true
        }
        let files = needed.filter { !absent.contains($0) }
        try write(description.json, to: "\(attempt.files)/\(BackupDescription.fileName)")
        do {
            try pack(files, originals, attempt)
        } catch let error as ArchiveError {
            // A file that was removed meanwhile.
            if try store.hasErased(since: description.revision) { return nil }
            throw error
        }
        guard try isVerified(&attempt) else { return nil }
        // A command that erases something from here on finds the backup noted and in its place.
        guard try store.unlessErased(since: description.revision, { try publish(attempt.archive) }) else { return nil }
        return Outcome(description: description, files: files.count, absent: absent)
    }

    private func copyDatabase(_ attempt: Attempt) throws {
        do {
            try attempt.store.copyDatabase(to: attempt.database)
        } catch StoreError.diskFull {
            // The error names the inventory; the disk that is full is the backup's.
            throw FileError(.write, path, code: ENOSPC)
        }
    }

    /// Checks the copy of the database and finds out which files belong to it.
    private func examine(_ attempt: Attempt) throws -> (BackupDescription, [ContentHash]) {
        let copy = try InventoryStore.open(at: attempt.files, for: .reading, displayName: attempt.store.displayName)
        defer { copy.closeCopy() }
        let findings = try copy.verify()
        if !findings.isEmpty {
            for finding in findings {
                let words = localized(finding.message)
                invocation.console.warn("\(attempt.store.displayName.onOneLine): \(words)\n")
            }
            // Such a backup could not be restored.
            let isForeign = findings.contains { if case .foreignObject = $0 { true } else { false } }
            guard acceptsDamage, !isForeign else { throw CommandError.work(localized("backup.damaged")) }
        }
        let snapshot = try copy.snapshot()
        let files = try snapshot.referencedFiles().sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        let description = BackupDescription(
            inventory: copy.identifier, revision: snapshot.revision, made: invocation.now,
            items: try snapshot.count, isDamaged: !findings.isEmpty)
        return (description, files)
    }

    private func report(_ absent: [ContentHash]) throws {
        for hash in absent {
            invocation.console.warn(localized("backup.fileAbsent", ["hash": .text("\(hash)")]) + "\n")
        }
        guard acceptsDamage else { throw CommandError.work(localized("backup.damaged")) }
    }

    /// Writes a file of the draft.
    /// - Throws: the errors of `AtomicFile`.
    private func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        let file = try AtomicFile(replacing: path)
        try file.write(bytes)
        try file.commit()
    }

    /// Packs the files of the draft and the originals.
    /// - Throws: `ArchiveError`, also if an original was removed meanwhile; `ManifestError` and `FileError`.
    private func pack(_ files: [ContentHash], _ originals: PhotoStore, _ attempt: Attempt) throws {
        var manifest = try Manifest(ofFolder: attempt.files)
        // The name of an original is the checksum that it must have.
        manifest.entries += files.map { Manifest.Entry(name: BackupDescription.name(of: $0), hash: $0) }
        try write(Array(manifest.text.utf8), to: "\(attempt.files)/\(Manifest.fileName)")
        let own = [BackupDescription.fileName, InventoryStore.databaseName, Manifest.fileName].map { name in
            ZipWriter.File(
                name: name, path: "\(attempt.files)/\(name)",
                isPacked: attempt.isDatabasePacked || name != InventoryStore.databaseName)
        }
        let others = files.map { hash in
            ZipWriter.File(
                name: BackupDescription.name(of: hash), path: originals.originalPath(of: hash), isPacked: false)
        }
        unlink(attempt.archive)
        try ZipWriter.write(own + others, to: attempt.archive, timestamp: invocation.now.milliseconds / 1000)
    }

    /// Reads the archive and compares every file with its checksum.
    /// - Returns: false if originals were damaged, which the next attempt leaves out.
    private func isVerified(_ attempt: inout Attempt) throws -> Bool {
        let findings: [DeliveryVerifier.DeliveryDiagnostic]
        do {
            findings = try DeliveryVerifier.run(archive: attempt.archive, key: nil).findings
        } catch {
            guard case .archive(.suspicious(_, .expansion)) = error, attempt.isDatabasePacked else { throw error }
            attempt.isDatabasePacked = false
            return false
        }
        guard !findings.isEmpty else { return true }
        for finding in findings {
            guard case .changed(let name) = finding, let hash = BackupDescription.file(named: name) else {
                throw CommandError.work(
                    localized(
                        "backup.unverified",
                        [
                            "file": .text(path.onOneLine),
                            "reason": .text(localized(finding.message)),
                        ]))
            }
            attempt.damaged.insert(hash)
        }
        return false
    }

    /// Gives the archive its name.
    /// - Throws: `replace`, or `write` if the name is taken.
    private func publish(_ archive: String) throws {
        if replaces {
            guard rename(archive, path) == 0 else { throw FileError(.replace, path) }
        } else if link(archive, path) != 0 {
            // On file systems without hard links, such as those of memory sticks, a file that comes meanwhile is not seen.
            guard errno != EEXIST, access(path, F_OK) != 0 else { throw FileError(.write, path, code: EEXIST) }
            guard rename(archive, path) == 0 else { throw FileError(.replace, path) }
        }
    }
}

/// A folder of dated backups. Only the latest are kept.
struct BackupFolder {
    /// The path of the folder.
    let path: String

    static let fileExtension = ".homepwner.zip"

    /// The path of a new backup: `house-2026-03-01T070000Z.homepwner.zip`.
    func file(of store: String, at time: Timestamp) -> String {
        let last = store.split(separator: "/").last.map(String.init)
        // An inventory on a server may have any name.
        let inventory = StoreAddress(store)?.inventory?.replacing("%", with: "%25").replacing("/", with: "%2F")
        let name = inventory ?? last ?? "inventory"
        let short = inventory == nil && name.hasSuffix(".homepwner") ? String(name.dropLast(10)) : name
        return "\(path)/\(short)-\(BackupFolder.stamp(time))\(BackupFolder.fileExtension)"
    }

    /// A date and time as a part of a name; colons are not allowed everywhere.
    private static func stamp(_ time: Timestamp) -> String {
        "\(time)".prefix(19).filter { $0 != ":" } + "Z"
    }

    /// A file of the folder that is an intact backup.
    struct Backup {
        let name: String
        let made: Timestamp
    }

    /// The backups by the id of their inventory. Only files that have a dated name and are backups, made while the inventory
    /// was intact, count; others stay, and so does what cannot be read.
    /// - Parameter new: the path of a file that does not count.
    func intact(besides new: String = "") throws(FileError) -> [UUID: [Backup]] {
        let newName = Folder.split(new).name
        var found: [UUID: [Backup]] = [:]
        for name in try Folder.list(path) where name != newName && BackupFolder.isDated(name) && isFile(name) {
            guard let archive = try? ZipReader("\(path)/\(name)"),
                let description = try? BackupDescription(in: archive), !description.isDamaged
            else { continue }
            found[description.inventory, default: []].append(Backup(name: name, made: description.made))
        }
        return found
    }

    /// Removes all but the latest of these backups, in the order in which they were made.
    /// - Returns: the names of the removed files, and the reasons why others could not be removed.
    func remove(_ backups: [Backup], keeping count: Int) -> (removed: [String], failures: [FileError]) {
        var (removed, failures): ([String], [FileError]) = ([], [])
        for backup in backups.sorted(by: { ($0.made, $0.name) > ($1.made, $1.name) }).dropFirst(count) {
            if unlink("\(path)/\(backup.name)") == 0 {
                removed.append(backup.name)
            } else {
                failures.append(FileError(.remove, "\(path)/\(backup.name)"))
            }
        }
        return (removed, failures)
    }

    private func isFile(_ name: String) -> Bool {
        var status = stat()
        return lstat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether a name ends like the names that ``file(of:at:)`` makes.
    private static func isDated(_ name: String) -> Bool {
        guard name.hasSuffix(fileExtension) else { return false }
        let pattern = Array("-0000-00-00T000000Z".utf8)
        let end = Array(name.utf8.dropLast(fileExtension.utf8.count).suffix(pattern.count))
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return end.count == pattern.count
            && zip(end, pattern).allSatisfy { $1 == UInt8(ascii: "0") ? digits.contains($0) : $0 == $1 }
    }
}
