import Files
public import FoundationEssentials
import Glibc
public import ImageExchange
public import Inventory
public import InventoryStore

/// A photo or document that a client has uploaded.
public struct PhotoUpload: Equatable, Sendable {
    /// The path of the file.
    public let path: String
    /// The client's name for the file, without folders.
    public let name: String

    /// Creates an upload.
    public init(path: String, name: String) {
        self.path = path
        self.name = name
    }
}

extension AttachmentStore {
    /// Adds uploaded photos to an item, all or none.
    ///
    /// A request that repeats an earlier one under the same key returns the earlier outcome; nothing is decoded again.
    /// - Throws: `upload` if a file cannot be opened; as ``add(_:to:_:)-photos``.
    public func add(
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
    public func addValid(
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
    public func add(
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
    public func codes(in upload: PhotoUpload) throws(AttachmentError) -> [ScannedCode] {
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
    public func photos(of item: UUID) throws(AttachmentError) -> [PhotoReference] {
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
