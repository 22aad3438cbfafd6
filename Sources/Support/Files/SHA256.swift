import CCrypto

/// SHA-256 (FIPS 180-4), computed by OpenSSL with the processor's own instructions.
public enum SHA256 {
    /// The number of bytes in a digest.
    public static let byteCount = 32

    /// The digest of a message that is in memory.
    public static func digest(of message: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { digest, used in
            _ = CCrypto.SHA256(message.baseAddress, message.count, digest.baseAddress)
            used = byteCount
        }
    }

    /// The digest of a message that is in memory.
    public static func digest(of message: [UInt8]) -> [UInt8] { message.withUnsafeBytes { digest(of: $0) } }
}

/// Computes the SHA-256 digest of bytes that arrive in pieces.
public final class SHA256Hasher {
    private let context: OpaquePointer?
    private var works: Bool

    /// A hasher without any input yet.
    public init() {
        context = EVP_MD_CTX_new()
        works = context != nil && EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Appends bytes to the input.
    public func update(_ bytes: UnsafeRawBufferPointer) {
        works = works && EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
    }

    /// The 32 bytes of the digest. Call it once.
    /// - Throws: ``FileError/noSHA256`` if OpenSSL does not offer SHA-256, for example because of its configuration.
    public func finish() throws(FileError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
        guard works, EVP_DigestFinal_ex(context, &digest, nil) == 1 else { throw .noSHA256 }
        works = false
        return digest
    }
}
