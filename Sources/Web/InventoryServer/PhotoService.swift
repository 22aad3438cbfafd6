public import FoundationEssentials
public import Inventory
public import InventoryStore

/// A photo of an item, as a page shows it.
public struct PhotoSummary: Equatable, Sendable {
    /// The SHA-256 of the original, 64 hexadecimal digits.
    public var hash: String
    /// The media type of the original.
    public var mediaType: String
    /// Pixels of the upright picture.
    public var width: Int
    public var height: Int
    /// The owner's words for it.
    public var caption: String?
    /// Whether it is the one that stands for the item.
    public var isPrimary: Bool

    /// A photo.
    public init(hash: String, mediaType: String, width: Int, height: Int, caption: String?, isPrimary: Bool) {
        self.hash = hash
        self.mediaType = mediaType
        self.width = width
        self.height = height
        self.caption = caption
        self.isPrimary = isPrimary
    }
}

extension PhotoSummary {
    /// A photo as the item has it.
    public init(_ photo: PhotoReference) {
        self.init(
            hash: photo.hash.description, mediaType: photo.mediaType, width: photo.width, height: photo.height,
            caption: photo.caption, isPrimary: photo.isPrimary)
    }
}

/// A file that somebody sent.
public struct UploadedPhoto: Equatable, Sendable {
    /// Where it is.
    public let path: String
    /// What it was called where it came from, without folders; nil where that is not known.
    public let fileName: String?

    /// That file.
    public init(path: String, fileName: String?) {
        self.path = path
        self.fileName = fileName
    }
}

/// What became of files of which those are taken that can be.
public struct PhotoUploadOutcome: Equatable, Sendable {
    /// The change; nil where nothing could be taken.
    public var outcome: ChangeOutcome?
    /// How many photos the item has now that it had not.
    public var added = 0
    /// The names of files that the item had already.
    public var known: [String] = []
    /// What is wrong with each file that was refused, in words.
    public var refusals: [String] = []

    /// Nothing yet.
    public init() {}
}

/// Why a photo was not taken in.
public enum PhotoServiceError: Error, Equatable, Sendable {
    /// The file is none of the pictures that are taken; in words, without its content.
    case refused(String)
    /// The item has no such photo.
    case noSuchPhoto
    /// The store does not allow it.
    case store(StoreError)
    /// There is no room for it.
    case diskFull
    /// The helper that decodes is missing or failed.
    case unavailable(String)
}

/// Takes photos in and keeps them with their items.
///
/// Changes come one by one, questions from several threads. Each change returns when what it did is durable.
public protocol PhotoService: Sendable {
    /// The photos of an item, in order.
    func photos(of item: UUID) throws(PhotoServiceError) -> [PhotoSummary]
    /// Takes in files, all or none; the companion removes them afterwards.
    func add(
        files: [UploadedPhoto], caption: String?, to item: UUID, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome
    /// Takes in those files that can be; the companion removes them afterwards.
    func addValid(
        files: [UploadedPhoto], caption: String?, to item: UUID, _ context: ChangeContext
    ) throws(PhotoServiceError) -> PhotoUploadOutcome
    /// Puts words to a photo, nil for none.
    func caption(
        _ hash: String, of item: UUID, as caption: String?, _ context: ChangeContext
    ) throws(PhotoServiceError) -> ChangeOutcome
    /// Lets a photo stand for the item.
    func makePrimary(_ hash: String, of item: UUID, _ context: ChangeContext) throws(PhotoServiceError) -> ChangeOutcome
    /// Takes a photo off an item.
    func remove(_ hash: String, of item: UUID, _ context: ChangeContext) throws(PhotoServiceError) -> ChangeOutcome
}
