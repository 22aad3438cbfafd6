import CImages
import ImageExchange

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
