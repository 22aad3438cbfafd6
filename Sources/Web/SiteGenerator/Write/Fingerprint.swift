import Files

/// The first 128 bits of the SHA-256 of some bytes, which show whether they changed.
struct Fingerprint: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

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

    /// Reads the 16 bytes; nil if there are more or fewer.
    init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        (high, low) = bytes.withUnsafeBytes {
            (
                UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    /// The 16 bytes.
    var bytes: [UInt8] {
        [high, low].flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }

    /// The hexadecimal form.
    var text: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
