import CCrypto
import Files

/// A secret key that signs manifests.
///
/// An Ed25519 key in PEM (RFC 8410; `openssl genpkey -algorithm ed25519`) signs with OpenSSL: 64 bytes (RFC 8032). A key of
/// OpenSSH, or the public half of one in its agent, signs with `ssh-keygen -Y sign`: an armored SSH signature.
public enum SigningKey: Sendable {
    /// Ed25519, as PEM.
    case openSSL(file: String, pem: [UInt8])
    /// A key file of OpenSSH.
    case openSSH(file: String)

    /// Reads a key and signs an empty message with it, so that an unusable key is detected before any work.
    /// - Throws: `file` if the file cannot be read; as ``sign(_:)``.
    public init(file: String) throws(ManifestError) {
        let bytes = try SmallFileReader.read(file, atMost: 1 << 16)
        let text = String(decoding: bytes, as: UTF8.self)
        if text.contains("BEGIN OPENSSH PRIVATE KEY") || text.hasPrefix("ssh-") || text.hasPrefix("sk-") {
            self = .openSSH(file: file)
        } else {
            self = .openSSL(file: file, pem: bytes)
        }
        _ = try sign([])
    }

    /// The detached signature of a message.
    /// - Throws: `unusableSecretKey`, `signingFailed`, `sshKeygen`, or `file` for temporary files.
    public func sign(_ bytes: [UInt8]) throws(ManifestError) -> [UInt8] {
        switch self {
        case .openSSL(let file, let pem): try SigningKey.sign(bytes, pem: pem, file: file)
        case .openSSH(let file): try SSHKeygen.sign(bytes, keyFile: file)
        }
    }

    private static func sign(_ bytes: [UInt8], pem: [UInt8], file: String) throws(ManifestError) -> [UInt8] {
        let key = Ed25519.read(pem, isSecret: true)
        defer { EVP_PKEY_free(key) }
        guard let key else { throw .unusableSecretKey(file: file) }
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: 64)
        var count = signature.count
        guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
            EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1, count == 64
        else { throw .signingFailed }
        return signature
    }
}

/// A key or a list of keys with which signatures are checked.
public enum VerificationKey: Sendable {
    /// An Ed25519 public key in PEM.
    case openSSL(file: String)
    /// A file of allowed signers in the format of `ssh-keygen(1)`.
    case allowedSigners(file: String)

    /// Whether a trusted key made a detached signature for these bytes.
    /// - Throws: `unusablePublicKey`, `checkingFailed`, `sshKeygen` or `file` if that cannot be determined.
    public func isValid(_ signature: [UInt8], of bytes: [UInt8]) throws(ManifestError) -> Bool {
        switch self {
        case .openSSL(let file):
            let key = Ed25519.read(try SmallFileReader.read(file, atMost: 1 << 16), isSecret: false)
            defer { EVP_PKEY_free(key) }
            guard let key else { throw .unusablePublicKey(file: file) }
            let context = EVP_MD_CTX_new()
            defer { EVP_MD_CTX_free(context) }
            guard EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else { throw .checkingFailed }
            return EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
        case .allowedSigners(let file):
            return try SSHKeygen.isValid(bytes, signature: signature, allowedSigners: file)
        }
    }
}

/// Reads Ed25519 keys (RFC 8032) in PEM.
enum Ed25519 {
    /// Returns the key, which the caller frees, or nil if there is none. Keys with a passphrase count as none, since the
    /// program does not ask for one.
    static func read(_ pem: [UInt8], isSecret: Bool) -> OpaquePointer? {
        // The stream keeps the address of the text, which is valid in the closure only.
        let key = pem.withUnsafeBytes { text -> OpaquePointer? in
            guard let input = BIO_new_mem_buf(text.baseAddress, Int32(clamping: text.count)) else { return nil }
            defer {
                BIO_free(input)
                ERR_clear_error()
            }
            return isSecret
                ? PEM_read_bio_PrivateKey(input, nil, { _, _, _, _ in -1 }, nil)
                : PEM_read_bio_PUBKEY(input, nil, { _, _, _, _ in -1 }, nil)
        }
        guard let key else { return nil }
        guard EVP_PKEY_get_id(key) == EVP_PKEY_ED25519 else {
            EVP_PKEY_free(key)
            return nil
        }
        return key
    }
}
