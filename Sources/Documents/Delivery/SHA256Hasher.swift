import CCrypto
public import Inventory
import Localization

/// A running SHA-256 (FIPS 180-4) of what is delivered.
public final class SHA256Hasher {
    private let context: OpaquePointer?
    private var works: Bool

    /// Of nothing yet.
    public init() {
        context = EVP_MD_CTX_new()
        works = context != nil && EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Takes further bytes.
    public func update(_ bytes: UnsafeRawBufferPointer) {
        works = works && EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
    }

    /// The hash of all bytes; to be asked once.
    /// - Throws: `library` where OpenSSL refuses to work.
    public func finish() throws(ManifestError) -> ContentHash {
        var digest = [UInt8](repeating: 0, count: 32)
        guard works, EVP_DigestFinal_ex(context, &digest, nil) == 1, let hash = ContentHash(bytes: digest) else {
            throw .library(said("proof.shaCannotBeComputed"))
        }
        works = false
        return hash
    }
}
