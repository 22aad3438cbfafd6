import Attachments
import Files
import FoundationEssentials
import Glibc
import ImageExchange
import Inventory
import InventoryServer
import InventoryStore
import Localization
import Messages
import SiteGenerator

/// The photos of a store as pages show them and as the companion changes them.
struct StorePhotoService: Sendable {
    private let store: InventoryStore
    private let attachments: AttachmentStore

    /// - Parameter limits: what one photo may cost; a companion that ends waits for the one it decodes.
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
            SitePicture(path: photo.path, width: photo.size.width, height: photo.size.height)
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
    func photos(of item: UUID) throws(PhotoServiceError) -> [PhotoSummary] {
        let found: StoredItem?
        do throws(StoreError) { found = try store.snapshot().item(item) } catch { throw .store(error) }
        guard let found else { throw .store(.noSuchItem(item)) }
        return found.item.photos.map(PhotoSummary.init)
    }

    func add(
        files: [UploadedPhoto], caption: String?, to item: UUID, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome {
        try withIntake(files, caption, to: item, context) { photos throws(AttachmentError) in
            try attachments.add(photos, to: item, context).outcome
        } repeated: {
            $0
        }
    }

    func addValid(
        files: [UploadedPhoto], caption: String?, to item: UUID, _ context: ChangeContext
    ) throws(PhotoServiceError) -> PhotoUploadOutcome {
        var intake = PhotoUploadOutcome()
        let results: [Result<IntakeResult, PhotoError>]
        do throws(PhotoServiceError) {
            (intake.outcome, results) = try withIntake(files, caption, to: item, context) {
                photos throws(AttachmentError) in
                let (outcome, results) = try attachments.addValid(photos, to: item, context)
                return (outcome, results)
            } repeated: {
                ($0, [])
            }
        } catch {
            guard case .refused(let words) = error else { throw error }
            intake.refusals = words.split(separator: "\n").map(String.init)
            return intake
        }
        for (file, result) in zip(files, results) {
            switch result {
            case .failure(let error): intake.refusals.append(LocalizationContext.words.text(error.message))
            case .success(.added): intake.added += 1
            case .success: intake.known.append(StorePhotoService.name(of: file))
            }
        }
        return intake
    }

    private static func name(of file: UploadedPhoto) -> String { file.fileName ?? "photo" }

    private func withIntake<Taken>(
        _ files: [UploadedPhoto], _ caption: String?, to item: UUID, _ context: ChangeContext,
        _ take: ([NewPhoto]) throws(AttachmentError) -> Taken, repeated: (ChangeOutcome) -> Taken
    ) throws(PhotoServiceError) -> Taken {
        var descriptors: [Int32] = []
        defer { for descriptor in descriptors { close(descriptor) } }
        var photos: [NewPhoto] = []
        for file in files {
            let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { throw .unavailable(String(cString: strerror(errno))) }
            descriptors.append(descriptor)
            photos.append(NewPhoto(.descriptor(descriptor, name: StorePhotoService.name(of: file)), caption: caption))
        }
        do throws(AttachmentError) {
            if let outcome = try attachments.repeated(photos, to: item, context) { return repeated(outcome) }
        } catch {
            throw PhotoServiceError(error)
        }
        // Nothing is decoded for an item that is not there.
        _ = try self.photos(of: item)
        do throws(AttachmentError) { return try take(photos) } catch { throw PhotoServiceError(error) }
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

    func remove(_ hash: String, of item: UUID, _ context: ChangeContext) throws(PhotoServiceError) -> ChangeOutcome {
        try change(hash) { hash, writer throws(StoreError) in
            try writer.remove(photo: hash, of: item, context)
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

extension PhotoServiceError {
    /// What an error means to whoever sent the photos.
    fileprivate init(_ error: AttachmentError) {
        switch error {
        case .store(let error): self = .store(error)
        case .files(let errors):
            let words = LocalizationContext.words.text(AttachmentError.files(errors).message)
            for case .store(let error) in errors {
                self = error.code == ENOSPC || error.code == EDQUOT ? .diskFull : .unavailable(words)
                return
            }
            // What is wrong with the helper is not the photo's fault.
            self = errors.contains(where: \.isInternal) ? .unavailable(words) : .refused(words)
        }
    }
}
