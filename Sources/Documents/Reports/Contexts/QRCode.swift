import CQREncode

/// A QR code (ISO/IEC 18004) with error correction of level M, drawn as one path of horizontal runs.
struct QRCode {
    /// The light modules that the standard wants around a code.
    static let quietZone = 4

    /// The outline of the dark modules, in modules, the quiet zone around them.
    let path: String
    /// The modules of a side, the quiet zone included.
    let side: Int

    /// The code of a text; nil if the text is too long for any code.
    init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let modules = code.pointee.data else { return nil }
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let start = column
                while column < width, modules[row * width + column] & 1 == 1 { column += 1 }
                if column > start {
                    let run = column - start
                    path += "M\(start + QRCode.quietZone) \(row + QRCode.quietZone)h\(run)v1h-\(run)z"
                }
                column += 1
            }
        }
        self.path = path
        side = width + 2 * QRCode.quietZone
    }
}
