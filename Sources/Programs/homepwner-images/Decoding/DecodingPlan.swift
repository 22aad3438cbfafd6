import CImages
import ImageExchange

/// What the header says, and how far the decoder itself makes the picture smaller.
struct DecodingPlan {
    let type: ImageType
    /// As it stands in the file, before it is turned.
    let size: PixelSize
    let frames: Int
    let orientation: Orientation
    /// How much smaller the picture is decoded than it is: a half, a quarter or an eighth for JPEG. Pages of a document,
    /// which have no pixels, are drawn as large as is asked for.
    let scale: Double

    /// Reads the header and refuses what is too large before a pixel is decoded.
    init(type: ImageType, limits: ImageLimits, longEdge: Int) throws(ImageDecodingError) {
        var header = cimages_header()
        try DecodingPlan.read(&header, type, scale: 1)
        var scale = 1.0
        if type == .pdf {
            let edge = max(1, Int(header.width), Int(header.height))
            scale = min(Double(longEdge) / Double(edge), DecodingPlan.largestScale)
            try DecodingPlan.read(&header, type, scale: scale)
        }
        self.type = type
        size = PixelSize(width: Int(header.width), height: Int(header.height))
        frames = max(1, Int(header.frames))
        orientation = Orientation(rawValue: Int(header.orientation)) ?? .upright
        guard size.width > 0, size.height > 0 else { throw ImageDecodingError(.header(type)) }
        guard size.width <= limits.pixels / size.height else { throw ImageDecodingError(.pixels(size)) }
        if type == .jpeg { scale = 1 / Double(DecodingPlan.shrink(from: size.longEdge, to: longEdge)) }
        self.scale = scale
    }

    /// For a page of a stamp's size.
    private static let largestScale = 100.0

    private static func read(_ header: inout cimages_header, _ type: ImageType, scale: Double)
        throws(ImageDecodingError)
    {
        guard let picture = cimages_open(ImageRequest.inputDescriptor, type.decoder, scale, &header) else {
            throw ImageDecodingError(decoding: .header(type))
        }
        cimages_free(picture)
    }

    /// The largest part that leaves at least nine tenths of the edge: 4032 pixels become 2016 where 2048 are asked for,
    /// in half the time.
    static func shrink(from edge: Int, to longEdge: Int) -> Int {
        [8, 4, 2].first { edge / $0 * 10 >= longEdge * 9 } ?? 1
    }

    /// Opens the picture for decoding.
    func decode() throws(ImageDecodingError) -> DecodedImage {
        var header = cimages_header()
        guard let opened = cimages_open(ImageRequest.inputDescriptor, type.decoder, scale, &header) else {
            throw ImageDecodingError(decoding: .header(type))
        }
        guard let flat = cimages_flatten(opened) else { throw ImageDecodingError(decoding: .colours(type)) }
        return DecodedImage(flat)
    }
}

extension ImageType {
    var decoder: cimages_type {
        switch self {
        case .jpeg: CIMAGES_JPEG
        case .png: CIMAGES_PNG
        case .webp: CIMAGES_WEBP
        case .heif: CIMAGES_HEIF
        case .gif: CIMAGES_GIF
        case .tiff: CIMAGES_TIFF
        case .pdf: CIMAGES_PDF
        }
    }
}
