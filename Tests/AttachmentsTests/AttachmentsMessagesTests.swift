import Attachments
import Files
import Foundation
import ImageExchange
import Inventory
import Localization
import Testing

@Suite struct AttachmentsMessagesTests {
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
            "a: it is a zip archive or office document, which is not supported; save it as JPEG, PNG, WebP, HEIC,"
                + " AVIF, GIF, BMP, TIFF or, as a document, PDF"
        ),
        (
            .content(name: "a", .image(.pdf)),
            "a: it is a PDF document, not a picture; add it as a document of the item"
        ),
        (
            .damaged(name: "a", .pdf),
            "a: the PDF document is damaged or locked by a password; open it in a viewer and save it again"
        ),
        (
            .content(name: "a", .unknown),
            "a: it is not a picture of a supported format: JPEG, PNG, WebP, HEIC, AVIF, GIF, BMP, TIFF"
                + " or, as a document, PDF"
        ),
        (.content(name: "a", .empty), "a: the file is empty; copy it again from where it came from"),
        (
            .damaged(name: "a", .png),
            "a: the PNG picture is cut short or damaged; copy it again from the camera or open it in a picture program"
                + " and save it again"
        ),
        (
            .pixels(name: "a", PixelSize(width: 50_000, height: 40_000), limit: 100_000_000),
            "a: 50000 × 40000 pixels are more than the limit of 100 megapixels; save it smaller"
        ),
        (
            .colours(name: "a", .tiff),
            "a: the colours of this TIFF picture are of a kind that is not supported: numbers of 32 bits or with a sign, or an unknown colour space; save it as JPEG"
        ),
        (
            .colours(name: "a", .bmp),
            "a: this BMP picture is compressed (RLE), or has colours of a kind that is not supported; save it as JPEG"
        ),
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
            "a: decoding it was stopped (Segmentation fault), most likely because the picture is damaged or"
                + " malicious; save it again with a picture program"
        ),
        (
            .helper(.missing(path: "/usr/bin/homepwner-images")),
            "Pictures need the program homepwner-images, which is not at /usr/bin/homepwner-images. On Debian, install"
                + " the package homepwner-images; elsewhere, put the program beside homepwner or set HOMEPWNER_IMAGES to"
                + " its path."
        ),
        (
            .helper(.decoderMissing(.heif)),
            "homepwner-images cannot read HEIC here: libvips lacks the decoder; install libvips with support for it"
                + " (Debian: libvips42), or save the picture as JPEG"
        ),
        (
            .helper(.decoderFailed(name: "a", .pdf, code: ENOSPC)),
            "a: homepwner-images cannot load its decoder of PDF pictures: No space left on device"
        ),
        (
            .helper(.notStarted(name: "a", code: EACCES)),
            "a: homepwner-images cannot be started: Permission denied"
        ),
        (
            .helper(.failed(status: 127)),
            "homepwner-images ended with status 127 before it did anything; install it again together with its"
                + " libraries (Debian: libvips42)"
        ),
        (
            .helper(.setUp(step: "filter")),
            "homepwner-images could not enter its sandbox (filter); Linux 3.17 or later with seccomp is needed"
        ),
        (
            .helper(.unexpectedAnswer),
            "homepwner-images returned an invalid response; install the version that belongs to this homepwner"
        ),
        (
            .store(FileError(.write, "p", code: ENOSPC)),
            "cannot write p: No space left on device (free some space)"
        ),
        (
            .store(FileError(.makeFolder, "p", code: EACCES)),
            "cannot make the folder p: Permission denied (check who owns the inventory's folder)"
        ),
        (
            .store(FileError(.makeFolder, "p", code: EROFS)),
            "cannot make the folder p: Read-only file system (the disk is read-only)"
        ),
        (
            .missing(hash),
            "the original \(hash) is not in the inventory; restore the photos folder from a backup or add the photo again"
        ),
        (
            .changed(hash),
            "the original \(hash) has changed since it was added; restore it from a backup or add the photo again"
        ),
        (.file(name: "a\u{1B}[31m\n.jpg", .notFound), "a?[31m?.jpg: no such file; check the name"),
    ]

    @Test func itSpeaksTheLanguageOfWhoeverReadsNow() throws {
        for (language, word) in [("en", "document"), ("de", "Unterlage"), ("zh-Hans", "文件"), ("en", "document")] {
            let words = try #require(MessageCatalogue(language: language))
            for kind in [ContentKind.unknown, .other(.zip)] {
                #expect(words.text(PhotoError.content(name: "a", kind).message).contains(word))
            }
        }
    }

    @Test(arguments: messages) func itSaysWhatWhereAndWhatToDo(error: PhotoError, words: String) {
        #expect(MessageCatalogue.english.text(error.message) == words)
    }

    @Test(arguments: UnsupportedFormat.allCases) func everyKindThatIsNotTakenHasAName(kind: UnsupportedFormat) {
        let words = MessageCatalogue.english.text(PhotoError.content(name: "a", .other(kind)).message)
        #expect(words.hasPrefix("a: it is a") && !words.contains("format."))
    }

    @Test func severalFilesHaveALineEach() {
        let error = AttachmentError.files([.file(name: "a", .empty), .file(name: "b", .folder)])
        #expect(
            MessageCatalogue.english.text(error.message)
                == "a: the file is empty; copy it again from where it came from\nb: it is a folder; name a picture in it"
        )
    }

    @Test func findingsNameTheFileAndItsItem() throws {
        let item = try #require(UUID(uuidString: "00000000-0000-0000-0000-0000000000AB"))
        let beginning = "the file \(Self.hash) of item 00000000-0000-0000-0000-0000000000ab "
        let end = "; add it again, or restore it from a copy"
        let found: [(AttachmentDiagnostic, String)] = [
            (.missing(Self.hash, of: item), "is not in the inventory"),
            (.changed(Self.hash, of: item), "has changed since it was added"),
            (.unreadable(Self.hash, of: item), "cannot be read"),
        ]
        for (diagnostic, words) in found {
            #expect(MessageCatalogue.english.text(diagnostic.message) == beginning + words + end)
        }
    }
}
