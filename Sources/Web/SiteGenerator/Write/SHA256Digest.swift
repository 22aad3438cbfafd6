import CCrypto
import FoundationEssentials

/// SHA-256 (FIPS 180-4) of bytes at once, computed by OpenSSL with the processor's own instructions.
enum SHA256Digest {
    /// Bytes of a digest.
    static let count = 32

    /// The 32 bytes of the digest.
    static func digest(_ message: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { digest, used in
            _ = CCrypto.SHA256(message.baseAddress, message.count, digest.baseAddress)
            used = count
        }
    }

    /// The form that Content-Security-Policy and subresource integrity use: `sha256-` and the digest in base 64.
    static func integrity(of message: [UInt8]) -> String {
        "sha256-" + Data(message.withUnsafeBytes { digest($0) }).base64EncodedString()
    }
}
