import Inventory

/// The letter under which a name is listed. `Site/match.js` has the same rule.
enum NameInitial {
    /// For names that begin with a digit.
    static let digit = "0–9"
    private static let letters: [String] = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map {
        String(Unicode.Scalar($0))
    }

    /// The letter of a name in UTF-8, accents left off; nil for names that begin with anything but a Latin letter or a
    /// digit, and for items without a name.
    static func of(_ name: UnsafeBufferPointer<UInt8>?) -> String? {
        guard let name, let first = name.first else { return nil }
        if first < 0x80 {
            switch first {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): return digit
            case UInt8(ascii: "a")...UInt8(ascii: "z"): return letters[Int(first - UInt8(ascii: "a"))]
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): return letters[Int(first - UInt8(ascii: "A"))]
            default: return nil
            }
        }
        guard first < 0xE2 else { return nil }
        let scalar = String(decoding: name.prefix(4), as: UTF8.self).unicodeScalars.first
        return scalar.flatMap(LatinLetters.base).map(String.init)
    }
}
