import CImages
import Glibc
import ImageExchange

/// Converts one photo: recognises its content, enters the sandbox, decodes, scales, converts to sRGB, rotates and writes.
///
/// Decodes the photo once; each smaller picture is made from the next larger one. Never enlarges.
struct PhotoConverter {
    let limits: ImageLimits
    /// Largest first.
    let longEdges: [Int]

    private static let quality: Int32 = 82

    func run() throws(ImageDecodingError) -> ImageInfo {
        let type = try ImageType.ofInput()
        let plan = try DecodingPlan(type: type, limits: limits, longEdge: longEdges.first ?? 1)
        let upright = plan.orientation.swapsAxes ? plan.size.turned : plan.size
        guard let largest = longEdges.first else {
            return ImageInfo(type: type, size: upright, frames: plan.frames, made: [])
        }
        let picture = try plan.decode()
        let reduced = try picture.reduced(type: type, longEdge: largest)
        let fitting = Resampler.fit(consume reduced, longEdge: largest)
        let coloured = try picture.inSRGB(consume fitting, type: type)
        var current = plan.orientation.upright(consume coloured)
        var made: [PixelSize] = []
        for (index, longEdge) in longEdges.enumerated() {
            current = Resampler.fit(consume current, longEdge: longEdge)
            try write(current, to: ImageRequest.firstOutputDescriptor + Int32(index), type: type)
            made.append(PixelSize(width: current.width, height: current.height))
        }
        return ImageInfo(type: type, size: upright, frames: plan.frames, made: made)
    }

    private func write(_ pixels: borrowing PixelBuffer, to descriptor: Int32, type: ImageType)
        throws(ImageDecodingError)
    {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let result = cimages_jpeg(
            pixels.base, Int32(pixels.width), Int32(pixels.height), PhotoConverter.quality, &bytes, &count)
        guard result == 0, let bytes else { throw ImageDecodingError(decoding: .damaged(type)) }
        defer { cimages_free_bytes(bytes) }
        var written = 0
        while written < count {
            let step = Glibc.write(descriptor, bytes + written, count - written)
            if step < 0 && errno == EINTR { continue }
            guard step > 0 else { throw ImageDecodingError(.unwritable(code: Int(errno))) }
            written += step
        }
    }
}

extension ImageType {
    /// The type of the input by its content. Starts its decoder and enters the sandbox.
    static func ofInput() throws(ImageDecodingError) -> ImageType {
        var bytes = [UInt8](repeating: 0, count: ContentKind.bytesNeeded)
        var count = -1
        repeat {
            count = pread(ImageRequest.inputDescriptor, &bytes, bytes.count, 0)
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw ImageDecodingError(.unreadable) }
        let kind = ContentKind(of: Array(bytes.prefix(count)))
        guard case .image(let type) = kind else { throw ImageDecodingError(.kind(kind)) }
        switch cimages_start(type.decoder) {
        case 0: break
        case -2: throw ImageDecodingError(decoding: .decoderMissing(type))
        case let code where code > 0: throw ImageDecodingError(decoding: .decoderFailed(type, code: Int(code)))
        default: throw ImageDecodingError(decoding: .setUp("libvips"))
        }
        guard Sandbox.enter(allowingFontAccess: type == .pdf) else { throw ImageDecodingError(.setUp("filter")) }
        return type
    }
}

extension PixelSize {
    /// Width and height exchanged.
    var turned: PixelSize { PixelSize(width: height, height: width) }

    /// The longer edge.
    var longEdge: Int { max(width, height) }
}
