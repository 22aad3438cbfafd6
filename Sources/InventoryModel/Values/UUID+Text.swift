package import FoundationEssentials

// Foundation reads and writes keys through scanf and printf, which costs a microsecond each time.
extension UUID {
    /// The key in lower case, as RFC 9562 writes it.
    package var text: String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            var place = 0
            withUnsafeBytes(of: uuid) { bytes in
                for index in 0..<16 {
                    let byte = bytes[index]
                    if index == 4 || index == 6 || index == 8 || index == 10 {
                        buffer[place] = UInt8(ascii: "-")
                        place += 1
                    }
                    buffer[place] = UUID.digit(byte >> 4)
                    buffer[place + 1] = UUID.digit(byte & 15)
                    place += 2
                }
            }
            return place
        }
    }

    /// Reads a key in either case; nil for anything but its 36 characters.
    package init?(text: String) {
        guard text.utf8.count == 36 else { return nil }
        var bytes: (UInt64, UInt64) = (0, 0)
        var place = -1
        for byte in text.utf8 {
            place += 1
            if place == 8 || place == 13 || place == 18 || place == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = UUID.value(of: byte) else { return nil }
            if place < 18 { bytes.0 = bytes.0 << 4 | digit } else { bytes.1 = bytes.1 << 4 | digit }
        }
        self.init(high: bytes.0, low: bytes.1)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }

    private static func value(of digit: UInt8) -> UInt64? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(digit - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(digit - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
