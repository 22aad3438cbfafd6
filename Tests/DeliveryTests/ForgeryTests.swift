import Foundation
import Glibc
import TestSupport
import Testing

@testable import Delivery
@testable import Files

/// What a forger may do to a signed delivery. Not one forgery is accepted.
@Suite final class ForgeryTests {
    let place: String
    let key: SigningKey
    let otherKey: SigningKey

    /// The files of the delivery.
    static let files: [(name: String, content: String)] = [
        ("Caf\u{E9}.pdf", "receipt"), ("index.html", "<h1>pay 100</h1>"), ("photos/1.jpg", "pixels"),
        ("photos/2.jpg", "pixel2"),
    ]

    init() throws {
        place = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: place + "/claim/photos", withIntermediateDirectories: true)
        key = try ForgeryTests.key(SignatureTests.secretPEM, in: place)
        otherKey = try ForgeryTests.key(ForgeryTests.otherSecretPEM, in: place)
        try write("key.pub", SignatureTests.publicPEM)
        for (name, content) in Self.files { try write("claim/\(name)", content) }
        try sign("claim/SHA256SUMS", Manifest(ofFolder: place + "/claim").text)
        // Another report of the same owner, and its manifest.
        try write("labels.html", "labels")
        try sign("labels.html.sha256", "\(Self.hash("labels"))  labels.html\n")
    }

    /// RFC 8032, 7.1, test 1.
    private static let otherSecretPEM = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezKdGXcUSqRGdiSv
        -----END PRIVATE KEY-----

        """

    private static func key(_ pem: String, in place: String) throws -> SigningKey {
        try Data(pem.utf8).write(to: URL(filePath: "\(place)/key.pem"))
        return try SigningKey(file: "\(place)/key.pem")
    }

    deinit { system("chmod -R u+rwx '\(place)'; rm -rf '\(place)'") }

    private func system(_ command: String) {
        _ = try? runProgram("/bin/sh", arguments: ["-c", command])
    }

    /// Writes a manifest and its signature.
    func sign(_ name: String, _ text: String, with key: SigningKey? = nil) throws {
        try write(name, text)
        try write("\(name).sig", try (key ?? self.key).sign(Array(text.utf8)))
    }

    static func hash(_ text: String) -> String {
        let hasher = SHA256Hasher()
        hasher.update(text.utf8.span)
        return (try? hasher.contentHash()).map { "\($0)" } ?? ""
    }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        let path = Array("\(place)/".utf8) + Array(name.utf8)
        try write(path, bytes)
    }

    func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

    /// Writes a file whose name need not be UTF-8.
    func write(_ path: [UInt8], _ bytes: [UInt8]) throws {
        let file = (path.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer {
            open($0.baseAddress ?? UnsafePointer(strdup("")), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        }
        guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else { throw POSIXError(.EIO) }
        close(file)
    }

    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: "\(place)/\(name)"))) }

    func path(_ name: String) -> String { "\(place)/\(name)" }

    func move(_ name: String, _ other: String) throws {
        guard rename(path(name), path(other)) == 0 else { throw POSIXError(.EIO) }
    }

    func link(_ name: String, to target: String) throws {
        unlink(path(name))
        guard symlink(target, path(name)) == 0 else { throw POSIXError(.EIO) }
    }

    /// Whether `homepwner verify PATH --key key.pub` would call the delivery unchanged and its signature good.
    func accepts(_ name: String) -> Bool {
        let key = VerificationKey.openSSL(file: path("key.pub"))
        let path = path(name)
        let outcome: DeliveryVerifier.Outcome?
        if let manifest = DeliveryVerifier.manifest(for: path) {
            outcome = try? DeliveryVerifier.run(manifest: manifest, of: path, key: key)
        } else if (try? DeliveryVerifier.isArchive(path)) == true {
            outcome = try? DeliveryVerifier.run(archive: path, key: key)
        } else {
            outcome = nil
        }
        return outcome.map { $0.findings.isEmpty && $0.signature == .good } ?? false
    }

    /// The delivery as a zip archive.
    func archive() throws -> ForgedArchive {
        let names = Self.files.map(\.name) + ["SHA256SUMS", "SHA256SUMS.sig"]
        return ForgedArchive(entries: try names.map { ForgedArchive.Entry($0, try bytes("claim/\($0)")) })
    }

    @Test func whatNobodyForgedIsAccepted() throws {
        #expect(accepts("claim"))
        #expect(accepts("labels.html") && accepts("labels.html.sha256"))
        try write("claim.zip", try archive().bytes)
        #expect(accepts("claim.zip"))
        var dated = try archive()
        dated["index.html"].extra = ForgedArchive.field(0x5455, [1, 0, 0, 0, 0])
        dated["index.html"].localExtra = dated["index.html"].extra
        try write("claim.zip", dated.bytes)
        #expect(accepts("claim.zip"))
        var packed = try archive()
        packed["index.html"].packed = ForgedArchive.deflated(packed["index.html"].content)
        try write("claim.zip", packed.bytes)
        #expect(accepts("claim.zip"))
        unlink(path("claim.zip"))
        let names = Self.files.map(\.name) + ["SHA256SUMS", "SHA256SUMS.sig"]
        let files = names.map { ZipWriter.File(name: $0, path: path("claim/\($0)"), isPacked: true) }
        try ZipWriter.write(files, to: path("claim.zip"), timestamp: 1_790_000_000)
        #expect(accepts("claim.zip"))
    }

    @Test(arguments: Forgery.ofFolders)
    func aForgedFolderIsRefused(forgery: Forgery) throws {
        try forgery.forge(self)
        #expect(!accepts("claim"))
    }

    @Test(arguments: Forgery.ofFiles)
    func aForgedFileIsRefused(forgery: Forgery) throws {
        try forgery.forge(self)
        #expect(!accepts("labels.html"))
    }

    @Test(arguments: ForgedArchive.forgeries)
    func aForgedArchiveIsRefused(forgery: ForgedArchive.Forgery) throws {
        var archive = try archive()
        try write("claim.zip", forgery.forge(&archive))
        #expect(!accepts("claim.zip"))
    }

    @Test func theTableIsLong() {
        #expect(Forgery.ofFolders.count + Forgery.ofFiles.count + ForgedArchive.forgeries.count >= 96)
    }
}
