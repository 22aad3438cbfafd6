import CCrypto

/// SHA-256 (FIPS 180-4), computed by OpenSSL with the processor's own instructions.
package enum SHA256 {
    /// The number of bytes in a digest.
    package static let byteCount = 32

    /// The digest of a message that is in memory.
    package static func digest(of message: Span<UInt8>) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        _ = message.withUnsafeBytes { CCrypto.SHA256($0.baseAddress, $0.count, &digest) }
        return digest
    }

    /// The digest of a message that is in memory.
    package static func digest(of message: [UInt8]) -> [UInt8] { digest(of: message.span) }

    /// The digest of a text's UTF-8 bytes: 64 hexadecimal digits in lower case.
    package static func hexadecimalDigest(of text: String) -> String { hexadecimalDigest(of: Array(text.utf8)) }

    /// The digest of a message that is in memory: 64 hexadecimal digits in lower case.
    package static func hexadecimalDigest(of message: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * byteCount)
        for byte in digest(of: message) {
            text.append(hexadecimalDigit(byte >> 4))
            text.append(hexadecimalDigit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

/// Computes the SHA-256 digest of bytes that arrive in pieces.
package final class SHA256Hasher {
    private let context: OpaquePointer?
    private var works: Bool

    /// A hasher without any input yet.
    package init() {
        context = EVP_MD_CTX_new()
        works = context != nil && EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Appends bytes to the input.
    package func update(_ bytes: Span<UInt8>) {
        guard works else { return }
        works = bytes.withUnsafeBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) } == 1
    }

    /// The 32 bytes of the digest. The hasher then begins anew, without any input.
    /// - Throws: ``FileError/noSHA256`` if OpenSSL does not offer SHA-256, for example because of its configuration.
    package func finish() throws(FileError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
        guard works, EVP_DigestFinal_ex(context, &digest, nil) == 1 else { throw .noSHA256 }
        works = EVP_DigestInit_ex(context, nil, nil) == 1
        return digest
    }
}
