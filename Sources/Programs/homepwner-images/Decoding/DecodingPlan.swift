import CImages
import ImageExchange

/// The header of a picture, and the scale at which it is decoded.
struct DecodingPlan {
    let type: ImageType
    /// The size in the file, before rotation.
    let size: PixelSize
    let frames: Int
    let orientation: Orientation
    /// The scale of decoding: 1, 1/2, 1/4 or 1/8 for JPEG. Pages of a document have no pixels and are rendered at the
    /// requested size.
    let scale: Double

    /// Reads the header. Refuses pictures that are too large before decoding a pixel.
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

    /// The maximum scale, which a page of the size of a stamp would exceed.
    private static let largestScale = 100.0

    private static func read(_ header: inout cimages_header, _ type: ImageType, scale: Double)
        throws(ImageDecodingError)
    {
        guard let picture = cimages_open(ImageRequest.inputDescriptor, type.decoder, scale, &header) else {
            throw ImageDecodingError(decoding: .header(type))
        }
        cimages_free(picture)
    }

    /// The smallest scale that leaves at least nine tenths of the requested edge. If 2048 pixels are requested, 4032 become
    /// 2016, which takes half the time.
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
        case .heif, .avif: CIMAGES_HEIF
        case .gif: CIMAGES_GIF
        case .tiff: CIMAGES_TIFF
        case .pdf: CIMAGES_PDF
        case .bmp: CIMAGES_BMP
        }
    }
}
