import Files
import Foundation
import Inventory
import Testing

@testable import Delivery

@Suite struct ManifestTests {
    static let hash = String(repeating: "ab", count: 32)

    private func parse(_ text: String) throws -> Manifest { try Manifest(text, file: "SHA256SUMS") }

    @Test func aManifestIsReadAsItIsWritten() throws {
        let hash = try #require(ContentHash(Self.hash))
        let names = ["a.txt", "photos/1 茶.jpg", "back\\slash", "line\nend", "return\rend", " leading"]
        let manifest = Manifest(names.map { Manifest.Entry(name: $0, hash: hash) })
        #expect(try parse(manifest.text) == manifest)
        #expect(manifest.text.contains("\n\\\(Self.hash)  back\\\\slash\n\\\(Self.hash)  line\\nend\n"))
    }

    @Test func checksumsMayBeUpperCaseAndNamesMarkedAsBinary() throws {
        let manifest = try parse("\(Self.hash.uppercased()) *a.bin\n")
        #expect(manifest.entries.map(\.name) == ["a.bin"])
    }

    @Test(
        arguments: [
            ("", .noFiles), ("\(hash)  a\r\n", .windowsLineEnds), ("\(hash) a\n", .malformed),
            ("\(hash)\n", .malformed),
            ("abc  a\n", .malformed), ("\\\(hash)  a\\x\n", .malformed), ("\(hash)  ../a\n", .unsafeName),
            ("\(hash)  /a\n", .unsafeName), ("\(hash)  a//b\n", .unsafeName), ("\(hash)  \n", .unsafeName),
        ] as [(String, ManifestError.LineDiagnostic)])
    func anInvalidLineIsReported(text: String, diagnostic: ManifestError.LineDiagnostic) {
        #expect(throws: ManifestError.manifest(file: "SHA256SUMS", line: 1, diagnostic)) { try self.parse(text) }
    }

    @Test func aRepeatedNameIsReportedWithItsLine() {
        #expect(throws: ManifestError.manifest(file: "SHA256SUMS", line: 3, .repeatedName)) {
            try self.parse("\(Self.hash)  a\n\(Self.hash)  b\n\(Self.hash)  a\n")
        }
    }

    @Test func aManifestMustBeUTF8() {
        #expect(throws: ManifestError.manifest(file: "SHA256SUMS", line: 1, .notUTF8)) {
            _ = try Manifest(bytes: [0xFF], file: "SHA256SUMS")
        }
    }
}

/// Folders and single files against their manifests.
@Suite final class VerificationTests {
    let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder + "/photos", withIntermediateDirectories: true)
        try write("index.html", "page")
        try write("photos/1.jpg", "pixels")
        try write("SHA256SUMS", Manifest(ofFolder: folder).text)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func write(_ name: String, _ content: String) throws {
        try Data(content.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    }

    private func findings() throws -> [DeliveryVerifier.DeliveryDiagnostic] {
        let path = try #require(DeliveryVerifier.manifest(for: folder))
        return try DeliveryVerifier.run(manifest: path, of: folder, key: nil).findings
    }

    @Test func anUnchangedFolderHasNoFindings() throws {
        let path = try #require(DeliveryVerifier.manifest(for: folder))
        let outcome = try DeliveryVerifier.run(manifest: path, of: folder, key: nil)
        #expect(outcome.files.count == 2 && outcome.findings == [] && outcome.signature == .none)
    }

    @Test func everyKindOfDifferenceIsFound() throws {
        try write("index.html", "other page")
        try write("extra.txt", "x")
        try FileManager.default.removeItem(atPath: folder + "/photos/1.jpg")
        #expect(try findings() == [.changed("index.html"), .missing("photos/1.jpg"), .extra("extra.txt")])
    }

    @Test(arguments: [
        (["empty"], ["empty"]), (["a/b/c", "a/d"], ["a"]), (["photos/more"], ["photos/more"]),
        ([".hidden", "photo"], [".hidden", "photo"]), (["a-b", "a/b", "a"], ["a", "a-b"]), (["photos"], []),
    ])
    func foldersWithoutFilesAreFound(folders: [String], found: [String]) throws {
        for name in folders {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        #expect(try findings() == found.map(DeliveryVerifier.DeliveryDiagnostic.extraFolder))
    }

    @Test(arguments: ["SHA256SUMS", "SHA256SUMS.sig", "index.html.sha256", "index.html.sha256.sig"])
    func aManifestOrSignatureThatIsALinkIsNotFollowed(name: String) throws {
        let file = "\(folder)/index.html"
        for draft in try ManifestSigner(key: nil).prepare(path: file, hash: try DeliveredFile.hash(of: file)) {
            try draft.commit()
        }
        let place = "\(folder)/\(name)"
        let elsewhere = folder + "-elsewhere"
        defer { try? FileManager.default.removeItem(atPath: elsewhere) }
        if FileManager.default.fileExists(atPath: place) {
            try FileManager.default.moveItem(atPath: place, toPath: elsewhere)
        } else {
            try Data("signature".utf8).write(to: URL(filePath: elsewhere))
        }
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: elsewhere)
        let asked = name.hasPrefix("SHA") ? folder : file
        let manifest = try #require(DeliveryVerifier.manifest(for: asked))
        #expect(throws: ManifestError.link(place)) {
            try DeliveryVerifier.run(
                manifest: manifest, of: asked, key: .allowedSigners(file: "\(folder)/index.html"))
        }
    }

    @Test func aLinkNamedAsTheManifestIsNotFollowed() throws {
        let link = folder + "-link.sha256"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder + "/SHA256SUMS")
        defer { try? FileManager.default.removeItem(atPath: link) }
        #expect(throws: ManifestError.link(link)) {
            try DeliveryVerifier.run(manifest: link, of: link, key: nil)
        }
    }

    @Test func aLinkOrAFolderInTheNameOfAFileIsFound() throws {
        try FileManager.default.removeItem(atPath: folder + "/index.html")
        try FileManager.default.createSymbolicLink(atPath: folder + "/index.html", withDestinationPath: "photos/1.jpg")
        try FileManager.default.removeItem(atPath: folder + "/photos/1.jpg")
        try FileManager.default.createDirectory(atPath: folder + "/photos/1.jpg", withIntermediateDirectories: true)
        #expect(try findings() == [.notAFile("index.html"), .notAFile("photos/1.jpg")])
    }

    @Test func theManifestOfOneFileCoversThatFile() throws {
        let file = folder + "/index.html"
        let hash = try DeliveredFile.hash(of: file)
        for file in try ManifestSigner(key: nil).prepare(path: file, hash: hash) { try file.commit() }
        #expect(DeliveryVerifier.manifest(for: file) == file + ".sha256")
        #expect(try DeliveryVerifier.run(manifest: file + ".sha256", of: file, key: nil).findings == [])
        try write("index.html", "other page")
        #expect(
            try DeliveryVerifier.run(manifest: file + ".sha256", of: file, key: nil).findings == [
                .changed("index.html")
            ])
    }
}
