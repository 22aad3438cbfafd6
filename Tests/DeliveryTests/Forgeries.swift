import Foundation
import Glibc
import Testing

@testable import Delivery

/// One way to forge a delivered folder or file.
struct Forgery: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let forge: @Sendable (ForgeryTests) throws -> Void

    init(_ description: String, _ forge: @escaping @Sendable (ForgeryTests) throws -> Void) {
        testDescription = description
        self.forge = forge
    }

    /// Forgeries of the folder `claim`.
    static let ofFolders = contents + extraFiles + manifests

    private static let contents: [Forgery] = [
        Forgery("a changed file") { try $0.write("claim/index.html", "<h1>pay 999</h1>") },
        Forgery("a byte more") { try $0.write("claim/index.html", "<h1>pay 100</h1>\n") },
        Forgery("an emptied file") { try $0.write("claim/index.html", "") },
        Forgery("a missing file") { unlink($0.path("claim/index.html")) },
        Forgery("two files under each other's name") {
            try $0.move("claim/photos/1.jpg", "claim/x")
            try $0.move("claim/photos/2.jpg", "claim/photos/1.jpg")
            try $0.move("claim/x", "claim/photos/2.jpg")
        },
        Forgery("a link instead of a file") {
            try $0.write("outside.html", "<h1>pay 100</h1>")
            try $0.link("claim/index.html", to: $0.path("outside.html"))
        },
        Forgery("a link instead of a folder") {
            try $0.move("claim/photos", "photos")
            try $0.link("claim/photos", to: $0.path("photos"))
        },
        Forgery("a folder instead of a file") {
            unlink($0.path("claim/index.html"))
            mkdir($0.path("claim/index.html"), 0o755)
        },
        Forgery("a pipe instead of a file") {
            unlink($0.path("claim/index.html"))
            mkfifo($0.path("claim/index.html"), 0o644)
        },
        Forgery("the other form of a name") { try $0.move("claim/Caf\u{E9}.pdf", "claim/Cafe\u{301}.pdf") },
        Forgery("the name in capitals") { try $0.move("claim/index.html", "claim/INDEX.HTML") },
    ]

    private static let extraFiles: [Forgery] = [
        Forgery("an extra file") { try $0.write("claim/more.html", "x") },
        Forgery("an extra file in a folder") { try $0.write("claim/photos/3.jpg", "x") },
        Forgery("a hidden extra file") { try $0.write("claim/.htaccess", "x") },
        Forgery("an extra file of another case") { try $0.write("claim/Index.html", "x") },
        Forgery("an extra file with a name that is not UTF-8") {
            try $0.write(Array($0.path("claim/12-D2").utf8) + [0xFF, 0x2E, 0x70, 0x64, 0x66], [0x78])
        },
        Forgery("an extra file with the other form of a name") { try $0.write("claim/Cafe\u{301}.pdf", "x") },
        Forgery("an extra file 70 folders deep") {
            let folder = "claim/" + String(repeating: "d/", count: 70)
            try FileManager.default.createDirectory(atPath: $0.path(folder), withIntermediateDirectories: true)
            try $0.write("\(folder)x", "x")
        },
        Forgery("an extra file whose path is longer than the system's limit") { forger in
            var folder = open(forger.path("claim"), O_RDONLY | O_DIRECTORY)
            for _ in 0..<30 {
                let name = String(repeating: "d", count: 200)
                mkdirat(folder, name, 0o755)
                let inner = openat(folder, name, O_RDONLY | O_DIRECTORY)
                close(folder)
                folder = inner
            }
            close(openat(folder, "x", O_WRONLY | O_CREAT, 0o644))
            close(folder)
        },
        Forgery("an extra pipe") { mkfifo($0.path("claim/pipe"), 0o644) },
        Forgery("an extra link that leads nowhere") { try $0.link("claim/nowhere", to: "/nowhere/at/all") },
        Forgery("an extra link to a folder") { try $0.link("claim/more", to: "photos") },
        Forgery("an extra manifest in a folder") { try $0.write("claim/photos/SHA256SUMS", "x") },
    ]

    private static let manifests: [Forgery] = [
        Forgery("the manifest of another file instead of the folder's") {
            for name in ["SHA256SUMS", "SHA256SUMS.sig"] { unlink($0.path("claim/\(name)")) }
            try $0.write("claim/index.html", "<h1>pay 999</h1>")
            for name in ["labels.html", "labels.html.sha256", "labels.html.sha256.sig"] {
                try $0.write("claim/\(name)", try $0.bytes(name))
            }
        },
        Forgery("the manifest of another file under the folder's name") {
            try $0.write("claim/SHA256SUMS", try $0.bytes("labels.html.sha256"))
            try $0.write("claim/SHA256SUMS.sig", try $0.bytes("labels.html.sha256.sig"))
            try $0.write("claim/labels.html", "labels")
        },
        Forgery("a manifest and signature that are gone") {
            for name in ["SHA256SUMS", "SHA256SUMS.sig"] { unlink($0.path("claim/\(name)")) }
        },
        Forgery("a signature that is gone") { unlink($0.path("claim/SHA256SUMS.sig")) },
        Forgery("a manifest that follows a change") {
            try $0.write("claim/index.html", "<h1>pay 999</h1>")
            try $0.write("claim/SHA256SUMS", try Manifest(ofFolder: $0.path("claim")).covered)
        },
        Forgery("a manifest that follows a change, signed by somebody else") {
            try $0.write("claim/index.html", "<h1>pay 999</h1>")
            try $0.sign("claim/SHA256SUMS", Manifest(ofFolder: $0.path("claim")).covered, with: $0.otherKey)
        },
        Forgery("a manifest without a file that is gone") {
            unlink($0.path("claim/photos/1.jpg"))
            let lines = try $0.text("claim/SHA256SUMS").split(separator: "\n").filter { !$0.hasSuffix("1.jpg") }
            try $0.write("claim/SHA256SUMS", lines.joined(separator: "\n") + "\n")
        },
        Forgery("a manifest in another order") {
            let lines = try $0.text("claim/SHA256SUMS").split(separator: "\n").reversed()
            try $0.write("claim/SHA256SUMS", lines.joined(separator: "\n") + "\n")
        },
        Forgery("a manifest without its last line end") {
            try $0.write("claim/SHA256SUMS", try $0.text("claim/SHA256SUMS").dropLast().description)
        },
        Forgery("a manifest with the line ends of Windows") {
            try $0.write("claim/SHA256SUMS", try $0.text("claim/SHA256SUMS").replacing("\n", with: "\r\n"))
        },
        Forgery("an empty manifest") { try $0.sign("claim/SHA256SUMS", "", with: $0.otherKey) },
        Forgery("a folder instead of the manifest") {
            unlink($0.path("claim/SHA256SUMS"))
            mkdir($0.path("claim/SHA256SUMS"), 0o755)
        },
        Forgery("a signature by somebody else") {
            try $0.sign("claim/SHA256SUMS", try $0.text("claim/SHA256SUMS"), with: $0.otherKey)
        },
        Forgery("the signature of another manifest") {
            try $0.write("claim/SHA256SUMS.sig", try $0.bytes("labels.html.sha256.sig"))
        },
        Forgery("an empty signature") { try $0.write("claim/SHA256SUMS.sig", "") },
        Forgery("half a signature") {
            try $0.write("claim/SHA256SUMS.sig", Array(try $0.bytes("claim/SHA256SUMS.sig").prefix(32)))
        },
        Forgery("a signature and a byte") {
            try $0.write("claim/SHA256SUMS.sig", try $0.bytes("claim/SHA256SUMS.sig") + [0])
        },
        Forgery("a signature of zeros") {
            try $0.write("claim/SHA256SUMS.sig", [UInt8](repeating: 0, count: 64))
        },
    ]

    /// Forgeries of the single file `labels.html`.
    static let ofFiles: [Forgery] = [
        Forgery("a changed file") { try $0.write("labels.html", "LABELS") },
        Forgery("a file that is gone") { unlink($0.path("labels.html")) },
        Forgery("a link instead of the file") {
            try $0.move("labels.html", "other.html")
            try $0.link("labels.html", to: "other.html")
        },
        Forgery("a manifest of another file") {
            try $0.write("labels.html", "forged")
            try $0.write("other.html", "labels")
            try $0.sign("labels.html.sha256", "\(ForgeryTests.hash("labels"))  other.html\n")
        },
        Forgery("a manifest that follows the change, unsigned") {
            try $0.write("labels.html", "forged")
            try $0.write("labels.html.sha256", "\(ForgeryTests.hash("forged"))  labels.html\n")
            unlink($0.path("labels.html.sha256.sig"))
        },
        Forgery("a manifest that follows the change, signed by somebody else") {
            try $0.write("labels.html", "forged")
            try $0.sign(
                "labels.html.sha256", "\(ForgeryTests.hash("forged"))  labels.html\n", with: $0.otherKey)
        },
        Forgery("a manifest that leads out of its folder") {
            try $0.write("labels.html", "forged")
            try $0.sign("labels.html.sha256", "\(ForgeryTests.hash("labels"))  ../labels.html\n")
        },
        Forgery("the signature of the folder's manifest") {
            try $0.write("labels.html.sha256.sig", try $0.bytes("claim/SHA256SUMS.sig"))
        },
    ]
}

extension Manifest {
    /// The text of the manifest without the manifest and its signature.
    fileprivate var covered: String {
        Manifest(entries.filter { !$0.name.hasPrefix("SHA256SUMS") }).text
    }
}
