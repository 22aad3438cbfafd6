/// A fingerprint of a file's bytes, to see whether it changed: 128 bits, fast, and no proof against forgery.
///
/// Four lanes of 64-bit multiplication folded together, after wyhash (Wang Yi, public domain).
struct ContentHash: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    /// Characters of the hexadecimal form.
    static let textCount = 32

    init(_ bytes: UnsafeRawBufferPointer) {
        var lanes: (UInt64, UInt64) = (0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB)
        var index = 0
        let count = bytes.count
        while index + 32 <= count {
            lanes.0 = Self.fold(Self.word(bytes, index) ^ 0x8EBC_6AF0_9C88_C6E3, Self.word(bytes, index + 8) ^ lanes.0)
            lanes.1 = Self.fold(
                Self.word(bytes, index + 16) ^ 0x5899_65CC_7537_4CC3, Self.word(bytes, index + 24) ^ lanes.1)
            index += 32
        }
        withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { tail in
            tail.initializeMemory(as: UInt8.self, repeating: 0)
            if index < count { tail.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[index...])) }
            let tail = UnsafeRawBufferPointer(tail)
            lanes.0 = Self.fold(Self.word(tail, 0) ^ 0x1D8E_4E27_C47D_124F, Self.word(tail, 8) ^ lanes.0)
            lanes.1 = Self.fold(Self.word(tail, 16) ^ 0xEB44_ACCA_B455_D165, Self.word(tail, 24) ^ lanes.1)
        }
        let length = UInt64(count)
        high = Self.fold(lanes.0 ^ length, lanes.1 ^ 0x2D35_8DCC_AA6C_78A5)
        low = Self.fold(lanes.1 ^ length &* 0x9E37_79B9_7F4A_7C15, lanes.0 ^ 0x8BB8_4B93_962E_ACC9)
    }

    init(_ bytes: [UInt8]) { self = bytes.withUnsafeBytes { ContentHash($0) } }

    init(_ text: String) { self.init(Array(text.utf8)) }

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the hexadecimal form; nil where it is none.
    init?(text: some Collection<UInt8>) {
        guard text.count == Self.textCount else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        for (index, byte) in text.enumerated() {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            if index < 16 { words.0 = words.0 << 4 | UInt64(digit) } else { words.1 = words.1 << 4 | UInt64(digit) }
        }
        self.init(high: words.0, low: words.1)
    }

    /// Appends the hexadecimal form.
    func append(to text: inout [UInt8]) {
        for word in [high, low] {
            for shift in stride(from: UInt64(60), through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: word >> shift & 15)
                text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
            }
        }
    }

    /// The hexadecimal form.
    var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    @inline(__always)
    private static func fold(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let product = one.multipliedFullWidth(by: other)
        // The operands go in again, so that a zero in one does not wipe out the other.
        return product.high ^ product.low ^ one ^ (other << 32 | other >> 32)
    }
}
