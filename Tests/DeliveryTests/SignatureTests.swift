import Files
import Foundation
import TestSupport
import Testing

@testable import Delivery

/// Manifests are signed and verified with Ed25519 keys in PEM and with keys of OpenSSH.
@Suite final class SignatureTests {
    let folder: String
    static let message = Array("\(String(repeating: "ab", count: 32))  r.html\n".utf8)

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// RFC 8410, 10.3 and 10.1: the example key, and its public half.
    static let secretPEM = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
        -----END PRIVATE KEY-----

        """
    static let publicPEM = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
        -----END PUBLIC KEY-----

        """
    /// Another key's public half (RFC 8032, 7.1, test 1).
    static let otherPublicPEM = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
        -----END PUBLIC KEY-----

        """

    private func write(_ name: String, _ content: String) throws -> String {
        let path = "\(folder)/\(name)"
        try Data(content.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }

    /// Runs a program of the system, which must succeed.
    private func run(_ program: String, _ arguments: [String]) throws {
        let result = try runProgram("/usr/bin/\(program)", arguments: arguments)
        #expect(result.succeeded, "\(program) \(arguments): \(result.output)")
    }

    @Test func aPEMKeySignsAndItsPublicHalfVerifies() throws {
        let key = try SigningKey(file: write("key.pem", Self.secretPEM))
        let publicKey = VerificationKey.openSSL(file: try write("key.pub", Self.publicPEM))
        let signature = try key.sign(Self.message)
        #expect(signature.count == 64)
        #expect(try key.sign(Self.message) == signature, "Ed25519 signatures are deterministic")
        #expect(try publicKey.isValid(signature, of: Self.message))
    }

    @Test func aChangedMessageOrSignatureIsInvalid() throws {
        let key = try SigningKey(file: write("key.pem", Self.secretPEM))
        let publicKey = VerificationKey.openSSL(file: try write("key.pub", Self.publicPEM))
        var signature = try key.sign(Self.message)
        #expect(try !publicKey.isValid(signature, of: Self.message + [0x0A]))
        #expect(try !publicKey.isValid(signature.dropLast(), of: Self.message))
        #expect(try !publicKey.isValid([], of: Self.message))
        signature[10] ^= 1
        #expect(try !publicKey.isValid(signature, of: Self.message))
    }

    @Test func anotherKeyDoesNotVerify() throws {
        let key = try SigningKey(file: write("key.pem", Self.secretPEM))
        let other = VerificationKey.openSSL(file: try write("other.pub", Self.otherPublicPEM))
        #expect(try !other.isValid(key.sign(Self.message), of: Self.message))
    }

    @Test func filesThatAreNoKeysAreRefused() throws {
        let secret = try write("key.pem", Self.secretPEM)
        let open = try write("key.pub", Self.publicPEM)
        #expect(throws: ManifestError.unusableSecretKey(file: open)) { try SigningKey(file: open) }
        #expect(throws: ManifestError.unusablePublicKey(file: secret)) {
            try VerificationKey.openSSL(file: secret).isValid([], of: [])
        }
        let missing = "\(folder)/missing"
        #expect(throws: ManifestError.file(FileError(.read, missing, code: ENOENT))) { try SigningKey(file: missing) }
    }

    @Test(arguments: [
        ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"],
        ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
        ["genpkey", "-algorithm", "ed448"],
    ])
    func onlyEd25519KeysInPEMAreUsed(arguments: [String]) throws {
        let file = "\(folder)/key.pem"
        try run("openssl", arguments + ["-out", file])
        #expect(throws: ManifestError.unusableSecretKey(file: file)) { try SigningKey(file: file) }
    }

    @Test func aKeyWithAPassphraseIsRefusedWithoutAskingForIt() throws {
        let file = "\(folder)/key.pem"
        try run("openssl", ["genpkey", "-algorithm", "ed25519", "-aes256", "-pass", "pass:secret", "-out", file])
        #expect(throws: ManifestError.unusableSecretKey(file: file)) { try SigningKey(file: file) }
    }

    @Test(arguments: [["-t", "ed25519"], ["-t", "ecdsa"], ["-t", "rsa", "-b", "2048"]])
    func aKeyOfOpenSSHSignsAndAllowedSignersVerify(type: [String]) throws {
        for name in ["mine", "other"] { try run("ssh-keygen", ["-q", "-N", "", "-f", "\(folder)/\(name)"] + type) }
        func signers(_ name: String) throws -> VerificationKey {
            let line = try String(contentsOfFile: "\(folder)/\(name).pub", encoding: .utf8)
            return .allowedSigners(file: try write("\(name).signers", "me@example.org \(line)"))
        }
        let signature = try SigningKey(file: "\(folder)/mine").sign(Self.message)
        #expect(String(decoding: signature, as: UTF8.self).hasPrefix("-----BEGIN SSH SIGNATURE-----"))
        #expect(try signers("mine").isValid(signature, of: Self.message))
        #expect(try !signers("mine").isValid(signature, of: Self.message + [0x0A]))
        #expect(try !signers("other").isValid(signature, of: Self.message))
        #expect(try !signers("mine").isValid(Array("no signature".utf8), of: Self.message))
    }

    @Test func aSignedDeliveryIsVerifiedWithItsKey() throws {
        let report = try write("r.html", "report")
        let key = try SigningKey(file: write("key.pem", Self.secretPEM))
        let publicKey = VerificationKey.openSSL(file: try write("key.pub", Self.publicPEM))
        let other = VerificationKey.openSSL(file: try write("other.pub", Self.otherPublicPEM))
        let hash = try DeliveredFile.hash(of: report)
        for file in try ManifestSigner(key: key).prepare(path: report, hash: hash) { try file.commit() }
        func verify(_ key: VerificationKey?) throws -> DeliveryVerifier.Outcome {
            try DeliveryVerifier.run(manifest: report + ".sha256", of: report, key: key)
        }
        #expect(try verify(nil).signature == .unchecked)
        #expect(try verify(publicKey).signature == .good && verify(publicKey).findings == [])
        #expect(try verify(other).signature == .bad)
        #expect(try verify(other).findings == [.wrongSignature(report + ".sha256.sig")])
        try FileManager.default.removeItem(atPath: report + ".sha256.sig")
        #expect(try verify(publicKey).findings == [.unsigned(manifest: report + ".sha256")])
    }
}
