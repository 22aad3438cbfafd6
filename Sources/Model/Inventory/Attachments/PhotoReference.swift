/// A reference from an item to a photo, with the owner's description.
package struct PhotoReference: Equatable, Sendable {
    /// The original in the store.
    package let hash: ContentHash
    /// The media type (RFC 6838), such as `image/jpeg`.
    package let mediaType: String
    /// The name of the original file without folders.
    package let fileName: String?
    /// The size of the original in bytes.
    package let bytes: Int
    /// The width in pixels, upright.
    package let width: Int
    /// The height in pixels, upright.
    package let height: Int
    /// The owner's caption; also the alternative text on pages.
    package var caption: String?
    /// Whether it represents the item in lists. Exactly one of an item's photos does.
    package var isPrimary: Bool

    /// Creates a reference.
    package init(
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
    package var primary: PhotoReference? { first(where: \.isPrimary) ?? first }

    /// The photos with only the given one marked as primary.
    package func markingPrimary(_ hash: ContentHash?) -> [PhotoReference] {
        map { photo in
            var photo = photo
            photo.isPrimary = photo.hash == hash
            return photo
        }
    }

    /// The photos in the order in which they are shown.
    package var primaryFirst: [PhotoReference] { filter(\.isPrimary) + filter { !$0.isPrimary } }

    /// The photos without repeated hashes and with one primary: the first marked one, else the first.
    package var normalized: [PhotoReference] {
        var seen: Set<ContentHash> = []
        var photos = filter { seen.insert($0.hash).inserted }
        let chosen = photos.firstIndex(where: \.isPrimary) ?? 0
        for index in photos.indices { photos[index].isPrimary = index == chosen }
        return photos
    }
}
