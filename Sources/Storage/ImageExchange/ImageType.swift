/// A kind of picture that is taken in, or of document whose first page makes one.
public enum ImageType: String, CaseIterable, Sendable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"
    case heif = "image/heic"
    case gif = "image/gif"
    case tiff = "image/tiff"
    case pdf = "application/pdf"

    /// The media type (RFC 6838, IANA registry).
    public var mediaType: String { rawValue }

    /// The name that people use.
    public var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .webp: "WebP"
        case .heif: "HEIC"
        case .gif: "GIF"
        case .tiff: "TIFF"
        case .pdf: "PDF"
        }
    }
}

/// What people take for photos and is not taken in.
public enum UnsupportedFormat: String, CaseIterable, Sendable {
    case postScript, zip, gzip, bmp, photoshop, jpegXL, jpeg2000, avif, icon, program, script, imageMagick, film
    case webPage, xml
}

/// What the first bytes of a file say it is; its name says nothing.
public enum ContentKind: Equatable, Sendable {
    /// A picture that is taken in, or a document of pages.
    case image(ImageType)
    /// Nothing in the file.
    case empty
    /// A drawing in SVG, which can hold scripts and links.
    case svg
    /// A document or picture of another known kind.
    case other(UnsupportedFormat)
    /// None of the known kinds.
    case unknown

    /// How many bytes of a file are enough to tell.
    public static let bytesNeeded = 512

    /// Tells the kind from the first bytes of a file (``bytesNeeded`` of them, or all where there are fewer).
    public init(of bytes: [UInt8]) { self = FileSignature.kind(of: bytes) }
}
