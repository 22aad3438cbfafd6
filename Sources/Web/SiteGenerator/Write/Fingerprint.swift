import Files
import Inventory

/// The first 128 bits of the SHA-256 of some bytes, which show whether they changed.
struct Fingerprint: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    init(_ bytes: [UInt8]) { self.init(start: SHA256.digest(of: bytes)) }

    init(_ text: String) { self.init(Array(text.utf8)) }

    /// The fingerprint of the bytes with that hash.
    init(_ hash: ContentHash) { self.init(start: Array(hash.bytes)) }

    /// Reads the 16 bytes; nil if there are more or fewer.
    init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.init(start: bytes)
    }

    private init(start bytes: [UInt8]) {
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The 16 bytes.
    var bytes: [UInt8] {
        [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) } }
    }

    /// The hexadecimal form.
    var text: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
