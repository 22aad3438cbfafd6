public import ImageExchange
public import Inventory

/// The sizes in which a photo is published.
public enum PhotoSize: Int, CaseIterable, Comparable, Sendable {
    /// For lists.
    case small = 320
    /// For an item's page.
    case medium = 1024
    /// For zooming in and for paper: 17 cm at 300 dots per inch.
    case large = 2048

    /// The maximum length of the longer edge in pixels. Photos are never enlarged.
    public var longEdge: Int { rawValue }

    /// The place among all sizes, largest first.
    var index: Int { PhotoSize.allCases.filter { $0 > self }.count }

    public static func < (one: PhotoSize, other: PhotoSize) -> Bool { one.rawValue < other.rawValue }
}

/// The purpose for which a file is added.
public enum FilePurpose: Sendable {
    /// A picture.
    case photo
    /// A picture, or a PDF, whose first page becomes the picture.
    case document

    func accepts(_ type: ImageType) -> Bool { self == .document || type != .pdf }
}

/// A photo or document in the store.
public struct PhotoRecord: Equatable, Sendable {
    /// The SHA-256 of the original, its name in the store.
    public let hash: ContentHash
    /// The type of its content, independent of its name.
    public let type: ImageType
    /// Width and height of the original in pixels, upright.
    public let size: PixelSize
    /// The number of frames or pages in the file. The first one is shown.
    public let frames: Int
    /// The size of the original in bytes.
    public let bytes: Int

    /// The reference that an item keeps to the photo.
    public func reference(fileName: String? = nil, caption: String? = nil, isPrimary: Bool = false) -> PhotoReference {
        PhotoReference(
            hash: hash, mediaType: type.mediaType, fileName: fileName, bytes: bytes, width: size.width,
            height: size.height, caption: caption, isPrimary: isPrimary)
    }

    /// The reference that an item keeps to the document, as a receipt.
    func document(fileName: String?) -> DocumentReference {
        DocumentReference(
            hash: hash, kind: .receipt, mediaType: type.mediaType, fileName: fileName, bytes: bytes)
    }
}

/// A picture to publish: upright, in sRGB, without metadata.
public struct PublishedPhoto: Equatable, Sendable {
    /// The JPEG file in the store.
    public let path: String
    /// The SHA-256 of the JPEG file.
    public let hash: ContentHash
    /// Width and height in pixels.
    public let size: PixelSize
}

/// The limits for one photo.
public struct PhotoLimits: Equatable, Sendable {
    /// The size of a file, in bytes.
    public var fileBytes: Int
    /// The time limit for the helper program, in seconds.
    public var seconds: Double
    /// The resource limits of the helper program.
    public var helper: ImageLimits

    /// 256 MiB, 60 seconds, and the helper's standard limits.
    public static let standard = PhotoLimits(fileBytes: 256 << 20, seconds: 60, helper: .standard)
    /// The same for photos that others wait for: 20 seconds.
    public static let whileServing = PhotoLimits(fileBytes: standard.fileBytes, seconds: 20, helper: standard.helper)

    /// Creates limits.
    public init(fileBytes: Int, seconds: Double, helper: ImageLimits) {
        self.fileBytes = fileBytes
        self.seconds = seconds
        self.helper = helper
    }
}
