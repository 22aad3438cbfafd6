package import FoundationEssentials
package import HTTPServer
package import ImageExchange
package import Inventory
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

/// The description of a document by its owner.
package struct DocumentDetails: Equatable, Sendable {
    package var kind: DocumentReference.Kind?
    package var title: String?
    package var number: String?
    package var date: CalendarDate?
}

/// A file of a document, ready to be sent.
package struct DocumentFile: Equatable, Sendable {
    package var path: String
    /// The media type by the content, never by the name.
    package var mediaType: String

    package init(path: String, mediaType: String) {
        self.path = path
        self.mediaType = mediaType
    }
}

/// Why a photo or document could not be added or changed.
package enum PhotoServiceError: Error, Equatable, Sendable {
    /// The file is not a supported picture; the text does not quote its content.
    case refused(String)
    /// The item has no such photo.
    case noSuchPhoto
    /// The file is neither a PDF nor a supported picture; the text does not quote its content.
    case documentRefused(String)
    /// The item has no such document, or its file is missing.
    case noSuchDocument
    /// The store refused the change.
    case store(StoreError)
    /// The disk is full.
    case diskFull
    /// The helper program that decodes is missing or failed.
    case unavailable(String)
}

/// Adds photos and documents to items and changes them.
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
    /// The barcodes in a photo. The photo is not stored, and the server removes the file afterwards.
    func codes(in file: UploadedFile) throws(PhotoServiceError) -> [ScannedCode]
    /// Sets the caption of a photo; nil removes it.
    func caption(
        _ hash: String, of item: UUID, as caption: String?, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome
    /// Makes a photo the one that represents its item.
    func makePrimary(_ hash: String, of item: UUID, _ context: ChangeContext) throws(PhotoServiceError) -> ChangeOutcome
    /// Moves a photo among those of its item; the first is the one that represents it.
    /// - Parameter place: counted from 1; past the last is last.
    func move(
        _ hash: String, of item: UUID, to place: Int, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome
    /// Removes a photo from an item.
    func remove(_ hash: String, of item: UUID, _ context: ChangeContext) throws(PhotoServiceError) -> ChangeOutcome
    /// Adds documents, all or none. The server removes the files afterwards.
    func add(
        documents: [UploadedFile], _ details: DocumentDetails, to item: UUID, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome
    /// Replaces the description of a document.
    func describe(
        document: ContentHash, of item: UUID, as details: DocumentDetails, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome
    /// Removes a document from an item.
    func remove(
        document: ContentHash, of item: UUID, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome
    /// The original of a document, or the small picture of its first page.
    func file(of document: ContentHash, isPicture: Bool) throws(PhotoServiceError) -> DocumentFile
}

extension RequestError {
    /// Translates an error of the photo service for a client.
    init(photos error: PhotoServiceError) {
        switch error {
        case .refused(let text): self.init(.photoRefused, .verbatim(text))
        case .noSuchPhoto: self.init(.noSuchPhoto)
        case .documentRefused(let text): self.init(.documentRefused, .verbatim(text))
        case .noSuchDocument: self.init(.noSuchDocument)
        case .store(let error): self.init(error)
        case .diskFull: self.init(.diskFull)
        case .unavailable(let text): self.init(.photosUnavailable, .verbatim(text))
        }
    }
}
