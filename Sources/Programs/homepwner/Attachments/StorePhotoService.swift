import Attachments
import FoundationEssentials
import HTTPServer
import ImageExchange
import Inventory
import InventoryServer
import InventoryStore
import Localization
import Messages
import SiteGenerator

/// The photos of a store as pages show them and as the server changes them.
struct StorePhotoService: Sendable {
    private let store: InventoryStore
    private let attachments: AttachmentStore

    /// - Parameter limits: the limits for one photo; a server that stops waits for the one that it decodes.
    init(of store: InventoryStore, limits: PhotoLimits = .standard) {
        self.store = store
        attachments = AttachmentStore(of: store, limits: limits)
    }
}

extension PhotoLimits {
    /// For photos that others wait for: 20 seconds by the clock.
    static let whileServing = PhotoLimits(fileBytes: standard.fileBytes, seconds: 20, helper: standard.helper)
}

extension StorePhotoService: SitePictureSource {
    func pictures(of hash: ContentHash) throws -> SitePictures? {
        guard let pictures = try held(hash) else { return nil }
        func picture(_ photo: PublishedPhoto) -> SitePicture {
            SitePicture(path: photo.path, hash: photo.hash, width: photo.size.width, height: photo.size.height)
        }
        return SitePictures(
            small: picture(pictures.small), medium: picture(pictures.medium), large: picture(pictures.large))
    }
}

extension StorePhotoService {
    /// The pictures of a photo that the inventory holds.
    private func held(
        _ hash: ContentHash
    ) throws(PhotoError) -> (small: PublishedPhoto, medium: PublishedPhoto, large: PublishedPhoto)? {
        do throws(PhotoError) {
            return try attachments.files.pictures(of: hash)
        } catch {
            if case .missing = error { return nil }
            throw error
        }
    }
}

extension StorePhotoService: PhotoService {
    func add(
        files: [UploadedFile], caption: String?, to item: UUID, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome {
        do throws(AttachmentError) {
            return try attachments.add(uploads: files.map(PhotoUpload.init), caption: caption, to: item, context)
        } catch {
            throw PhotoServiceError(error)
        }
    }

    func addValid(
        files: [UploadedFile], caption: String?, to item: UUID, _ context: ChangeContext
    ) throws(PhotoServiceError) -> PhotoUploadOutcome {
        let uploads = files.map(PhotoUpload.init)
        var outcome = PhotoUploadOutcome()
        do throws(AttachmentError) {
            let results: [Result<IntakeResult, PhotoError>]
            (outcome.outcome, results) = try attachments.addValid(
                uploads: uploads, caption: caption, to: item, context)
            for (upload, result) in zip(uploads, results) {
                switch result {
                case .failure(let error): outcome.refusals.append(localized(error.message))
                case .success(.added): outcome.added += 1
                case .success: outcome.known.append(upload.name)
                }
            }
        } catch {
            throw PhotoServiceError(error)
        }
        return outcome
    }

    func codes(in file: UploadedFile) throws(PhotoServiceError) -> [ScannedCode] {
        do throws(AttachmentError) {
            return try attachments.codes(in: PhotoUpload(file))
        } catch {
            throw PhotoServiceError(error)
        }
    }

    func caption(
        _ hash: String, of item: UUID, as caption: String?, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome {
        try change(hash) { hash, writer throws(StoreError) in
            try writer.caption(photo: hash, of: item, as: caption, context)
        }
    }

    func makePrimary(_ hash: String, of item: UUID, _ context: ChangeContext) throws(PhotoServiceError) -> ChangeOutcome
    {
        try change(hash) { hash, writer throws(StoreError) in
            try writer.makePrimary(photo: hash, of: item, context)
        }
    }

    func move(
        _ hash: String, of item: UUID, to place: Int, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome {
        try change(hash) { hash, writer throws(StoreError) in
            try writer.move(photo: hash, of: item, to: place, context)
        }
    }

    func remove(_ hash: String, of item: UUID, _ context: ChangeContext) throws(PhotoServiceError) -> ChangeOutcome {
        try change(hash) { hash, writer throws(StoreError) in
            try writer.remove(photo: hash, of: item, context)
        }
    }

    func add(
        documents: [UploadedFile], _ details: DocumentDetails, to item: UUID, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome {
        do throws(AttachmentError) {
            return try attachments.add(documents: documents.map(PhotoUpload.init), to: item, context) { source in
                NewDocument(
                    source, kind: details.kind, title: details.title, number: details.number, date: details.date)
            }
        } catch {
            if case .refused(let words) = PhotoServiceError(error) { throw .documentRefused(words) }
            throw PhotoServiceError(error)
        }
    }

    func describe(
        document hash: ContentHash, of item: UUID, as details: DocumentDetails, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome {
        try changeDocument { writer throws(StoreError) in
            guard var document = try writer.item(item)?.item.documents.first(where: { $0.hash == hash }) else {
                throw .noSuchFile(hash, of: item)
            }
            if let kind = details.kind { document.kind = kind }
            (document.title, document.number, document.date) = (details.title, details.number, details.date)
            return try writer.add(documents: [document], to: item, context)
        }
    }

    func remove(
        document hash: ContentHash, of item: UUID, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome {
        try changeDocument { writer throws(StoreError) in try writer.remove(document: hash, of: item, context) }
    }

    private func changeDocument(
        _ body: (StoreWriter) throws(StoreError) -> ChangeOutcome
    ) throws(PhotoServiceError) -> ChangeOutcome {
        do throws(StoreError) {
            return try store.write { writer throws(StoreError) in try body(writer) }
        } catch {
            if case .noSuchFile = error { throw .noSuchDocument }
            throw .store(error)
        }
    }

    func file(of hash: ContentHash, isPicture: Bool) throws(PhotoServiceError) -> DocumentFile {
        do throws(PhotoError) {
            if isPicture {
                let picture = try attachments.files.picture(of: hash, .small)
                return DocumentFile(path: picture.path, mediaType: ImageType.jpeg.mediaType)
            }
            let type = try attachments.files.record(of: hash).type
            return DocumentFile(path: attachments.files.originalPath(of: hash), mediaType: type.mediaType)
        } catch {
            if case .missing = error { throw .noSuchDocument }
            throw PhotoServiceError(.files([error]))
        }
    }

    private func change(
        _ hash: String, _ body: (ContentHash, StoreWriter) throws(StoreError) -> ChangeOutcome
    ) throws(PhotoServiceError) -> ChangeOutcome {
        guard let hash = ContentHash(hash) else { throw .noSuchPhoto }
        do throws(StoreError) {
            return try store.write { writer throws(StoreError) in try body(hash, writer) }
        } catch {
            throw .store(error)
        }
    }
}

extension PhotoUpload {
    fileprivate init(_ file: UploadedFile) { self.init(path: file.path, name: file.fileName ?? "photo") }
}

extension PhotoServiceError {
    /// The error as the sender of the photos sees it.
    fileprivate init(_ error: AttachmentError) {
        if case .store(let error) = error {
            self = .store(error)
            return
        }
        let words = localized(error.message)
        self = error.isDiskFull ? .diskFull : error.isFaultOfServer ? .unavailable(words) : .refused(words)
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
