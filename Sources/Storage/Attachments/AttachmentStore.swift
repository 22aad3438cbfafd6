public import FoundationEssentials
public import Inventory
public import InventoryStore

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
public struct AttachmentStore: Sendable {
    /// The files.
    public let files: PhotoStore
    let store: InventoryStore

    /// The photos and documents of a store.
    public init(of store: InventoryStore, helper: ImageHelper = .found(), limits: PhotoLimits = .standard) {
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
    public func add(
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
    public func addValid(
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
    public func repeated(
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
    public func add(
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
    public func withIntake<Result>(
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
    public func add(
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
