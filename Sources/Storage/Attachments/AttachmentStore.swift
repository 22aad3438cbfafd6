import Files
package import FoundationEssentials
import Glibc
package import ImageExchange
package import Inventory
package import InventoryStore
package import Message

/// The photos and documents of a store's items: the files together with the items' references to them.
///
/// A file is flushed before an item refers to it. If the program ends in between, the next call removes the file. Files
/// are removed only while the store is locked, and only if neither an item nor the journal refers to them: files that an
/// undo could bring back are kept.
///
/// ```swift
/// let attachments = Attachments(of: store)
/// try attachments.add([NewPhoto(.path("lamp.jpg"))], to: lamp, ChangeContext(actor: "owner"))
/// let picture = try attachments.files.picture(of: photo.hash, .medium)
/// ```
package struct AttachmentStore: Sendable {
    /// The files.
    package let files: PhotoStore
    let store: InventoryStore

    /// The photos and documents of a store.
    package init(of store: InventoryStore, helper: ImageHelper = .found(), limits: PhotoLimits = .standard) {
        self.store = store
        files = PhotoStore(folder: store.path + "/photos", helper: helper, limits: limits)
    }

    /// Adds photos to an item, all or none.
    ///
    /// A photo that the item already has is not changed, except that it may become the primary one. The first photo of
    /// an item is its primary one.
    /// - Returns: the change, with the item's revision; the photos in the given order, with the captions that the item
    ///   has; and the result of each.
    /// - Throws: ``AttachmentError`` if files are refused; `StoreError`, for example `noSuchItem`.
    @discardableResult
    package func add(
        _ photos: [NewPhoto], to item: UUID, _ context: ChangeContext
    ) throws -> (outcome: ChangeOutcome, photos: [PhotoReference], results: [IntakeResult]) {
        try withIntake(photos.map(\.source), as: .photo) { records, writer in
            try AttachmentStore.attach(zip(photos, records).map { $0.reference(to: $1) }, to: item, writer, context)
        }
    }

    /// Adds those photos to an item that are acceptable.
    /// - Returns: the change, and a result for each photo.
    /// - Throws: ``AttachmentError`` if all are refused, or if the store's disk or the helper program failed; `StoreError`,
    ///   for example `noSuchItem`.
    package func addValid(
        _ photos: [NewPhoto], to item: UUID, _ context: ChangeContext
    ) throws -> (outcome: ChangeOutcome, results: [Result<IntakeResult, PhotoError>]) {
        try withIntake(photos.map { ($0.source, .photo) }, skippingInvalid: true) { taken, writer in
            var given: [PhotoReference] = []
            for (photo, record) in zip(photos, taken) {
                if case .success(let record) = record { given.append(photo.reference(to: record)) }
            }
            let (outcome, _, results) = try AttachmentStore.attach(given, to: item, writer, context)
            var rest = results[...]
            return (outcome, taken.map { record in record.map { _ in rest.popFirst() ?? .kept } })
        }
    }

    /// The outcome of an earlier, identical request with the same idempotency key, if there was one.
    ///
    /// Nothing is decoded, and later changes do not matter.
    package func repeated(_ photos: [NewPhoto], to item: UUID, _ context: ChangeContext) throws -> ChangeOutcome? {
        guard let key = context.key else { return nil }
        // Most keys are new. Checking the key first avoids reading the files twice.
        let snapshot = try store.snapshot()
        guard try snapshot.outcome(of: key)?.item == item else { return nil }
        var requestFingerprint: [(hash: ContentHash, isPrimary: Bool, caption: String?)] = []
        for photo in photos {
            guard let hash = files.hash(of: photo.source, as: .photo) else { return nil }
            requestFingerprint.append((hash, photo.isPrimary, photo.caption))
        }
        return try snapshot.outcome(
            of: key, requestFingerprint: StoreWriter.requestFingerprint(adding: requestFingerprint))
    }

    private static func attach(
        _ photos: [PhotoReference], to item: UUID, _ writer: StoreWriter, _ context: ChangeContext
    ) throws -> (outcome: ChangeOutcome, photos: [PhotoReference], results: [IntakeResult]) {
        var held = try writer.item(item)?.item.photos ?? []
        var taken: [(photo: PhotoReference, result: IntakeResult)] = []
        for var photo in photos {
            let known = held.first { $0.hash == photo.hash }
            if let known { photo.caption = known.caption }
            taken.append((photo, known.map { photo.isPrimary && !$0.isPrimary ? .changed : .kept } ?? .added))
            if known == nil { held.append(photo) }
        }
        let outcome = try writer.add(photos: photos, to: item, context)
        return (outcome, taken.map(\.photo), taken.map(\.result))
    }

    /// Adds documents to an item, all or none.
    ///
    /// If the item already has a document, the given details replace the present ones.
    /// - Returns: as ``add(_:to:_:)-photos``.
    /// - Throws: as ``add(_:to:_:)-photos``.
    @discardableResult
    package func add(
        _ documents: [NewDocument], to item: UUID, _ context: ChangeContext
    ) throws -> (outcome: ChangeOutcome, documents: [DocumentReference], results: [IntakeResult]) {
        try withIntake(documents.map(\.source), as: .document) { records, writer in
            var held = try writer.item(item)?.item.documents ?? []
            var taken: [(document: DocumentReference, result: IntakeResult)] = []
            for (new, record) in zip(documents, records) {
                guard let index = held.firstIndex(where: { $0.hash == record.hash }) else {
                    held.append(new.reference(to: record))
                    taken.append((held[held.count - 1], .added))
                    continue
                }
                let known = held[index]
                held[index] = new.applied(to: known)
                taken.append((held[index], held[index] == known ? .kept : .changed))
            }
            let outcome = try writer.add(documents: taken.map(\.document), to: item, context)
            return (outcome, taken.map(\.document), taken.map(\.result))
        }
    }

    /// Adds files to the store, all or none, and calls `commit` to refer to them in one transaction.
    ///
    /// - Throws: ``AttachmentError`` with the reasons if files are refused; the errors of `commit`.
    package func withIntake<Result>(
        _ sources: [FileSource], as purpose: FilePurpose,
        _ commit: ([PhotoRecord], StoreWriter) throws -> sending Result
    ) throws -> Result {
        try withIntake(sources.map { ($0, purpose) }, skippingInvalid: false) { taken, writer in
            try commit(taken.compactMap { try? $0.get() }, writer)
        }
    }

    /// Adds an item with photos and documents in one change. The first photo is its primary one.
    ///
    /// A file that is given twice is added once.
    /// - Throws: ``AttachmentError`` with the reasons if files are refused; the errors of ``StoreWriter`` that refuse the item.
    package func add(
        _ item: Item, photos: [NewPhoto], documents: [NewDocument], at place: ListPosition, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        let sources = photos.map { ($0.source, FilePurpose.photo) } + documents.map { ($0.source, .document) }
        return try withIntake(sources, skippingInvalid: false) { taken, writer in
            let records = taken.compactMap { try? $0.get() }
            var item = item
            for (photo, record) in zip(photos, records) where !item.photos.contains(where: { $0.hash == record.hash }) {
                item.photos.append(photo.reference(to: record))
            }
            if !item.photos.isEmpty { item.photos[0].isPrimary = true }
            for (document, record) in zip(documents, records.dropFirst(photos.count))
            where !item.documents.contains(where: { $0.hash == record.hash }) {
                item.documents.append(document.reference(to: record))
            }
            return try writer.add(item, at: place, context)
        }
    }

    /// - Parameter skipsInvalid: whether acceptable files are added although others are refused.
    private func withIntake<Taken>(
        _ sources: [(FileSource, FilePurpose)], skippingInvalid skipsInvalid: Bool,
        _ commit: ([Result<PhotoRecord, PhotoError>], StoreWriter) throws -> sending Taken
    ) throws -> Taken {
        try store.requireWritable()
        try removeAbandonedFiles()
        try files.makeFolders()
        var log = try IntakeLog(in: files.folder)
        do {
            while true {
                let taken = try take(sources, &log)
                let refused = taken.compactMap(\.failure)
                let isPartial = skipsInvalid && refused.count < taken.count && !refused.contains(where: \.isInternal)
                guard refused.isEmpty || isPartial else { throw AttachmentError.files(refused) }
                // Another process may have swept a file to which no item referred yet; then start over.
                let result = try store.write { writer -> Taken? in
                    guard taken.allSatisfy({ (try? $0.get()).map { files.sizeOfOriginal($0.hash) != nil } ?? true })
                    else { return nil }
                    return try commit(taken, writer)
                }
                if let result {
                    log.finish()
                    return result
                }
            }
        } catch {
            // Reports the first error. The intake log stays if files cannot be removed now, so that the next call tries.
            if (try? removeUnreferenced(log.hashes)) != nil { log.finish() }
            throw error
        }
    }

    private func take(
        _ sources: [(FileSource, FilePurpose)], _ log: inout IntakeLog
    ) throws -> [Result<PhotoRecord, PhotoError>] {
        var taken: [Result<PhotoRecord, PhotoError>] = []
        for (source, purpose) in sources {
            do {
                let record = try files.intake(source.opened(), as: purpose) { hash in try log.add(hash) }
                taken.append(.success(record))
            } catch let error as PhotoError { taken.append(.failure(error)) }
        }
        return taken
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension AttachmentStore {
    /// Copies the originals to which this store's items and journal refer, once these were copied from another store.
    /// Pictures are made again when they are needed.
    /// - Returns: the number of originals that were copied, and those that the other store does not have.
    /// - Throws: ``PhotoError/changed(_:)`` for an original whose bytes do not match its hash; errors of either store.
    package func copyOriginals(from other: AttachmentStore) throws -> (
        copied: Int, missing: [ContentHash]
    ) {
        let needed = try store.snapshot().referencedFiles()
        var (copied, missing) = (0, [ContentHash]())
        guard !needed.isEmpty else { return (copied, missing) }
        try files.makeFolders()
        for hash in needed.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) where !files.has(hash) {
            if other.files.has(hash) {
                try files.copyOriginal(hash, from: other.files)
                copied += 1
            } else {
                missing.append(hash)
            }
        }
        try PhotoError.wrapping { try Folder.flush(files.folder) }
        return (copied, missing)
    }
}

/// A photo or document that a client has uploaded.
package struct PhotoUpload: Equatable, Sendable {
    /// The path of the file.
    package let path: String
    /// The client's name for the file, without folders.
    package let name: String

    /// Creates an upload.
    package init(path: String, name: String) {
        self.path = path
        self.name = name
    }
}

extension AttachmentStore {
    /// Adds uploaded photos to an item, all or none.
    ///
    /// A request that repeats an earlier one under the same key returns the earlier outcome; nothing is decoded again.
    /// - Throws: `FileError` if a file cannot be opened; as ``add(_:to:_:)-photos``.
    package func add(
        uploads: [PhotoUpload], caption: String?, to item: UUID, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        try withSources(of: uploads) { sources in
            let photos = sources.map { NewPhoto($0, caption: caption) }
            if let outcome = try repeated(photos, to: item, context) { return outcome }
            try requireItem(item)
            return try add(photos, to: item, context).outcome
        }
    }

    /// Adds those uploaded photos that are acceptable.
    /// - Returns: the change, or nil if no photo was acceptable; and a result for each photo. A repeated request has no
    ///   results.
    /// - Throws: `FileError` if a file cannot be opened; ``AttachmentError`` if the store's disk or the helper program failed;
    ///   `StoreError`.
    package func addValid(
        uploads: [PhotoUpload], caption: String?, to item: UUID, _ context: ChangeContext
    ) throws -> (outcome: ChangeOutcome?, results: [Result<IntakeResult, PhotoError>]) {
        try withSources(of: uploads) { sources in
            let photos = sources.map { NewPhoto($0, caption: caption) }
            if let outcome = try repeated(photos, to: item, context) { return (outcome, []) }
            try requireItem(item)
            do {
                let (outcome, results) = try addValid(photos, to: item, context)
                return (outcome, results)
            } catch AttachmentError.files(let errors) where !errors.contains(where: \.isInternal) {
                return (nil, errors.map { .failure($0) })
            }
        }
    }

    /// Adds uploaded documents to an item, all or none.
    /// - Parameter described: the document that is made of a file.
    /// - Throws: `FileError` if a file cannot be opened; as ``add(_:to:_:)-documents``.
    package func add(
        documents uploads: [PhotoUpload], to item: UUID, _ context: ChangeContext,
        described: (FileSource) -> NewDocument
    ) throws -> ChangeOutcome {
        try withSources(of: uploads) { sources in
            try requireItem(item)
            return try add(sources.map(described), to: item, context).outcome
        }
    }

    /// The barcodes in an uploaded photo, which is not stored.
    /// - Throws: `FileError` if the file cannot be opened; ``PhotoError`` if it is refused or the helper program failed.
    package func codes(in upload: PhotoUpload) throws -> [ScannedCode] {
        try withSources(of: [upload]) { sources in try sources.flatMap { source in try files.codes(in: source) } }
    }

    /// The photos of an item, in order.
    /// - Throws: `StoreError`: `noSuchItem` if there is no such item.
    package func photos(of item: UUID) throws -> [PhotoReference] {
        guard let found = try store.snapshot().item(item) else { throw StoreError.noSuchItem(item) }
        return found.item.photos
    }

    /// Fails early, before any picture is decoded.
    private func requireItem(_ item: UUID) throws { _ = try photos(of: item) }

    /// Opens the files and closes them at the end.
    private func withSources<Result>(
        of uploads: [PhotoUpload], _ body: ([FileSource]) throws -> Result
    ) throws -> Result {
        var descriptors: [Int32] = []
        defer { for descriptor in descriptors { close(descriptor) } }
        var sources: [FileSource] = []
        for upload in uploads {
            let descriptor = open(upload.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { throw FileError(.read, upload.path) }
            descriptors.append(descriptor)
            sources.append(.descriptor(descriptor, name: upload.name))
        }
        return try body(sources)
    }
}

/// A file of a photo or document that is missing or damaged.
package enum AttachmentDiagnostic: Equatable, Sendable {
    /// An item refers to the file, but the store does not have it.
    case missing(ContentHash, of: UUID)
    /// Its bytes have changed since it was added.
    case changed(ContentHash, of: UUID)
    /// The system cannot read it.
    case unreadable(ContentHash, of: UUID)
}

extension AttachmentStore {
    /// Reads every file that an item refers to and compares it with its hash.
    /// - Parameter limit: the largest number of diagnostics to return.
    package func verify(limit: Int = 100) throws -> [AttachmentDiagnostic] {
        var diagnostics: [AttachmentDiagnostic] = []
        let sorted = try store.snapshot().files().sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
        for (hash, item) in sorted where diagnostics.count < limit {
            do {
                try files.verify(hash)
            } catch PhotoError.missing {
                diagnostics.append(.missing(hash, of: item))
            } catch PhotoError.changed {
                diagnostics.append(.changed(hash, of: item))
            } catch is PhotoError { diagnostics.append(.unreadable(hash, of: item)) }
        }
        return diagnostics
    }

    /// The originals that neither an item nor the journal refers to. An interrupted call may leave such files.
    package func unreferencedFiles() throws -> [ContentHash] {
        let originals = try files.originals()
        guard !originals.isEmpty else { return [] }
        let needed = try store.snapshot().referencedFiles()
        return originals.filter { !needed.contains($0) }
    }

    /// Removes the originals that neither an item nor the journal refers to, and pictures without an original.
    /// - Returns: the number of removed originals, and their size in bytes.
    @discardableResult
    package func sweep() throws -> (files: Int, bytes: Int) {
        try removeAbandonedFiles()
        let originals = try files.originals()
        let derived = try files.derivedHashes()
        return try removeUnreferenced(originals + derived.subtracting(originals))
    }

    /// Removes the files of calls that were interrupted before an item referred to them.
    func removeAbandonedFiles() throws {
        try files.removeAbandonedFiles()
        try IntakeLog.forEachAbandoned(in: files.folder) { log in
            try removeUnreferenced(log.hashes)
            log.finish()
        }
    }

    /// Removes the files of a list to which nothing refers. Holds the store's write lock meanwhile, so that no item can
    /// begin to refer to one of them.
    @discardableResult
    func removeUnreferenced(_ hashes: [ContentHash]) throws -> (files: Int, bytes: Int) {
        guard !hashes.isEmpty else { return (0, 0) }
        return try store.write { writer in
            let needed = try writer.referencedFiles()
            var (count, bytes) = (0, 0)
            for hash in Set(hashes) where !needed.contains(hash) {
                let size = files.sizeOfOriginal(hash)
                try files.discard(hash)
                count += size == nil ? 0 : 1
                bytes += size ?? 0
            }
            return (count, bytes)
        }
    }
}

extension AttachmentDiagnostic: MessageConvertible {
    package var message: Message {
        switch self {
        case .missing(let hash, let item):
            Message("attachment.missing", ["hash": "\(hash)", "item": item.text])
        case .changed(let hash, let item):
            Message("attachment.changed", ["hash": "\(hash)", "item": item.text])
        case .unreadable(let hash, let item):
            Message("attachment.unreadable", ["hash": "\(hash)", "item": item.text])
        }
    }
}
