public import Inventory

/// One picture of a photo that may be shown to anybody: upright, without metadata.
public struct SitePicture: Equatable, Sendable {
    /// The file, a JPEG.
    public let path: String
    /// The SHA-256 of the file.
    public let hash: ContentHash
    /// Pixels of the picture.
    public let width: Int
    public let height: Int

    /// The picture in that file.
    public init(path: String, hash: ContentHash, width: Int, height: Int) {
        self.path = path
        self.hash = hash
        self.width = width
        self.height = height
    }
}

/// The pictures of a photo, each no smaller than the one before.
public struct SitePictures: Equatable, Sendable {
    /// For lists.
    public let small: SitePicture
    /// For an item's page.
    public let medium: SitePicture
    /// For looking closely.
    public let large: SitePicture

    /// Those pictures.
    public init(small: SitePicture, medium: SitePicture, large: SitePicture) {
        self.small = small
        self.medium = medium
        self.large = large
    }
}

/// The source of a publication's pictures.
///
/// Calls come from several threads.
public protocol SitePictureSource: Sendable {
    /// Returns the pictures of a photo and creates missing ones; nil if the inventory has no file of the photo, as after
    /// an import of a list without its files.
    /// - Throws: the reason why they cannot be created, with a remedy.
    func pictures(of hash: ContentHash) throws -> SitePictures?
}
