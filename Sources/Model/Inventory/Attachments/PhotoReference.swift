/// A photo of an item: which one, what it is, what the owner says of it.
public struct PhotoReference: Equatable, Sendable {
    /// The original in the store.
    public let hash: ContentHash
    /// What the content is (RFC 6838), such as `image/jpeg`.
    public let mediaType: String
    /// The name of the file it was taken from, without folders.
    public let fileName: String?
    /// The size of the original in bytes.
    public let bytes: Int
    /// The width in pixels, upright.
    public let width: Int
    /// The height in pixels, upright.
    public let height: Int
    /// What it shows, in the owner's words; also the alternative text on pages.
    public var caption: String?
    /// Whether it stands for the item in lists. One of an item's photos does.
    public var isPrimary: Bool

    /// A photo as given.
    public init(
        hash: ContentHash, mediaType: String, fileName: String? = nil, bytes: Int = 0, width: Int, height: Int,
        caption: String? = nil, isPrimary: Bool = false
    ) {
        self.hash = hash
        self.mediaType = mediaType
        self.fileName = fileName
        self.bytes = bytes
        self.width = width
        self.height = height
        self.caption = caption
        self.isPrimary = isPrimary
    }
}

extension [PhotoReference] {
    /// The photo that stands for the item.
    public var primary: PhotoReference? { first(where: \.isPrimary) ?? first }

    /// The photos with that one primary and no other.
    public func markingPrimary(_ hash: ContentHash?) -> [PhotoReference] {
        map { photo in
            var photo = photo
            photo.isPrimary = photo.hash == hash
            return photo
        }
    }

    /// The photos with each hash once and one of them primary: the first that is marked, else the first.
    public var normalized: [PhotoReference] {
        var seen: Set<ContentHash> = []
        var photos = filter { seen.insert($0.hash).inserted }
        let chosen = photos.firstIndex(where: \.isPrimary) ?? 0
        for index in photos.indices { photos[index].isPrimary = index == chosen }
        return photos
    }
}
