/// The SHA-256 of a file's bytes (FIPS 180-4), which names it in the store.
public struct ContentHash: Hashable, Sendable {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// A hash of 32 bytes; nil for any other number.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Reads 64 hexadecimal digits in lower case; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let digits = text.utf8.compactMap { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        guard digits.count == 64, text.utf8.count == 64 else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

extension ContentHash: CustomStringConvertible {
    /// 64 hexadecimal digits in lower case.
    public var description: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(64)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// A photo of an item: which one, what it is, what the owner says of it.
public struct PhotoReference: Equatable, Sendable {
    /// The original in the store.
    public let hash: ContentHash
    /// What the content is (RFC 6838), such as `image/jpeg`.
    public let mediaType: String
    /// The width in pixels, upright.
    public let width: Int
    /// The height in pixels, upright.
    public let height: Int
    /// What it shows, in the owner's words; also the alternative text on pages.
    public var caption: String?
    /// Whether it stands for the item in lists. At most one of an item's photos does.
    public var isPrimary: Bool

    /// A photo as given.
    public init(
        hash: ContentHash, mediaType: String, width: Int, height: Int, caption: String? = nil, isPrimary: Bool = false
    ) {
        self.hash = hash
        self.mediaType = mediaType
        self.width = width
        self.height = height
        self.caption = caption
        self.isPrimary = isPrimary
    }
}
