import CImages
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

/// Documents that `validate` checks.
enum ValidationTargets {
    @Sendable static func validate(_ bytes: FuzzTarget.Input) {
        guard let result = try? InventoryDocument.check(path: InputFile.write(bytes)) else {
            preconditionFailure("a file that exists cannot be checked")
        }
        precondition(result.diagnostics.count <= 20, "too many diagnostics")
    }
}
