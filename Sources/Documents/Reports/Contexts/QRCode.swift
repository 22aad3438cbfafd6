import CQREncode

/// A QR code (ISO/IEC 18004) with error correction of level M, drawn as one path of horizontal runs.
package struct QRCode {
    /// The light modules that the standard wants around a code.
    package static let quietZone = 4

    /// The outline of the dark modules, in modules, the quiet zone around them.
    package let path: String
    /// The dark modules by rows, without the quiet zone.
    package let rows: [[Bool]]
    /// The modules of a side, the quiet zone included.
    package let side: Int

    /// The code of a text; nil if the text is too long for any code.
    package init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let modules = code.pointee.data else { return nil }
        rows = (0..<width).map { row in (0..<width).map { modules[row * width + $0] & 1 == 1 } }
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

    /// The code in characters of half a line, dark on light whatever the colours of the terminal are.
    package var terminalText: String {
        let light = [Bool](repeating: false, count: side)
        let margin = [Bool](repeating: false, count: QRCode.quietZone)
        let border = [[Bool]](repeating: light, count: QRCode.quietZone)
        var lines = border + rows.map { margin + $0 + margin } + border
        if !lines.count.isMultiple(of: 2) { lines.append(light) }
        return stride(from: 0, to: lines.count, by: 2).map { line in
            let text = zip(lines[line], lines[line + 1]).map { upper, lower in
                upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ")
            }.joined()
            // Black on white (ECMA-48, SGR), then the colours as before.
            return "\u{1B}[30;107m\(text)\u{1B}[0m\n"
        }.joined()
    }
}
