import Files

/// What tells whether a file's bytes changed: the first 128 bits of their SHA-256.
struct Fingerprint: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Characters of the hexadecimal form.
    static let textCount = 32

    init(_ bytes: UnsafeRawBufferPointer) {
        (high, low) = SHA256.digest(of: bytes).withUnsafeBytes {
            (
                UInt64(bigEndian: $0.load(as: UInt64.self)),
                UInt64(bigEndian: $0.load(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    init(_ bytes: [UInt8]) { self = bytes.withUnsafeBytes { Fingerprint($0) } }

    init(_ text: String) { self.init(Array(text.utf8)) }

    /// Reads the hexadecimal form; nil where it is none.
    init?(text: some Collection<UInt8>) {
        guard text.count == Self.textCount else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        for (index, byte) in text.enumerated() {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            if index < 16 { words.0 = words.0 << 4 | UInt64(digit) } else { words.1 = words.1 << 4 | UInt64(digit) }
        }
        (high, low) = words
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
}
