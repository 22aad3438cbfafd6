import Files
import Foundation
import Testing

@testable import Delivery

/// Names of delivered files are compared by their bytes, in folders and in archives.
@Suite final class ProofTests {
    let place: String
    static let composed = "Caf\u{E9}.txt"
    static let decomposed = "Cafe\u{301}.txt"
    /// The SHA-256 of "x".
    static let hash = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"

    init() throws {
        place = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: place + "/inner", withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: place) }

    private func write(_ name: String, _ content: String = "x") throws {
        try Data(content.utf8).write(to: URL(fileURLWithPath: "\(place)/\(name)"))
    }

    private func check() throws -> [DeliveryVerifier.DeliveryDiagnostic] {
        try DeliveryVerifier.run(manifest: "\(place)/SHA256SUMS", of: place, key: nil).findings
    }

    private func bytes(_ findings: [DeliveryVerifier.DeliveryDiagnostic]) -> [[UInt8]] {
        findings.map { Array("\($0)".utf8) }
    }

    @Test func aManifestNamesBothFormsOfALetter() throws {
        let text = [Self.composed, Self.decomposed].map { "\(Self.hash)  \($0)\n" }.joined()
        let manifest = try Manifest(text, file: "SHA256SUMS")
        #expect(manifest.entries.map(\.path) == [Array(Self.composed.utf8), Array(Self.decomposed.utf8)])
        #expect(manifest.text.utf8.elementsEqual(text.utf8))
    }

    @Test func aFolderIsNotCoveredByAManifestOfOneFile() throws {
        try write("a.txt")
        try write("a.txt.sha256", "\(Self.hash)  a.txt\n")
        #expect(DeliveryVerifier.manifest(for: place) == nil)
        #expect(DeliveryVerifier.noManifest(for: place) == .noManifestInFolder(place))
        #expect(DeliveryVerifier.noManifest(for: "\(place)/a.txt") == .noManifest("\(place)/a.txt"))
        #expect(DeliveryVerifier.manifest(for: "\(place)/a.txt") == "\(place)/a.txt.sha256")
    }

    @Test func theOtherFormOfAKnownNameIsExtra() throws {
        try write(Self.composed)
        try write("SHA256SUMS", "\(Self.hash)  \(Self.composed)\n")
        #expect(try check() == [.extraFolder("inner")])
        try write("inner/\(Self.composed)")
        try write(Self.decomposed)
        let expected: [DeliveryVerifier.DeliveryDiagnostic] = [
            .extra(Self.decomposed), .extra("inner/\(Self.composed)"),
        ]
        #expect(bytes(try check()) == bytes(expected))
    }

    @Test func anArchiveIsComparedByTheBytesOfItsNames() throws {
        try write("one")
        try write("sums", "\(Self.hash)  \(Self.composed)\n")
        let files = [("SHA256SUMS", "sums"), (Self.decomposed, "one")].map {
            ZipWriter.File(name: $0, path: "\(place)/\($1)", isPacked: false)
        }
        try ZipWriter.write(files, to: "\(place)/x.zip", timestamp: 0)
        let expected: [DeliveryVerifier.DeliveryDiagnostic] = [.missing(Self.composed), .extra(Self.decomposed)]
        let found = try DeliveryVerifier.run(archive: "\(place)/x.zip", key: nil).findings
        #expect(bytes(found) == bytes(expected))
    }

    @Test func foldersOfAnArchiveThatHoldNoFileAreExtra() throws {
        let sums = Array("\(Self.hash)  photos/1.jpg\n".utf8)
        let names = ["photos/", "empty/", "photos/more/", "empty/inner/", ".hidden/"]
        var archive = ForgedArchive(entries: [.init("SHA256SUMS", sums), .init("photos/1.jpg", Array("x".utf8))])
        archive.entries += names.map { name in
            var entry = ForgedArchive.Entry(name, [])
            entry.attributes = 0o40755 << 16
            return entry
        }
        try Data(archive.bytes).write(to: URL(filePath: "\(place)/x.zip"))
        #expect(
            try DeliveryVerifier.run(archive: "\(place)/x.zip", key: nil).findings == [
                .extraFolder(".hidden"), .extraFolder("empty"), .extraFolder("photos/more"),
            ])
    }

    @Test func aFolderThatCannotBeListedIsAFailure() throws {
        let contents = FolderContents(of: "\(place)/nowhere")
        #expect(contents.files.isEmpty && contents.failures.map(\.code) == [ENOENT])
        #expect(throws: ManifestError.self) { try Manifest.names(ofFolder: "\(place)/nowhere") }
    }
}
