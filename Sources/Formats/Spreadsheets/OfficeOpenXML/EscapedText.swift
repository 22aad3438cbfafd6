/// Characters that XML cannot hold are written `_x000D_` (ECMA-376 part 1, 22.9.2.19).
enum EscapedText {
    /// Returns the text of bytes, with such escapes replaced.
    static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard hasEscape(bytes) else { return String(decoding: bytes, as: UTF8.self) }
        var units: [UInt16] = []
        let text = Array(String(decoding: bytes, as: UTF8.self).utf16)
        var index = 0
        while index < text.count {
            if let unit = unit(text[index...].prefix(7)) {
                units.append(unit)
                index += 7
            } else {
                units.append(text[index])
                index += 1
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static func hasEscape(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= 7 else { return false }
        for index in 0..<(bytes.count - 6)
        where bytes[index] == UInt8(ascii: "_") && bytes[index + 1] == UInt8(ascii: "x")
            && bytes[index + 6] == UInt8(ascii: "_")
        {
            return true
        }
        return false
    }

    private static func unit(_ escape: ArraySlice<UInt16>) -> UInt16? {
        let start = escape.startIndex
        guard escape.count == 7, escape[start] == 0x5F, escape[start + 1] == 0x78, escape[start + 6] == 0x5F else {
            return nil
        }
        let digits = escape[(start + 2)..<(start + 6)]
        guard digits.allSatisfy({ $0 < 0x80 && Character(UnicodeScalar(UInt8($0))).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF16.self), radix: 16)
    }
}
