import CCrypto
import Inventory

/// A running SHA-256 (FIPS 180-4), computed by OpenSSL with the processor's own instructions.
///
/// Loading libcrypto adds about 1 ms to the start of a program.
struct SHA256: ~Copyable {
    private let context: OpaquePointer?
    private var works: Bool

    init() {
        context = EVP_MD_CTX_new()
        works = context != nil && EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Takes further bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        works = works && EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
    }

    /// The hash of all bytes; nil where OpenSSL refuses to work.
    consuming func finish() -> ContentHash? {
        var digest = [UInt8](repeating: 0, count: 32)
        guard works, EVP_DigestFinal_ex(context, &digest, nil) == 1 else { return nil }
        return ContentHash(bytes: digest)
    }
}
