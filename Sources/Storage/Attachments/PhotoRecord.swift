public import ImageExchange
public import Inventory

/// The sizes in which a photo is published.
public enum PhotoSize: Int, CaseIterable, Comparable, Sendable {
    /// For lists.
    case small = 320
    /// For an item's page.
    case medium = 1024
    /// For looking closely and for paper: 17 cm at 300 dots an inch.
    case large = 2048

    /// The longer edge in pixels, at most; a photo is never made larger than it is.
    public var longEdge: Int { rawValue }

    public static func < (one: PhotoSize, other: PhotoSize) -> Bool { one.rawValue < other.rawValue }
}

/// What a file is taken in as.
public enum FilePurpose: Sendable {
    /// A picture.
    case photo
    /// A picture, or a PDF whose first page makes one.
    case document

    func takes(_ type: ImageType) -> Bool { self == .document || type != .pdf }
}

/// A photo or document that the store has taken in.
public struct PhotoRecord: Equatable, Sendable {
    /// The SHA-256 of the original, its name in the store.
    public let hash: ContentHash
    /// What its content is, whatever its name said.
    public let type: ImageType
    /// Width and height of the original in pixels, upright.
    public let size: PixelSize
    /// Frames or pages in the file; the first is what is shown.
    public let frames: Int
    /// The size of the original in bytes.
    public let bytes: Int

    /// What an item keeps of the photo.
    public func reference(fileName: String? = nil, caption: String? = nil, isPrimary: Bool = false) -> PhotoReference {
        PhotoReference(
            hash: hash, mediaType: type.mediaType, fileName: fileName, bytes: bytes, width: size.width,
            height: size.height, caption: caption, isPrimary: isPrimary)
    }

    /// What an item keeps of the document, a receipt unless it is said to be another.
    func document(fileName: String?) -> DocumentReference {
        DocumentReference(
            hash: hash, kind: .receipt, mediaType: type.mediaType, fileName: fileName, bytes: bytes)
    }
}

/// A picture to publish: upright, in sRGB, without metadata.
public struct PublishedPhoto: Equatable, Sendable {
    /// The JPEG file in the store.
    public let path: String
    /// Width and height in pixels.
    public let size: PixelSize
}

/// What one photo may cost.
public struct PhotoLimits: Equatable, Sendable {
    /// The size of a file, in bytes.
    public var fileBytes: Int
    /// How long the helper may take by the clock, in seconds.
    public var seconds: Double
    /// What the helper may use.
    public var helper: ImageLimits

    /// 256 MiB, 60 seconds, and the helper's own standard.
    public static let standard = PhotoLimits(fileBytes: 256 << 20, seconds: 60, helper: .standard)

    /// Limits as given.
    public init(fileBytes: Int, seconds: Double, helper: ImageLimits) {
        self.fileBytes = fileBytes
        self.seconds = seconds
        self.helper = helper
    }
}
