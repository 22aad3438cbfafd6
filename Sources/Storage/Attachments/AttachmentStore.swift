public import FoundationEssentials
public import Inventory
public import InventoryStore

/// The photos and documents of a store's items: the files and what the items say of them, together.
///
/// A file is in the store, flushed, before an item refers to it; where the program ends in between, the next call clears
/// up. A file is removed only while no one can write to the store, and only if neither an item nor the journal speaks of
/// it: what undoing could bring back is kept.
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

    /// What the items of a store have.
    public init(of store: InventoryStore, helper: ImageHelper = .found(), limits: PhotoLimits = .standard) {
        self.store = store
        files = PhotoStore(folder: store.path + "/photos", helper: helper, limits: limits)
    }

    /// Takes in photos and adds them to an item, all or none.
    ///
    /// A photo the item has already stays as it is, but for being made the primary one. The first photo of an item is
    /// its primary one.
    /// - Returns: the change, with the item's revision; what was taken in, in the order given, with the captions that
    ///   the item has; and what became of each.
    /// - Throws: `files` with everything that is wrong with them; `store`, `noSuchItem` for one.
    @discardableResult
    public func add(
        _ photos: [NewPhoto], to item: UUID, _ context: ChangeContext
    ) throws(AttachmentError) -> (outcome: ChangeOutcome, photos: [PhotoReference], results: [IntakeResult]) {
        try withIntake(photos.map(\.source), as: .photo) { records, writer throws(StoreError) in
            try AttachmentStore.attach(zip(photos, records).map { $0.reference(to: $1) }, to: item, writer, context)
        }
    }

    /// Takes in those of some photos that can be, and adds them to an item.
    /// - Returns: the change, and what became of each photo given.
    /// - Throws: `files` where none can be taken, or where not the files are to blame; `store`, `noSuchItem` for one.
    public func addValid(
        _ photos: [NewPhoto], to item: UUID, _ context: ChangeContext
    ) throws(AttachmentError) -> (outcome: ChangeOutcome, results: [Result<IntakeResult, PhotoError>]) {
        try withIntake(photos.map(\.source), as: .photo, skippingInvalid: true) { taken, writer throws(StoreError) in
            var given: [PhotoReference] = []
            for (photo, record) in zip(photos, taken) {
                if case .success(let record) = record { given.append(photo.reference(to: record)) }
            }
            let (outcome, _, results) = try AttachmentStore.attach(given, to: item, writer, context)
            var rest = results[...]
            return (outcome, taken.map { record in record.map { _ in rest.popFirst() ?? .kept } })
        }
    }

    /// What adding these very photos to the item came to before, where the context's key tells that it did.
    ///
    /// Nothing is decoded for that, and nothing that happened since stands in its way.
    public func repeated(
        _ photos: [NewPhoto], to item: UUID, _ context: ChangeContext
    ) throws(AttachmentError) -> ChangeOutcome? {
        guard let key = context.key else { return nil }
        do throws(StoreError) {
            // Most keys are new, and their files are read only once.
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

    /// Takes in documents and adds them to an item, all or none.
    ///
    /// Of a document the item has already, what is given is brought up to date and the rest stays.
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
                held[index] = new.stated(of: known)
                taken.append((held[index], held[index] == known ? .kept : .changed))
            }
            let outcome = try writer.add(documents: taken.map(\.document), to: item, context)
            return (outcome, taken.map(\.document), taken.map(\.result))
        }
    }

    /// Takes in files and has `commit` give them to items in one transaction, all or none.
    ///
    /// - Throws: `files` with everything that is wrong with them; `store` with what `commit` throws.
    public func withIntake<Result>(
        _ sources: [FileSource], as purpose: FilePurpose,
        _ commit: ([PhotoRecord], StoreWriter) throws(StoreError) -> sending Result
    ) throws(AttachmentError) -> Result {
        try withIntake(sources, as: purpose, skippingInvalid: false) { taken, writer throws(StoreError) in
            try commit(taken.compactMap { try? $0.get() }, writer)
        }
    }

    /// - Parameter spares: whether files that can be taken are, though others cannot.
    private func withIntake<Taken>(
        _ sources: [FileSource], as purpose: FilePurpose, skippingInvalid skipsInvalid: Bool,
        _ commit: ([Result<PhotoRecord, PhotoError>], StoreWriter) throws(StoreError) -> sending Taken
    ) throws(AttachmentError) -> Taken {
        guard !store.isReadOnly else { throw .store(.readOnly(path: store.path)) }
        try removeAbandonedFiles()
        var note = try wrappingPhotoErrors { () throws(PhotoError) in
            try files.makeFolders()
            return try IntakeLog(in: files.folder)
        }
        do throws(AttachmentError) {
            while true {
                let taken = take(sources, as: purpose, &note)
                let refused = taken.compactMap(\.failure)
                let isSpared = skipsInvalid && refused.count < taken.count && !refused.contains(where: \.isInternal)
                guard refused.isEmpty || isSpared else { throw .files(refused) }
                // Someone who clears up may have removed a file that no item had yet.
                let result = try withWriter { writer throws(StoreError) -> Taken? in
                    guard taken.allSatisfy({ (try? $0.get()).map { files.sizeOfOriginal($0.hash) != nil } ?? true })
                    else { return nil }
                    return try commit(taken, writer)
                }
                if let result {
                    note.finish()
                    return result
                }
            }
        } catch {
            // What is told is the first error; what cannot be removed now is found by the note.
            if (try? removeUnreferenced(note.hashes)) != nil { note.finish() }
            throw error
        }
    }

    private func take(
        _ sources: [FileSource], as purpose: FilePurpose, _ note: inout IntakeLog
    ) -> [Result<PhotoRecord, PhotoError>] {
        var taken: [Result<PhotoRecord, PhotoError>] = []
        for source in sources {
            do throws(PhotoError) {
                let record = try files.intake(source.opened(), as: purpose) { hash throws(PhotoError) in
                    try note.add(hash)
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
