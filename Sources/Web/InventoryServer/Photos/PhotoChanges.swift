import Attachments
import Files
import FoundationEssentials
import HTTPServer
import ImageExchange
import Inventory
import InventoryStore
import Localization
import Message
import Synchronization

/// Changes photos and documents for the API and the forms, one request after the other: decoding takes a while.
struct PhotoChanges: Sendable {
    let store: InventoryStore
    let attachments: AttachmentStore
    let workers: Workers
    let disk: DiskSpaceCheck
    let watcher: ChangeWatcher
    let errors: ErrorResponder
    let actor: String

    /// Adds or changes photos or documents on the photo thread.
    /// - Parameters:
    ///   - change: makes the change.
    ///   - respond: fulfils the promise with the response.
    /// - Throws: that nothing can be changed now.
    func commit<Outcome: Sendable>(
        for request: InventoryRequest, key: IdempotencyKey?,
        _ change: @escaping @Sendable (ChangeContext) throws -> Outcome,
        respond: @escaping @Sendable (Outcome, ResponsePromise) throws -> Void
    ) throws -> DeferredResponse {
        try disk.check(for: key.map { [$0] } ?? [])
        let context = ChangeContext(by: request.caller, otherwise: actor, key: key)
        return run(for: request.head) {
            try change(context)
        } respond: { outcome, promise in
            watcher.noticeChange()
            try respond(outcome, promise)
        }
    }

    /// Runs work with photos that changes nothing, on the same thread.
    func run<Outcome: Sendable>(
        for head: RequestHead, _ work: @escaping @Sendable () throws -> Outcome,
        respond: @escaping @Sendable (Outcome, ResponsePromise) throws -> Void
    ) -> DeferredResponse {
        workers.deferred(on: workers.photos, for: head) { promise in
            do {
                // Work that has not begun when the server stops is not begun: it could take longer than a stop may.
                if workers.isStopping.load(ordering: .relaxed) { throw RequestError(.stopping) }
                try respond(try work(), promise)
            } catch {
                promise.fulfill { errors.response(error, to: head) }
            }
        }
    }
}

/// The outcome of an upload of which the valid files are added.
struct PhotoUploadOutcome: Sendable {
    /// The change; nil if no file could be added.
    var change: ChangeOutcome?
    /// The number of new photos of the item.
    var added = 0
    /// The names of files that the item already had.
    var known: [String] = []
    /// Why other files were refused.
    var refusals: [Message] = []
}

// To be called on the photo thread.
extension PhotoChanges {
    /// Adds photos to an item, all or none.
    func add(
        _ files: [UploadedFile], caption: String?, to item: UUID, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        do {
            return try attachments.add(uploads: files.map(PhotoUpload.init), caption: caption, to: item, context)
        } catch {
            throw RequestError(error, refusal: .photoRefused)
        }
    }

    /// Adds those photos to an item that are valid.
    func addValid(
        _ files: [UploadedFile], caption: String?, to item: UUID, _ context: ChangeContext
    ) throws -> PhotoUploadOutcome {
        let uploads = files.map(PhotoUpload.init)
        var outcome = PhotoUploadOutcome()
        do {
            let (change, results) = try attachments.addValid(uploads: uploads, caption: caption, to: item, context)
            outcome.change = change
            for (upload, result) in zip(uploads, results) {
                switch result {
                case .failure(let error): outcome.refusals.append(error.message)
                case .success(.added): outcome.added += 1
                case .success: outcome.known.append(upload.name)
                }
            }
        } catch {
            throw RequestError(error, refusal: .photoRefused)
        }
        return outcome
    }

    /// The barcodes in a photo, which is not stored.
    func codes(in file: UploadedFile) throws -> [ScannedCode] {
        do { return try attachments.codes(in: PhotoUpload(file)) } catch {
            throw RequestError(error, refusal: .photoRefused)
        }
    }

    /// Adds documents to an item, all or none.
    func add(
        documents: [UploadedFile], _ details: DocumentDetails, to item: UUID, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        do {
            return try attachments.add(documents: documents.map(PhotoUpload.init), to: item, context) { source in
                NewDocument(
                    source, kind: details.kind, title: details.title, number: details.number, date: details.date)
            }
        } catch {
            throw RequestError(error, refusal: .documentRefused)
        }
    }

    /// Replaces the description of a document.
    func describe(
        document hash: ContentHash, of item: UUID, as details: DocumentDetails, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        try writeDocument { writer in
            guard var document = try writer.item(item)?.item.documents.first(where: { $0.hash == hash }) else {
                throw StoreError.noSuchFile(hash, of: item)
            }
            if let kind = details.kind { document.kind = kind }
            (document.title, document.number, document.date) = (details.title, details.number, details.date)
            return try writer.add(documents: [document], to: item, context)
        }
    }

    /// Removes a document from an item.
    func remove(document hash: ContentHash, of item: UUID, _ context: ChangeContext) throws -> ChangeOutcome {
        try writeDocument { writer in try writer.remove(document: hash, of: item, context) }
    }

    private func writeDocument(_ body: (StoreWriter) throws -> ChangeOutcome) throws -> ChangeOutcome {
        do {
            return try store.write { writer in try body(writer) }
        } catch StoreError.noSuchFile {
            throw RequestError(.noSuchDocument)
        }
    }

    /// Changes what an item says of one of its photos.
    /// - Parameter hash: as the address has it.
    func write(photo hash: String, _ body: (ContentHash, StoreWriter) throws -> ChangeOutcome) throws -> ChangeOutcome {
        guard let hash = ContentHash(hash) else { throw RequestError(.noSuchPhoto) }
        return try store.write { writer in try body(hash, writer) }
    }
}

extension PhotoUpload {
    fileprivate init(_ file: UploadedFile) { self.init(path: file.path, name: file.fileName ?? "photo") }
}

extension RequestError {
    /// Translates an error of the store of photos and documents for the sender of files.
    /// - Parameter refusal: the kind of error if a file cannot be accepted.
    init(_ error: any Error, refusal: InventoryErrorKind) {
        switch error {
        case let error as PhotoError: self.init(AttachmentError.files([error]), refusal: refusal)
        case let error as AttachmentError where error.isDiskFull: self.init(.diskFull)
        case let error as AttachmentError:
            self.init(error.isFaultOfServer ? .photosUnavailable : refusal, error.message)
        // An uploaded file is one of the server's own.
        case let error as FileError: self.init(.photosUnavailable, error.message)
        default: self.init(error)
        }
    }
}

extension AttachmentError {
    /// Whether the sender may send the same files again. An uploaded file is one of the server's own, so that the sender has
    /// no part in it if the system cannot read it.
    fileprivate var isFaultOfServer: Bool {
        guard case .files(let errors) = self else { return isInternal }
        return isInternal
            || errors.contains { if case .file(_, .unreadable) = $0 { true } else { false } }
    }
}
