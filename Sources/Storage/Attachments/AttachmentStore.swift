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
    /// - Throws: `files` with the reasons if files are refused; `store`, for example with `noSuchItem`.
    @discardableResult
    package func add(
        _ photos: [NewPhoto], to item: UUID, _ context: ChangeContext
    ) throws(AttachmentError) -> (outcome: ChangeOutcome, photos: [PhotoReference], results: [IntakeResult]) {
        try withIntake(photos.map(\.source), as: .photo) { records, writer throws(StoreError) in
            try AttachmentStore.attach(zip(photos, records).map { $0.reference(to: $1) }, to: item, writer, context)
        }
    }

    /// Adds those photos to an item that are acceptable.
    /// - Returns: the change, and a result for each photo.
    /// - Throws: `files` if all are refused, or if the store's disk or the helper program failed; `store`, for example with
    ///   `noSuchItem`.
    package func addValid(
        _ photos: [NewPhoto], to item: UUID, _ context: ChangeContext
    ) throws(AttachmentError) -> (outcome: ChangeOutcome, results: [Result<IntakeResult, PhotoError>]) {
        try withIntake(photos.map { ($0.source, .photo) }, skippingInvalid: true) { taken, writer throws(StoreError) in
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
    package func repeated(
        _ photos: [NewPhoto], to item: UUID, _ context: ChangeContext
    ) throws(AttachmentError) -> ChangeOutcome? {
        guard let key = context.key else { return nil }
        do throws(StoreError) {
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
        } catch {
            throw .store(error)
        }
    }

    private static func attach(
        _ photos: [PhotoReference], to item: UUID, _ writer: StoreWriter, _ context: ChangeContext
    ) throws(StoreError) -> (outcome: ChangeOutcome, photos: [PhotoReference], results: [IntakeResult]) {
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
    ) throws(AttachmentError) -> (outcome: ChangeOutcome, documents: [DocumentReference], results: [IntakeResult]) {
        try withIntake(documents.map(\.source), as: .document) { records, writer throws(StoreError) in
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
    /// - Throws: `files` with the reasons if files are refused; `store` with the errors of `commit`.
    package func withIntake<Result>(
        _ sources: [FileSource], as purpose: FilePurpose,
        _ commit: ([PhotoRecord], StoreWriter) throws(StoreError) -> sending Result
    ) throws(AttachmentError) -> Result {
        try withIntake(sources.map { ($0, purpose) }, skippingInvalid: false) { taken, writer throws(StoreError) in
            try commit(taken.compactMap { try? $0.get() }, writer)
        }
    }

    /// Adds an item with photos and documents in one change. The first photo is its primary one.
    ///
    /// A file that is given twice is added once.
    /// - Throws: `files` with the reasons if files are refused; `store` with the reasons of ``StoreWriter`` to refuse the item.
    package func add(
        _ item: Item, photos: [NewPhoto], documents: [NewDocument], at place: ListPosition, _ context: ChangeContext
    ) throws(AttachmentError) -> ChangeOutcome {
        let sources = photos.map { ($0.source, FilePurpose.photo) } + documents.map { ($0.source, .document) }
        return try withIntake(sources, skippingInvalid: false) { taken, writer throws(StoreError) in
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
        _ commit: ([Result<PhotoRecord, PhotoError>], StoreWriter) throws(StoreError) -> sending Taken
    ) throws(AttachmentError) -> Taken {
        do throws(StoreError) { try store.requireWritable() } catch { throw .store(error) }
        try removeAbandonedFiles()
        var log = try wrappingPhotoErrors { () throws(PhotoError) in
            try files.makeFolders()
            return try IntakeLog(in: files.folder)
        }
        do throws(AttachmentError) {
            while true {
                let taken = take(sources, &log)
                let refused = taken.compactMap(\.failure)
                let isPartial = skipsInvalid && refused.count < taken.count && !refused.contains(where: \.isInternal)
                guard refused.isEmpty || isPartial else { throw .files(refused) }
                // Another process may have swept a file to which no item referred yet; then start over.
                let result = try withWriter { writer throws(StoreError) -> Taken? in
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
    ) -> [Result<PhotoRecord, PhotoError>] {
        var taken: [Result<PhotoRecord, PhotoError>] = []
        for (source, purpose) in sources {
            do throws(PhotoError) {
                let record = try files.intake(source.opened(), as: purpose) { hash throws(PhotoError) in
                    try log.add(hash)
                }
                taken.append(.success(record))
            } catch {
                taken.append(.failure(error))
            }
        }
        return taken
    }

    func withWriter<Result>(
        _ body: (StoreWriter) throws(StoreError) -> sending Result
    ) throws(AttachmentError) -> sending Result {
        do throws(StoreError) { return try store.write(body) } catch { throw .store(error) }
    }

    func wrappingPhotoErrors<Result: ~Copyable>(_ body: () throws(PhotoError) -> Result) throws(AttachmentError)
        -> Result
    {
        do throws(PhotoError) { return try body() } catch { throw .files([error]) }
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
    /// - Throws: `files` with `changed` for an original whose bytes do not match its hash; errors of either store.
    package func copyOriginals(from other: AttachmentStore) throws(AttachmentError) -> (
        copied: Int, missing: [ContentHash]
    ) {
        let needed: Set<ContentHash>
        do throws(StoreError) { needed = try store.snapshot().referencedFiles() } catch { throw .store(error) }
        var (copied, missing) = (0, [ContentHash]())
        guard !needed.isEmpty else { return (copied, missing) }
        try wrappingPhotoErrors { () throws(PhotoError) in
            try files.makeFolders()
            for hash in needed.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) where !files.has(hash) {
                if other.files.has(hash) {
                    try files.copyOriginal(hash, from: other.files)
                    copied += 1
                } else {
                    missing.append(hash)
                }
            }
            try PhotoError.wrapping { () throws(FileError) in try Folder.flush(files.folder) }
        }
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
    /// - Throws: `upload` if a file cannot be opened; as ``add(_:to:_:)-photos``.
    package func add(
        uploads: [PhotoUpload], caption: String?, to item: UUID, _ context: ChangeContext
    ) throws(AttachmentError) -> ChangeOutcome {
        try withSources(of: uploads) { sources throws(AttachmentError) in
            let photos = sources.map { NewPhoto($0, caption: caption) }
            if let outcome = try repeated(photos, to: item, context) { return outcome }
            try requireItem(item)
            return try add(photos, to: item, context).outcome
        }
    }

    /// Adds those uploaded photos that are acceptable.
    /// - Returns: the change, or nil if no photo was acceptable; and a result for each photo. A repeated request has no
    ///   results.
    /// - Throws: `upload` if a file cannot be opened; `files` if the store's disk or the helper program failed; `store`.
    package func addValid(
        uploads: [PhotoUpload], caption: String?, to item: UUID, _ context: ChangeContext
    ) throws(AttachmentError) -> (outcome: ChangeOutcome?, results: [Result<IntakeResult, PhotoError>]) {
        try withSources(of: uploads) { sources throws(AttachmentError) in
            let photos = sources.map { NewPhoto($0, caption: caption) }
            if let outcome = try repeated(photos, to: item, context) { return (outcome, []) }
            try requireItem(item)
            do throws(AttachmentError) {
                let (outcome, results) = try addValid(photos, to: item, context)
                return (outcome, results)
            } catch {
                guard case .files(let errors) = error, !error.isInternal else { throw error }
                return (nil, errors.map { .failure($0) })
            }
        }
    }

    /// Adds uploaded documents to an item, all or none.
    /// - Parameter described: the document that is made of a file.
    /// - Throws: `upload` if a file cannot be opened; as ``add(_:to:_:)-documents``.
    package func add(
        documents uploads: [PhotoUpload], to item: UUID, _ context: ChangeContext,
        described: (FileSource) -> NewDocument
    ) throws(AttachmentError) -> ChangeOutcome {
        try withSources(of: uploads) { sources throws(AttachmentError) in
            try requireItem(item)
            return try add(sources.map(described), to: item, context).outcome
        }
    }

    /// The barcodes in an uploaded photo, which is not stored.
    /// - Throws: `upload` if the file cannot be opened; `files` if it is refused or the helper program failed.
    package func codes(in upload: PhotoUpload) throws(AttachmentError) -> [ScannedCode] {
        try withSources(of: [upload]) { sources throws(AttachmentError) in
            do throws(PhotoError) {
                var found: [ScannedCode] = []
                for source in sources { found += try files.codes(in: source) }
                return found
            } catch {
                throw .files([error])
            }
        }
    }

    /// The photos of an item, in order.
    /// - Throws: `store`, with `noSuchItem` if there is no such item.
    package func photos(of item: UUID) throws(AttachmentError) -> [PhotoReference] {
        do throws(StoreError) {
            guard let found = try store.snapshot().item(item) else { throw .noSuchItem(item) }
            return found.item.photos
        } catch {
            throw .store(error)
        }
    }

    /// Fails early, before any picture is decoded.
    private func requireItem(_ item: UUID) throws(AttachmentError) { _ = try photos(of: item) }

    /// Opens the files and closes them at the end.
    private func withSources<Result>(
        of uploads: [PhotoUpload], _ body: ([FileSource]) throws(AttachmentError) -> Result
    ) throws(AttachmentError) -> Result {
        var descriptors: [Int32] = []
        defer { for descriptor in descriptors { close(descriptor) } }
        var sources: [FileSource] = []
        for upload in uploads {
            let descriptor = open(upload.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { throw .upload(FileError(.read, upload.path)) }
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
    package func verify(limit: Int = 100) throws(AttachmentError) -> [AttachmentDiagnostic] {
        var diagnostics: [AttachmentDiagnostic] = []
        let owned: [ContentHash: UUID]
        do throws(StoreError) { owned = try store.snapshot().files() } catch { throw .store(error) }
        let sorted = owned.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
        for (hash, item) in sorted where diagnostics.count < limit {
            do throws(PhotoError) {
                try files.verify(hash)
            } catch {
                switch error {
                case .missing: diagnostics.append(.missing(hash, of: item))
                case .changed: diagnostics.append(.changed(hash, of: item))
                default: diagnostics.append(.unreadable(hash, of: item))
                }
            }
        }
        return diagnostics
    }

    /// The originals that neither an item nor the journal refers to. An interrupted call may leave such files.
    package func unreferencedFiles() throws(AttachmentError) -> [ContentHash] {
        let originals = try wrappingPhotoErrors { () throws(PhotoError) in try files.originals() }
        guard !originals.isEmpty else { return [] }
        do throws(StoreError) {
            let needed = try store.snapshot().referencedFiles()
            return originals.filter { !needed.contains($0) }
        } catch {
            throw .store(error)
        }
    }

    /// Removes the originals that neither an item nor the journal refers to, and pictures without an original.
    /// - Returns: the number of removed originals, and their size in bytes.
    @discardableResult
    package func sweep() throws(AttachmentError) -> (files: Int, bytes: Int) {
        try removeAbandonedFiles()
        let originals = try wrappingPhotoErrors { () throws(PhotoError) in try files.originals() }
        let derived = try wrappingPhotoErrors { () throws(PhotoError) in try files.derivedHashes() }
        return try removeUnreferenced(originals + derived.subtracting(originals))
    }

    /// Removes the files of calls that were interrupted before an item referred to them.
    func removeAbandonedFiles() throws(AttachmentError) {
        try wrappingPhotoErrors { () throws(PhotoError) in try files.removeAbandonedFiles() }
        try IntakeLog.forEachAbandoned(in: files.folder) { log throws(AttachmentError) in
            try removeUnreferenced(log.hashes)
            log.finish()
        }
    }

    /// Removes the files of a list to which nothing refers. Holds the store's write lock meanwhile, so that no item can
    /// begin to refer to one of them.
    @discardableResult
    func removeUnreferenced(_ hashes: [ContentHash]) throws(AttachmentError) -> (files: Int, bytes: Int) {
        guard !hashes.isEmpty else { return (0, 0) }
        let result = try withWriter { writer throws(StoreError) -> Result<(files: Int, bytes: Int), PhotoError> in
            let needed = try writer.referencedFiles()
            var (count, bytes) = (0, 0)
            for hash in Set(hashes) where !needed.contains(hash) {
                let size = files.sizeOfOriginal(hash)
                do throws(PhotoError) { try files.discard(hash) } catch { return .failure(error) }
                count += size == nil ? 0 : 1
                bytes += size ?? 0
            }
            return .success((count, bytes))
        }
        return try wrappingPhotoErrors { () throws(PhotoError) in try result.get() }
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
