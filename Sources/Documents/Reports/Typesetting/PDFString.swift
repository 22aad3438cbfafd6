/// A string of a PDF (ISO 32000-1, 7.3.4).
struct PDFString {
    /// The contents.
    let bytes: [UInt8]
    /// The offset after its end.
    let end: Int

    /// Reads the string at an offset.
    /// - Returns: nil if there is none.
    init?(_ source: some PDFBytes, at start: Int) {
        guard start < source.count else { return nil }
        switch source[start] {
        case UInt8(ascii: "("): self.init(literal: source, at: start + 1)
        case UInt8(ascii: "<"): self.init(hexadecimal: source, at: start + 1)
        default: return nil
        }
    }

    private init?(hexadecimal source: some PDFBytes, at start: Int) {
        guard let end = source[start...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
        var digits = String(decoding: source[start..<end], as: UTF8.self).compactMap(\.hexDigitValue)
        guard digits.count == end - start else { return nil }
        if digits.count % 2 == 1 { digits.append(0) }
        bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        self.end = end + 1
    }

    /// Parentheses inside it come in pairs or after a backslash, which also begins the other escapes of table 3.
    private init?(literal source: some PDFBytes, at start: Int) {
        var (bytes, depth, at): ([UInt8], Int, Int) = ([], 1, start)
        while at < source.count {
            var byte = source[at]
            at += 1
            if byte == UInt8(ascii: "\\"), at < source.count {
                byte = source[at]
                at += 1
                if let letter = "nrtbf".utf8.firstIndex(of: byte) {
                    byte =
                        [0x0A, 0x0D, 0x09, 0x08, 0x0C]["nrtbf".utf8.distance(from: "nrtbf".utf8.startIndex, to: letter)]
                } else if PDFString.octal ~= byte {
                    var value = Int(byte & 7)
                    for _ in 0..<2 where at < source.count && PDFString.octal ~= source[at] {
                        value = value << 3 | Int(source[at] & 7)
                        at += 1
                    }
                    byte = UInt8(truncatingIfNeeded: value)
                }
            } else if byte == UInt8(ascii: "(") {
                depth += 1
            } else if byte == UInt8(ascii: ")") {
                depth -= 1
                if depth == 0 {
                    (self.bytes, end) = (bytes, at)
                    return
                }
            }
            bytes.append(byte)
        }
        return nil
    }

    private static let octal = UInt8(ascii: "0")...UInt8(ascii: "7")

    /// A text for people as a PDF writes it: UTF-16, in hexadecimal digits.
    static func written(_ text: String) -> String {
        let digits = text.utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: true)
            return String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
        return "<FEFF\(digits.joined())>"
    }
}
