/// A reference from an item to a photo, with the owner's description.
public struct PhotoReference: Equatable, Sendable {
    /// The original in the store.
    public let hash: ContentHash
    /// The media type (RFC 6838), such as `image/jpeg`.
    public let mediaType: String
    /// The name of the original file without folders.
    public let fileName: String?
    /// The size of the original in bytes.
    public let bytes: Int
    /// The width in pixels, upright.
    public let width: Int
    /// The height in pixels, upright.
    public let height: Int
    /// The owner's caption; also the alternative text on pages.
    public var caption: String?
    /// Whether it represents the item in lists. Exactly one of an item's photos does.
    public var isPrimary: Bool

    /// Creates a reference.
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
    /// The photo that represents the item.
    public var primary: PhotoReference? { first(where: \.isPrimary) ?? first }

    /// The photos with only the given one marked as primary.
    public func markingPrimary(_ hash: ContentHash?) -> [PhotoReference] {
        map { photo in
            var photo = photo
            photo.isPrimary = photo.hash == hash
            return photo
        }
    }

    /// The photos in the order in which they are shown.
    public var primaryFirst: [PhotoReference] { filter(\.isPrimary) + filter { !$0.isPrimary } }

    /// The photos without repeated hashes and with one primary: the first marked one, else the first.
    public var normalized: [PhotoReference] {
        var seen: Set<ContentHash> = []
        var photos = filter { seen.insert($0.hash).inserted }
        let chosen = photos.firstIndex(where: \.isPrimary) ?? 0
        for index in photos.indices { photos[index].isPrimary = index == chosen }
        return photos
    }
}
