import Files
import Foundation
import ImageExchange
import Inventory
import Testing

@testable import Attachments

@Suite struct PlainJPEGTests {
    static let tables: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 3, 0]
    static let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0]
    static let scan: [UInt8] = [0xFF, 0xDA, 0, 3, 0, 1, 2, 0xFF, 0, 3, 0xFF, 0xD0, 4, 0xFF, 0xD9]

    @Test func aPictureAloneIsPlain() {
        #expect(PlainJPEG.size(of: Self.tables + Self.frame + Self.scan) == PixelSize(width: 3, height: 2))
    }

    static let others: [(String, [UInt8])] = [
        ("nothing", []), ("start only", [0xFF, 0xD8]), ("no frame", tables + scan), ("no scan", tables + frame),
        ("EXIF", tables + [0xFF, 0xE1, 0, 4, 1, 2] + frame + scan),
        ("profile", tables + [0xFF, 0xE2, 0, 4, 1, 2] + frame + scan),
        ("comment", tables + [0xFF, 0xFE, 0, 4, 1, 2] + frame + scan),
        ("two frames", tables + frame + frame + scan),
        ("payload behind", tables + frame + scan + [0x3C]),
        ("cut short", tables + frame + scan.dropLast(2)),
        ("segment too long", tables + [0xFF, 0xDB, 0xFF, 0xFF] + frame + scan),
        ("segment too short", tables + [0xFF, 0xDB, 0, 1] + frame + scan),
    ]

    @Test(arguments: others) func anythingElseIsNot(what: String, bytes: [UInt8]) {
        #expect(PlainJPEG.size(of: bytes) == nil, "\(what)")
    }
}

@Suite struct ContentHashTests {
    @Test func theHashIsThatOfTheStandard() throws {
        // FIPS 180-4, example of one block.
        let hasher = SHA256Hasher()
        hasher.update("abc".utf8.span)
        let hash = try hasher.contentHash()
        #expect(hash.description == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(ContentHash(hash.description) == hash)
    }

    @Test(arguments: ["", "ab", String(repeating: "g", count: 64), String(repeating: "A", count: 64)])
    func otherTextIsNoHash(text: String) { #expect(ContentHash(text) == nil) }
}
