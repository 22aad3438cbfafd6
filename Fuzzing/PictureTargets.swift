import CImages
import Glibc
import ImageExchange
import Reports

@testable import Attachments

/// Beginnings of pictures, and answers of the helper that decodes them, which a hostile picture may control.
enum PictureTargets {
    @Sendable static func read(_ bytes: FuzzTarget.Input) {
        let content = Array(bytes)
        _ = ContentKind(of: content)
        _ = PlainJPEG.size(of: content)
        if let answer = ImageResponse(line: String(decoding: bytes, as: UTF8.self)) {
            precondition(
                ImageResponse(line: answer.line) == answer, "an answer that is written is another one")
        }
    }
}

/// Pixels in which the image helper looks for barcodes. Its sandbox has no room for the address sanitizer.
enum BarcodeTargets {
    /// The first byte is the width in squares, the second the pixels along the side of a square; each other byte is the
    /// grey of a square.
    @Sendable static func read(_ bytes: FuzzTarget.Input) {
        guard bytes.count > 2 else { return }
        let columns = Int(bytes[0]) + 1
        let side = Int(bytes[1] % 4) + 1
        let squares = Array(bytes.dropFirst(2).prefix(columns * 256))
        let width = columns * side
        let height = squares.count / columns * side
        guard height > 0 else { return }
        let pixels = (0..<height).flatMap { y in
            (0..<width).flatMap { x in repeatElement(squares[y / side * columns + x / side], count: 3) }
        }
        var codes = [cimages_code](repeating: cimages_code(), count: ScannedCode.mostCodes)
        let most = Int32(codes.count)
        let count = cimages_read_codes(pixels, Int32(width), Int32(height), &codes, most)
        precondition((0...most).contains(count), "\(count) barcodes, of which at most \(most) were wanted")
        for code in codes.prefix(Int(count)) {
            precondition((0...1000).contains(code.length), "a barcode of \(code.length) bytes")
        }
    }
}

/// Windows bitmaps, the pictures that the image helper reads itself. Its decoders of other pictures are libraries.
enum BitmapTargets {
    private static let hasStarted = cimages_start(CIMAGES_BMP) == 0
    /// More pixels take longer, and nothing else. The helper has a limit, too.
    private static let mostPixels = 1 << 18

    @Sendable static func read(_ bytes: FuzzTarget.Input) {
        precondition(hasStarted, "libvips does not start")
        let file = open(InputFile.write(bytes), O_RDONLY | O_CLOEXEC)
        precondition(file >= 0, "the input cannot be opened")
        defer { close(file) }
        var header = cimages_header()
        guard let opened = cimages_open(file, CIMAGES_BMP, 1, &header) else { return }
        precondition(header.width > 0 && header.height > 0, "a picture of \(header.width) × \(header.height)")
        guard Int(header.width) * Int(header.height) <= mostPixels else { return cimages_free(opened) }
        guard let picture = cimages_flatten(opened) else { return }
        defer { cimages_free(picture) }
        var (width, height, channels, stride): (Int32, Int32, Int32, Int) = (0, 0, 0, 0)
        cimages_shape(picture, &width, &height, &channels)
        precondition(width == header.width && height == header.height, "a picture of another size than its header's")
        for top in 0..<height {
            guard let row = cimages_rows(picture, top, 1, &stride) else { return }
            var output = [UInt8](repeating: 0, count: Int(width) * 3)
            precondition(cimages_to_srgb(picture, row, width, 1, &output) == 0, "a bitmap without a colour space")
        }
    }
}

/// Documents that `validate` checks.
enum ValidationTargets {
    @Sendable static func validate(_ bytes: FuzzTarget.Input) {
        guard let result = try? InventoryDocument.check(path: InputFile.write(bytes)) else {
            preconditionFailure("a file that exists cannot be checked")
        }
        precondition(result.diagnostics.count <= 20, "too many diagnostics")
    }
}
