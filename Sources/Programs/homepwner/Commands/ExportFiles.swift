import Attachments
import Files
import FoundationEssentials
import Glibc
import Inventory
import InventoryFormats
import InventoryStore
import Localization
import Message
import Reports

extension ExportRequest {
    /// Writes a Homebox collection: the items, and the files of their photos and documents.
    /// - Throws: `changed` if an original is damaged; the errors of the inventory and of the archive.
    func writeCollection(_ snapshot: StoreSnapshot, _ invocation: Invocation) throws -> Int {
        let store = try invocation.readStore()
        let photos = AttachmentStore(of: store).files
        let selection = try selection(snapshot.settings, invocation)
        let exported = try selection == .everything ? nil : identifiers(snapshot, selection)
        let foreign = try snapshot.itemsWithoutOwnReference()
        func isExported(_ id: UUID) throws -> Bool {
            try exported.map { $0.contains(id) } ?? snapshot.contains(id)
        }
        let writer = try HomeboxCollectionWriter(
            group: store.identifier, currency: currency ?? snapshot.settings.currency, timestamp: invocation.now,
            isExported: isExported
        ) { id in
            var item = try snapshot.item(id)?.item
            while let parent = item?.parent, try isExported(parent) { item = try snapshot.item(parent)?.item }
            return item?.location
        } original: { hash in
            guard photos.has(hash) else { return nil }
            try photos.verify(hash)
            return photos.originalPath(of: hash)
        }
        let cursor = try snapshot.items(matching: selection, order: invocation.order(in: snapshot))
        let progress = Progress(localized("progress.writing"), unit: Phrases.many("item"), on: invocation.console)
        defer { progress.finish() }
        var count = 0
        while try cursor.next() {
            var item = try cursor.item()
            if foreign[item.id] != nil { item.externalReference = nil }
            try writer.write(item)
            count += 1
            progress.update(count)
        }
        try pack(writer.finish(), timestamp: invocation.now)
        progress.finish()
        reportMissing(writer.missingFiles, invocation)
        return try conclude(count, losses: writer.losses, invocation)
    }

    private func identifiers(_ snapshot: StoreSnapshot, _ selection: Selection) throws -> Set<UUID> {
        var found: Set<UUID> = []
        let cursor = try snapshot.items(matching: selection, fields: ItemFieldSet([.id]))
        while try cursor.next() { found.insert(cursor.id) }
        return found
    }

    /// Packs the archive in a hidden folder beside its place, and renames it.
    private func pack(_ files: [ZipWriter.File], timestamp: Timestamp) throws {
        let place = Folder.parent(path)
        let draft = try InterruptionCleanup.protecting {
            try TemporaryFolder(TemporaryFolder.Kind(in: place, prefix: ".homepwner-export-"))
        } path: {
            $0.path
        }
        defer {
            Folder.removeAll(draft.path)
            InterruptionCleanup.release(draft.path)
        }
        let archive = draft.path + "/collection.zip"
        try ZipWriter.write(files, to: archive, timestamp: timestamp.milliseconds / 1000)
        guard rename(archive, path) == 0 else { throw FileError(.replace, path) }
        try Folder.flush(nameOf: path)
    }

    /// Copies the files of photos and documents into the folder of the call, if it names one. Files that are there
    /// already, with the content of their names, are not copied again.
    /// - Throws: `changed` if an original is damaged; the errors of the inventory and of files. Those copied before stay.
    func writeFiles(_ snapshot: StoreSnapshot, _ invocation: Invocation) throws {
        guard let folder else { return }
        try Folder.requireOwnLinks(on: folder)
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw FileError(.makeFolder, folder) }
        let photos = AttachmentStore(of: try invocation.readStore()).files
        let cursor = try snapshot.items(matching: selection(snapshot.settings, invocation))
        let progress = Progress(localized("progress.writing"), unit: Phrases.many("file"), on: invocation.console)
        defer { progress.finish() }
        var (done, missing) = (0, 0)
        while try cursor.next() {
            let item = try cursor.item()
            let files =
                item.photos.map { ($0.hash, $0.mediaType) } + item.documents.map { ($0.hash, $0.mediaType) }
            for (hash, mediaType) in files {
                let target = "\(folder)/\(ImportedFiles.exportName(of: hash, mediaType: mediaType))"
                guard photos.has(hash) else {
                    missing += 1
                    continue
                }
                if !ExportRequest.isIntact(target, hash) { try ExportRequest.copy(hash, of: photos, to: target) }
                done += 1
                progress.update(done)
            }
        }
        try Folder.flush(folder)
        progress.finish()
        reportMissing(missing, invocation)
    }

    private func reportMissing(_ count: Int, _ invocation: Invocation) {
        guard count > 0 else { return }
        invocation.console.complain(localized("export.filesMissing", ["count": .count(count)]))
    }

    private static func copy(_ hash: ContentHash, of photos: PhotoStore, to target: String) throws {
        do {
            guard try copyFile(photos.originalPath(of: hash), to: target, sha256: hash.bytes) else {
                throw PhotoError.changed(hash)
            }
        } catch let error as FileError {
            // The report is not written yet.
            throw error.ofDraft(target)
        }
    }

    /// Whether a file is in its place and has the content of its name.
    private static func isIntact(_ path: String, _ hash: ContentHash) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let digest = SHA256Hasher()
        guard (try? readFile(path, digest.update)) != nil else { return false }
        return (try? digest.finish()) == hash.bytes
    }
}

extension ExportRequest {
    /// Writes the formats of other programs.
    func writeItems(_ snapshot: StoreSnapshot, _ invocation: Invocation) throws -> Int {
        let output = try OutputDestination(path, console: invocation.console)
        let selection = try selection(snapshot.settings, invocation)
        let cursor = try snapshot.items(matching: selection, order: invocation.order(in: snapshot))
        let currency = currency ?? snapshot.settings.currency
        let progress = Progress(localized("progress.writing"), unit: Phrases.many("item"), on: invocation.console)
        defer { progress.finish() }
        let losses: ExportLosses
        var hint: String?
        var count = 0
        let foreign = try format == .archive ? [:] : snapshot.itemsWithoutOwnReference()
        var withoutReference: [UUID] = []
        func each(_ write: (Item) throws -> Void) throws {
            while try cursor.next() {
                var item = try cursor.item()
                if foreign[item.id] != nil {
                    item.externalReference = nil
                    withoutReference.append(item.id)
                }
                try write(item)
                count += 1
                if count & 0xFF == 0 { progress.update(count) }
            }
        }
        switch format {
        case .homebox:
            let fields = try customFields(snapshot, selection)
            var writer = try HomeboxWriter(
                customFields: fields, currency: currency,
                parentReference: { id in
                    guard var parent = try snapshot.item(id)?.item else { return nil }
                    if foreign[id] != nil { parent.externalReference = nil }
                    return HomeboxWriter.reference(of: parent)
                }, sink: output.write)
            try each { try writer.write($0) }
            try writer.finish()
            losses = writer.losses
        case .archive:
            var writer = try AppArchiveWriter(
                className: invocation.arguments.text(.archiveClass) ?? "BNRItem", currency: currency,
                rounds: invocation.arguments.has(.archiveRounding), sink: output.write)
            try each { try writer.write($0) }
            try writer.finish()
            losses = writer.losses
        default:
            var filter = CSVLayoutFilter(DestinationSink(destination: output), csv)
            var writer = try PlainCSVWriter { try filter.write($0) }
            try each { try writer.write($0) }
            try writer.finish()
            _ = try filter.finish()
            if filter.needsByteOrderMark { hint = localized("csv.byteOrderMarkNeeded") }
            losses = ExportLosses()
        }
        try output.commit()
        if !withoutReference.isEmpty {
            invocation.console.complain(
                localized("export.duplicateReferences", ["items": .text(ExportRequest.named(withoutReference))]))
        }
        return try conclude(count, losses: losses, hint: hint, invocation)
    }

    /// Keys of items, many of them counted.
    static func named(_ items: [UUID]) -> String {
        let names = Message.Argument.text(Phrases.names(items.map(\.text), limit: 10))
        return localized(items.count == 1 ? "export.itemNamed" : "export.itemsNamed", ["items": names])
    }

    /// The columns that custom fields need.
    private func customFields(_ snapshot: StoreSnapshot, _ selection: Selection) throws -> [String] {
        var fields = HomeboxCustomFields()
        let cursor = try snapshot.items(matching: selection, fields: ItemFieldSet([.customFields]))
        while try cursor.next() {
            var own: [CustomField] = []
            cursor.forEachCustomField { name, value in
                own.append(
                    CustomField(
                        name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
            }
            fields.add(own)
        }
        return fields.names
    }
}
