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

/// An open picture, decoded row by row on demand.
struct DecodedImage: ~Copyable {
    private let handle: OpaquePointer
    let width: Int
    let height: Int
    let channels: Int

    /// Takes ownership of `handle`.
    init(_ handle: OpaquePointer) {
        self.handle = handle
        var shape = (width: Int32(0), height: Int32(0), channels: Int32(0))
        cimages_shape(handle, &shape.width, &shape.height, &shape.channels)
        width = Int(shape.width)
        height = Int(shape.height)
        channels = Int(shape.channels)
    }

    deinit { cimages_free(handle) }

    /// Reads all rows. If the picture is at least twice as large as requested, reduces it by a whole number meanwhile.
    ///
    /// So a picture of 100 megapixels is never in memory as a whole.
    func reduced(type: ImageType, longEdge: Int) throws(ImageDecodingError) -> PixelBuffer {
        guard (1...4).contains(channels), channels != 2 else { throw ImageDecodingError(.colours(type)) }
        var reducer = BoxReducer(
            width: width, height: height, channels: channels, factor: max(1, max(width, height) / longEdge))
        var top = 0
        while top < height {
            let count = min(16, height - top)
            var stride = 0
            guard let rows = cimages_rows(handle, Int32(top), Int32(count), &stride) else {
                throw ImageDecodingError(decoding: .damaged(type))
            }
            for row in 0..<count { reducer.add(rows + row * stride) }
            top += count
        }
        return reducer.finish()
    }

    /// Converts pixels from the picture's own colour space to sRGB.
    func inSRGB(_ pixels: consuming PixelBuffer, type: ImageType) throws(ImageDecodingError) -> PixelBuffer {
        let output = PixelBuffer(width: pixels.width, height: pixels.height, channels: 3)
        let result = cimages_to_srgb(handle, pixels.base, Int32(pixels.width), Int32(pixels.height), output.base)
        guard result == 0 else { throw ImageDecodingError(.colours(type)) }
        return output
    }
}

/// The rotation and reflection that make a picture upright (EXIF 2.32, tag 274).
enum Orientation: Int, CaseIterable {
    case upright = 1
    case mirrored, halfTurn, flipped, transposed, quarterTurnRight, transversed, quarterTurnLeft

    /// Whether width and height are exchanged.
    var swapsAxes: Bool { rawValue >= 5 }

    /// Rotates and reflects pixels so that the picture is upright.
    func upright(_ pixels: consuming PixelBuffer) -> PixelBuffer {
        if self == .upright { return pixels }
        let (width, height, channels) = (pixels.width, pixels.height, pixels.channels)
        let output = PixelBuffer(
            width: swapsAxes ? height : width, height: swapsAxes ? width : height, channels: channels)
        // The source index of the output's first pixel, and the source steps for one pixel to the right and one down.
        let (right, down) = (channels, channels * width)
        let (lastColumn, lastRow) = (right * (width - 1), down * (height - 1))
        let way: (start: Int, across: Int, along: Int) =
            switch self {
            case .upright: (0, right, down)
            case .mirrored: (lastColumn, -right, down)
            case .halfTurn: (lastColumn + lastRow, -right, -down)
            case .flipped: (lastRow, right, -down)
            case .transposed: (0, down, right)
            case .quarterTurnRight: (lastRow, -down, right)
            case .transversed: (lastColumn + lastRow, -down, -right)
            case .quarterTurnLeft: (lastColumn, down, -right)
            }
        var target = output.base
        for row in 0..<output.height {
            var source = pixels.base + way.start + row * way.along
            for _ in 0..<output.width {
                for channel in 0..<channels { target[channel] = source[channel] }
                target += channels
                source += way.across
            }
        }
        return output
    }
}
