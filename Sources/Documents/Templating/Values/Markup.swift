/// Text that its maker vouches for as safe markup: printed as it is by `{{{…}}}`.
public struct Markup: Sendable, Hashable {
    /// The markup.
    public let text: String

    /// Vouches for `text`: it must be balanced, and hold nothing that came from a stranger unescaped.
    public init(trusted text: String) {
        self.text = text
    }
}

/// A URL that its maker vouches for: used as it is, even if it loads code or contains a whole picture.
public struct TrustedURL: Sendable, Hashable {
    /// The URL.
    public let text: String

    /// Vouches for `url`: nothing in it came from a stranger.
    public init(trusted url: String) {
        text = url
    }

    /// A picture inside the page, as a `data:` URL (RFC 2397).
    ///
    /// - Parameters:
    ///   - bytes: The picture's file.
    ///   - mediaType: Its type, such as `image/jpeg`; anything but an image's type becomes `application/octet-stream`.
    public init(image bytes: some Collection<UInt8>, mediaType: String) {
        let isImage =
            mediaType.hasPrefix("image/")
            && mediaType.utf8.allSatisfy { byte in
                URLEscaper.isUnreserved(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "+")
            }
        let header = "data:\(isImage ? mediaType : "application/octet-stream");base64,"
        text = header + Base64.encode(bytes)
    }
}

/// Base 64 (RFC 4648, section 4).
private enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var group: UInt32 = 0
        var held = 0
        for byte in bytes {
            group = group << 8 | UInt32(byte)
            held += 1
            if held == 3 {
                append(group, 4, to: &text)
                (group, held) = (0, 0)
            }
        }
        if held > 0 {
            append(group << UInt32(8 * (3 - held)), held + 1, to: &text)
            for _ in held..<3 { text.append(UInt8(ascii: "=")) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func append(_ group: UInt32, _ digits: Int, to text: inout [UInt8]) {
        for digit in 0..<digits { text.append(alphabet[Int(group >> UInt32(18 - 6 * digit)) & 63]) }
    }
}
