import CImages
import ImageExchange

/// What the header says, and how far the decoder itself makes the picture smaller.
struct DecodingPlan {
    let type: ImageType
    /// As it stands in the file, before it is turned.
    let size: PixelSize
    let frames: Int
    let orientation: Orientation
    /// The part by which JPEG is decoded: 1, 2, 4 or 8.
    let shrink: Int

    /// Reads the header and refuses what is too large before a pixel is decoded.
    init(type: ImageType, limits: ImageLimits, longEdge: Int) throws(Refused) {
        var header = cimages_header()
        guard let picture = cimages_open(ImageRequest.inputDescriptor, type.decoder, 1, &header) else {
            throw Refused(decoding: .header(type))
        }
        cimages_free(picture)
        self.type = type
        size = PixelSize(width: Int(header.width), height: Int(header.height))
        frames = max(1, Int(header.frames))
        orientation = Orientation(rawValue: Int(header.orientation)) ?? .upright
        guard size.width > 0, size.height > 0 else { throw Refused(.header(type)) }
        guard size.width <= limits.pixels / size.height else { throw Refused(.pixels(size)) }
        shrink = type == .jpeg ? DecodingPlan.shrink(from: size.longEdge, to: longEdge) : 1
    }

    /// The largest part that leaves at least nine tenths of the edge: 4032 pixels become 2016 where 2048 are asked for,
    /// in half the time.
    static func shrink(from edge: Int, to longEdge: Int) -> Int {
        [8, 4, 2].first { edge / $0 * 10 >= longEdge * 9 } ?? 1
    }

    /// Opens the picture for decoding.
    func decode() throws(Refused) -> Picture {
        var header = cimages_header()
        guard let opened = cimages_open(ImageRequest.inputDescriptor, type.decoder, Int32(shrink), &header) else {
            throw Refused(decoding: .header(type))
        }
        guard let flat = cimages_flatten(opened) else { throw Refused(decoding: .colours(type)) }
        return Picture(flat)
    }
}

extension ImageType {
    fileprivate var decoder: cimages_type {
        switch self {
        case .jpeg: CIMAGES_JPEG
        case .png: CIMAGES_PNG
        case .webp: CIMAGES_WEBP
        case .heif: CIMAGES_HEIF
        case .gif: CIMAGES_GIF
        case .tiff: CIMAGES_TIFF
        }
    }
}
