package import FoundationEssentials

// Foundation reads and writes UUIDs through scanf and printf, which costs a microsecond each time.
extension UUID {
    /// The UUID in lower case, as RFC 9562 writes it.
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

    /// Reads the 36 characters of a UUID in either case; nil for other text.
    package init?(text: String) {
        self.init(utf8: text.utf8.span)
    }

    /// Reads a UUID in lower case, as ``text`` writes it; nil for other text.
    package init?(lowercase text: Span<UInt8>) {
        guard text.indices.allSatisfy({ text[$0] & 0x60 != 0x40 }) else { return nil }
        self.init(utf8: text)
    }

    /// Reads the 36 characters of a UUID in either case; nil for other text.
    package init?(utf8 text: Span<UInt8>) {
        guard text.count == 36 else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for place in 0..<36 {
            let byte = text[place]
            if place == 8 || place == 13 || place == 18 || place == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = UUID.value(of: byte) else { return nil }
            if place < 18 { halves.0 = halves.0 << 4 | digit } else { halves.1 = halves.1 << 4 | digit }
        }
        self.init(high: halves.0, low: halves.1)
    }

    /// The 16 bytes (RFC 9562, 4).
    package var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

    /// A UUID of 16 bytes; nil for any other number.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.init(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    }

    /// Whether the UUID begins or ends with these hexadecimal digits, values from 0 to 15.
    package func digitsMatch(_ digits: [UInt8]) -> Bool {
        withUnsafeBytes(of: uuid) { bytes in
            func digit(_ place: Int) -> UInt8 { place % 2 == 0 ? bytes[place / 2] >> 4 : bytes[place / 2] & 0xF }
            let last = 32 - digits.count
            return digits.indices.allSatisfy { digit($0) == digits[$0] }
                || digits.indices.allSatisfy { digit(last + $0) == digits[$0] }
        }
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
