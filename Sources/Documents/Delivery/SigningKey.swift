import CCrypto
import Files
import Glibc

/// A secret key that signs manifests.
///
/// An Ed25519 key in PEM (RFC 8410; `openssl genpkey -algorithm ed25519`) signs with OpenSSL: 64 bytes (RFC 8032). A key of
/// OpenSSH, or the public half of one in its agent, signs with `ssh-keygen -Y sign`: an armored SSH signature.
package enum SigningKey: Sendable {
    /// Ed25519, as PEM.
    case openSSL(file: String, pem: [UInt8])
    /// A key file of OpenSSH.
    case openSSH(file: String)

    /// Reads a key and signs an empty message with it, so that an unusable key is detected before any work.
    /// - Throws: `file` if the file cannot be read; as ``sign(_:)``.
    package init(file: String) throws(ManifestError) {
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
    package func sign(_ bytes: [UInt8]) throws(ManifestError) -> [UInt8] {
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
package enum VerificationKey: Sendable {
    /// An Ed25519 public key in PEM.
    case openSSL(file: String)
    /// A file of allowed signers in the format of `ssh-keygen(1)`.
    case allowedSigners(file: String)

    /// Whether a trusted key made a detached signature for these bytes.
    /// - Throws: `unusablePublicKey`, `checkingFailed`, `sshKeygen` or `file` if that cannot be determined.
    package func isValid(_ signature: [UInt8], of bytes: [UInt8]) throws(ManifestError) -> Bool {
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
    /// Returns the key, which the caller frees, or nil for none. Keys with a passphrase count as none, since the
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

/// Runs the program `ssh-keygen`, which signs and checks with keys of OpenSSH.
enum SSHKeygen {
    /// The purpose in signatures. A signature that was made for another purpose is invalid here.
    static let namespace = "file"

    /// The armored signature of some bytes.
    /// - Throws: `sshKeygen`, or `file` for temporary files.
    static func sign(_ bytes: [UInt8], keyFile: String) throws(ManifestError) -> [UInt8] {
        let result = try run(["-q", "-Y", "sign", "-f", keyFile, "-n", namespace], input: bytes)
        guard result.status == 0 else {
            let lastLine = String(decoding: result.errors, as: UTF8.self).split(separator: "\n").last
            throw .sshKeygen(lastLine.map { .failed(output: String($0)) } ?? .exited(status: result.status))
        }
        return result.output
    }

    /// Whether one of the allowed signers made the signature of these bytes.
    /// - Throws: `sshKeygen`, or `file` if a file cannot be read or written.
    static func isValid(
        _ bytes: [UInt8], signature: [UInt8], allowedSigners: String
    ) throws(ManifestError) -> Bool {
        _ = try SmallFileReader.read(allowedSigners, atMost: 1 << 24)
        let found = try run(
            ["-Y", "find-principals", "-s", signaturePath, "-f", allowedSigners], input: [], signature: signature)
        let names = String(decoding: found.output, as: UTF8.self).split(separator: "\n")
        guard found.status == 0 else { return false }
        for name in names {
            let result = try run(
                [
                    "-Y", "verify", "-f", allowedSigners, "-I", String(name), "-n", namespace, "-s", signaturePath,
                ], input: bytes, signature: signature)
            if result.status == 0 { return true }
        }
        return false
    }

    /// The path under which the program reads the signature: its fourth descriptor.
    private static let signaturePath = "/proc/self/fd/3"

    private typealias ProcessResult = (status: Int32, output: [UInt8], errors: [UInt8])

    /// Runs the program to its end. Files without a name serve as input and output.
    private static func run(
        _ arguments: [String], input: [UInt8], signature: [UInt8] = []
    ) throws(ManifestError) -> ProcessResult {
        let files = try ManifestError.wrapping { () throws(FileError) in
            let files = [try TemporaryFile(), try TemporaryFile(), try TemporaryFile(), try TemporaryFile()]
            for (file, content) in [(files[0], input), (files[3], signature)] {
                try file.write(content)
                lseek(file.descriptor, 0, SEEK_SET)
            }
            return files
        }
        let sources = files.enumerated().map { (Int32($0), ChildProcess.Source.descriptor($1.descriptor)) }
        let program: ChildProcess
        do {
            program = try ChildProcess(
                "ssh-keygen", arguments: ["ssh-keygen"] + arguments, sources: Dictionary(uniqueKeysWithValues: sources))
        } catch {
            throw .sshKeygen(error.code == ENOENT ? .notInstalled : .notStarted(code: error.code))
        }
        let status: Int32 =
            switch program.wait() {
            case .exited(let status): status
            case .signalled(let signal): 128 + signal
            case .timedOut: 128 + SIGKILL
            }
        return try ManifestError.wrapping { () throws(FileError) in
            (status, try files[1].contents(), try files[2].contents())
        }
    }
}
