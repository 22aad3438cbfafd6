/// JSON's notation of numbers.
enum JSONNumber {
    /// Whether bytes are a number as JSON writes it (RFC 8259, section 6).
    static func isValid(_ text: Span<UInt8>) -> Bool {
        var index = 0
        func next() -> UInt8? { index < text.count ? text[index] : nil }
        func skip(_ bytes: UInt8...) -> Bool {
            guard let byte = next(), bytes.contains(byte) else { return false }
            index += 1
            return true
        }
        func skipDigits() -> Bool {
            let start = index
            while let byte = next(), (0x30...0x39).contains(byte) { index += 1 }
            return index > start
        }
        _ = skip(UInt8(ascii: "-"))
        guard skip(UInt8(ascii: "0")) || skipDigits() else { return false }
        if skip(UInt8(ascii: ".")), !skipDigits() { return false }
        if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) {
            _ = skip(UInt8(ascii: "+"), UInt8(ascii: "-"))
            guard skipDigits() else { return false }
        }
        return index == text.count
    }
}
