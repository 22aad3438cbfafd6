import Foundation
import ImageExchange
import Inventory
import Localization
import Testing

@testable import Attachments

@Suite struct PhotoErrorTests {
    static let hash = ContentHash(bytes: [UInt8](repeating: 0xAB, count: 32))!

    static let messages: [(PhotoError, String)] = [
        (.file(name: "a.jpg", .notFound), "a.jpg: no such file; check the name"),
        (.file(name: "a.jpg", .noPermission), "a.jpg: you may not read it; change its permissions"),
        (.file(name: "a.jpg", .symbolicLink), "a.jpg: it is a symbolic link; name the file it points to"),
        (.file(name: "a", .folder), "a: it is a folder; name a picture in it"),
        (.file(name: "a", .pipe), "a: it is a pipe; save the picture to a file first"),
        (.file(name: "a", .device), "a: it is a device; name a picture file"),
        (.file(name: "a", .socket), "a: it is a socket; name a picture file"),
        (.file(name: "a", .empty), "a: the file is empty; copy it again from where it came from"),
        (.file(name: "a", .tooLarge(limit: 256 << 20)), "a: it is larger than 256 MiB; save it smaller or as JPEG"),
        (.file(name: "a", .unreadable(code: EIO)), "a: cannot read it: Input/output error"),
        (.content(name: "a", .svg), "a: it is an SVG drawing, which can hold scripts; save it as PNG or JPEG"),
        (
            .content(name: "a", .other(.zip)),
            "a: it is a zip archive or office document, not a picture that is taken; save it as JPEG, PNG, WebP, HEIC,"
                + " GIF, TIFF or, as a document, PDF"
        ),
        (
            .content(name: "a", .image(.pdf)),
            "a: it is a PDF document, not a picture; add it with 'homepwner document add'"
        ),
        (
            .damaged(name: "a", .pdf),
            "a: the PDF document is damaged or locked by a password; open it in a viewer and save it anew"
        ),
        (
            .content(name: "a", .unknown),
            "a: it is not a picture that is taken; its content is none of JPEG, PNG, WebP, HEIC, GIF, TIFF or, as a document, PDF"
        ),
        (.content(name: "a", .empty), "a: the file is empty; copy it again from where it came from"),
        (
            .damaged(name: "a", .png),
            "a: the PNG picture is cut short or damaged; copy it again from the camera or open it in a picture program"
                + " and save it anew"
        ),
        (
            .pixels(name: "a", PixelSize(width: 50_000, height: 40_000), limit: 100_000_000),
            "a: 50000 × 40000 pixels are more than the 100 megapixels that are taken; save it smaller"
        ),
        (.colours(name: "a", .tiff), "a: the colours of this TIFF picture are of no known kind; save it as JPEG"),
        (
            .limit(name: "a", .memory(bytes: 1 << 30)),
            "a: decoding it takes more than 1024 MiB of memory; save it smaller or as JPEG"
        ),
        (
            .limit(name: "a", .processorTime(seconds: 20)),
            "a: decoding it takes more than 20 s of processor time; save it smaller or as JPEG"
        ),
        (.limit(name: "a", .time(seconds: 60)), "a: decoding it takes more than 60 s; save it smaller or as JPEG"),
        (.limit(name: "a", .time(seconds: 0.5)), "a: decoding it takes more than 0.5 s; save it smaller or as JPEG"),
        (
            .limit(name: "a", .output(bytes: 4_096)),
            "a: decoding it makes pictures larger than 4 KiB; save it smaller or as JPEG"
        ),
        (
            .stopped(name: "a", signal: SIGSEGV),
            "a: decoding it was stopped (Segmentation fault), most likely because the picture is damaged or made to do"
                + " harm; save it anew with a picture program"
        ),
        (
            .helper(.missing(path: "/usr/bin/homepwner-images")),
            "the program homepwner-images is not at /usr/bin/homepwner-images; install it beside homepwner or set"
                + " HOMEPWNER_IMAGES to it"
        ),
        (
            .helper(.decoderMissing(.heif)),
            "homepwner-images cannot read HEIC here: libvips lacks the decoder; install libvips with support for it"
                + " (Debian: libvips42), or save the picture as JPEG"
        ),
        (
            .helper(.failed(status: 127)),
            "homepwner-images ended with status 127 before it did anything; install it again together with its"
                + " libraries (Debian: libvips42)"
        ),
        (
            .helper(.setUp(step: "filter")),
            "homepwner-images could not shut itself in (filter); Linux 3.17 or later with seccomp is needed"
        ),
        (
            .helper(.unexpectedAnswer),
            "homepwner-images gave an answer that is not understood; install the one that came with this homepwner"
        ),
        (
            .store(operation: "write to", path: "p", code: ENOSPC),
            "cannot write to p: No space left on device (free some space)"
        ),
        (
            .store(operation: "make", path: "p", code: EACCES),
            "cannot make p: Permission denied (check who owns the store folder)"
        ),
        (
            .store(operation: "make", path: "p", code: EROFS),
            "cannot make p: Read-only file system (the disk is read-only)"
        ),
        (
            .missing(hash),
            "the original \(hash) is not in the store; restore the photos folder from a backup or add the photo again"
        ),
        (
            .changed(hash),
            "the original \(hash) has changed since it was taken in; restore it from a backup or add the photo again"
        ),
        (.file(name: "a\u{1B}[31m\n.jpg", .notFound), "a?[31m?.jpg: no such file; check the name"),
    ]

    @Test func itSpeaksTheLanguageOfWhoeverReadsNow() throws {
        for (language, word) in [("en", "document"), ("de", "Unterlage"), ("zh-Hans", "文件"), ("en", "document")] {
            let words = try #require(MessageCatalogue(language: language))
            LocalizationContext.$words.withValue(words) {
                for kind in [ContentKind.unknown, .other(.zip)] {
                    #expect(PhotoError.content(name: "a", kind).description.contains(word))
                }
            }
        }
    }

    @Test(arguments: messages) func itSaysWhatWhereAndWhatToDo(error: PhotoError, words: String) {
        #expect(error.description == words)
    }
}

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
        var sum = SHA256()
        Array("abc".utf8).withUnsafeBytes { sum.update($0) }
        let finished = sum.finish()
        let hash = try #require(finished)
        #expect(hash.description == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(ContentHash(hash.description) == hash)
    }

    @Test(arguments: ["", "ab", String(repeating: "g", count: 64), String(repeating: "A", count: 64)])
    func otherTextIsNoHash(text: String) { #expect(ContentHash(text) == nil) }

    @Test(arguments: UnsupportedFormat.allCases) func everyKindThatIsNotTakenHasAName(kind: UnsupportedFormat) {
        let words = "\(PhotoError.content(name: "a", .other(kind)))"
        #expect(words.hasPrefix("a: it is a") && !words.contains("kind."))
    }
}
