/// A supported picture format, or a document format whose first page becomes a picture.
package enum ImageType: String, CaseIterable, Sendable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"
    case heif = "image/heic"
    case gif = "image/gif"
    case tiff = "image/tiff"
    case avif = "image/avif"
    case bmp = "image/bmp"
    case pdf = "application/pdf"

    /// The media type (RFC 6838, IANA registry).
    package var mediaType: String { rawValue }

    /// The common name.
    package var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .webp: "WebP"
        case .heif: "HEIC"
        case .gif: "GIF"
        case .tiff: "TIFF"
        case .avif: "AVIF"
        case .bmp: "BMP"
        case .pdf: "PDF"
        }
    }
}

/// A known format that is not supported.
package enum UnsupportedFormat: String, CaseIterable, Sendable {
    case postScript, zip, gzip, photoshop, jpegXL, jpeg2000, icon, program, script, imageMagick, film
    case webPage, xml
}

/// The kind of a file according to its first bytes; its name does not matter.
package enum ContentKind: Equatable, Sendable {
    /// A supported picture or document.
    case image(ImageType)
    /// The file is empty.
    case empty
    /// An SVG drawing, which can contain scripts and links.
    case svg
    /// A known, unsupported format.
    case other(UnsupportedFormat)
    /// An unknown format.
    case unknown

    /// The number of bytes that are needed to recognise a file.
    package static let bytesNeeded = 512

    /// Recognises a file from its first ``bytesNeeded`` bytes, or from all of them if it is shorter.
    package init(of bytes: [UInt8]) { self = FileSignature.kind(of: bytes) }
}
