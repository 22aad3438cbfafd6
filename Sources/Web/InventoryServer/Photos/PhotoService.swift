package import FoundationEssentials
package import HTTPServer
package import InventoryStore
import Localization

/// The outcome of an upload of which the valid files are added.
package struct PhotoUploadOutcome: Equatable, Sendable {
    /// The change; nil if no file could be added.
    package var outcome: ChangeOutcome?
    /// The number of new photos of the item.
    package var added = 0
    /// The names of files that the item already had.
    package var known: [String] = []
    /// The reasons for refused files, one text a file.
    package var refusals: [String] = []

    package init() {}
}

/// Why a photo could not be added or changed.
package enum PhotoServiceError: Error, Equatable, Sendable {
    /// The file is not a supported picture; the text does not quote its content.
    case refused(String)
    /// The item has no such photo.
    case noSuchPhoto
    /// The store refused the change.
    case store(StoreError)
    /// The disk is full.
    case diskFull
    /// The helper program that decodes is missing or failed.
    case unavailable(String)
}

/// Adds photos to items and changes them.
///
/// The server calls changes one after the other, and reads from several threads. Each change is durable when it returns.
package protocol PhotoService: Sendable {
    /// Adds files, all or none. The server removes them afterwards.
    func add(
        files: [UploadedFile], caption: String?, to item: UUID, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome
    /// Adds the valid files. The server removes all files afterwards.
    func addValid(
        files: [UploadedFile], caption: String?, to item: UUID, _ context: ChangeContext
    ) throws(PhotoServiceError) -> PhotoUploadOutcome
    /// Sets the caption of a photo; nil removes it.
    func caption(
        _ hash: String, of item: UUID, as caption: String?, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome
    /// Makes a photo the one that represents its item.
    func makePrimary(_ hash: String, of item: UUID, _ context: ChangeContext) throws(PhotoServiceError) -> ChangeOutcome
    /// Removes a photo from an item.
    func remove(_ hash: String, of item: UUID, _ context: ChangeContext) throws(PhotoServiceError) -> ChangeOutcome
}

extension RequestError {
    /// Translates an error of the photo service for a client.
    init(photos error: PhotoServiceError) {
        switch error {
        case .refused(let text): self.init(.photoRefused, .verbatim(text))
        case .noSuchPhoto: self.init(.noSuchPhoto)
        case .store(let error): self.init(error)
        case .diskFull: self.init(.diskFull)
        case .unavailable(let text): self.init(.photosUnavailable, .verbatim(text))
        }
    }
}
