import CImages
import ImageExchange

/// Reads the barcodes in one photo: recognises its content, enters the sandbox, decodes, and searches.
struct CodeReader {
    let limits: ImageLimits

    /// The long edges of the pictures that are searched, until something is found. A code that is held to the camera is
    /// large, and found sooner in a small picture; the bars of one that is far away are lost there.
    private static let longEdges = [1280, 2048, 4096]

    func run() throws(ImageDecodingError) -> [ScannedCode] {
        let type = try ImageType.ofInput()
        var searched = 0
        for longEdge in CodeReader.longEdges {
            let plan = try DecodingPlan(type: type, limits: limits, longEdge: longEdge)
            let picture = try plan.decode()
            let reduced = try picture.reduced(type: type, longEdge: longEdge)
            let pixels = try picture.inSRGB(Resampler.fit(consume reduced, longEdge: longEdge), type: type)
            // A small photo is as it was before.
            guard pixels.longEdge > searched else { break }
            searched = pixels.longEdge
            let codes = CodeReader.codes(in: pixels)
            if !codes.isEmpty { return codes }
        }
        return []
    }

    private static func codes(in pixels: borrowing PixelBuffer) -> [ScannedCode] {
        var found = [cimages_code](repeating: cimages_code(), count: ScannedCode.mostCodes)
        let count = cimages_read_codes(
            pixels.base, Int32(pixels.width), Int32(pixels.height), &found, Int32(ScannedCode.mostCodes))
        return found.prefix(Int(count)).compactMap { code in
            let text = withUnsafeBytes(of: code.text) { String(validating: $0.prefix(Int(code.length)), as: UTF8.self) }
            return text.flatMap { ScannedCode(code.symbology.symbology, $0) }
        }
    }
}

extension cimages_symbology {
    fileprivate var symbology: ScannedCode.Symbology {
        switch self {
        case CIMAGES_EAN13: .ean13
        case CIMAGES_EAN8: .ean8
        case CIMAGES_UPCA: .upcA
        case CIMAGES_UPCE: .upcE
        case CIMAGES_CODE128: .code128
        case CIMAGES_DATAMATRIX: .dataMatrix
        default: .qr
        }
    }
}
