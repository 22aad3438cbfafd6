import ImageExchange
import Testing

@Suite struct ImageExchangeTests {
    @Test func aRequestSurvivesTheCommandLine() {
        let requests = [
            ImageRequest(.pictures(longEdges: [2048, 1024, 320]), limits: .standard, parent: 4_711),
            ImageRequest(.check(.executableMemory), limits: .standard, parent: 0),
            ImageRequest(.codes, limits: .standard, parent: 1),
        ]
        for request in requests { #expect(ImageRequest(arguments: request.arguments) == request) }
    }

    @Test(arguments: [
        "", "1 2 3 4 5", "1 2 3 4 5 pictures", "1 2 3 4 5 pictures 0", "1 2 3 4 5 pictures 320 1024",
        "1 2 3 4 5 pictures 99999", "-1 2 3 4 5 pictures 320", "1 2 3 4 5 check", "1 2 3 4 5 check doors",
        "1 2 3 4 5 remove 320", "1 2 3 4 99999999999 pictures 320", "1 2 3 4 5 pictures 9 8 7 6 5 4 3 2 1",
        "1 2 3 4 5 codes 1",
    ])
    func otherCommandLinesAreRefused(line: String) {
        #expect(ImageRequest(arguments: line.split(separator: " ").map(String.init)) == nil)
    }

    static let answers: [ImageResponse] = [
        .made(
            ImageInfo(
                type: .heif, size: PixelSize(width: 3024, height: 4032), frames: 2,
                made: [PixelSize(width: 1536, height: 2048), PixelSize(width: 240, height: 320)])),
        .made(ImageInfo(type: .gif, size: PixelSize(width: 1, height: 1), frames: 1, made: [])),
        .checked(0), .checked(13), .refused(.kind(.unknown)), .refused(.memory), .refused(.unreadable),
        .refused(.header(.png)), .refused(.damaged(.tiff)), .refused(.colours(.tiff)),
        .refused(.decoderMissing(.heif)), .refused(.decoderFailed(.pdf, code: 28)),
        .refused(.pixels(PixelSize(width: 65_000, height: 64_000))),
        .refused(.setUp("filter")), .refused(.unwritable(code: 28)), .codes([]),
        .codes([
            ScannedCode(.ean13, "4006381333931")!, ScannedCode(.qr, "https://example.org/?place=Keller%20/ Regal 架")!,
        ]),
        .codes(Array(repeating: ScannedCode(.qr, String(repeating: "x", count: 1_000))!, count: 8)),
    ]

    @Test(arguments: answers) func anAnswerSurvivesItsLine(answer: ImageResponse) {
        #expect(ImageResponse(line: answer.line) == answer)
        #expect(answer.line.utf8.count <= ImageResponse.maxLineLength)
    }

    @Test(arguments: [
        "", "made", "made image/svg 1 1 1", "made image/png 1 1", "made image/png 1 1 1 2", "made image/png 0 1 1",
        "made image/png 1 1 1 -2 2", "made image/png 999999999 1 1", "made  image/png 1 1 1", "checked", "checked x",
        "checked -1", "refused", "refused all", "refused pixels 1", "refused header image/svg", "refused setup A/b",
        "refused memory 12", "refused unreadable 5", "refused kind svg", "refused decoder image/png 0",
        "refused decoder x 5",
        "MADE image/png 1 1 1",
        "codes ean_13", "codes ean_13 ", "codes ean_13 3", "codes ean_13 3G", "codes ean_13 3A", "codes ean_99 33",
        "codes qr_code ff", "codes qr_code 0a", "codes qr_code 33 ean_8", "codes  qr_code 33",
        "codes" + String(repeating: " qr_code 33", count: 9), "codes qr_code " + String(repeating: "33", count: 1_001),
    ])
    func otherLinesAreNotUnderstood(line: String) { #expect(ImageResponse(line: line) == nil) }

    static let kinds: [(String, ContentKind)] = [
        ("", .empty), ("\u{FEFF} <svg>", .svg), ("<?xml?><!DOCTYPE SVG>", .svg), ("<Html>", .other(.webPage)),
        ("<note/>", .other(.xml)), ("GIF87a", .image(.gif)), ("%PDF-1.4", .image(.pdf)),
        ("RIFF....WEBPVP8 ", .image(.webp)), ("RIFF....WAVE", .other(.film)), ("hello", .unknown),
        ("....ftypheic", .image(.heif)), ("....ftypqt  ", .other(.film)),
        ("\0\0\0\u{18}ftypmif1\0\0\0\0avifmif1", .image(.avif)), ("BM....", .image(.bmp)),
        ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1heic", .image(.heif)), ("II*\0", .image(.tiff)), ("MM\0*", .image(.tiff)),
    ]

    @Test(arguments: kinds) func theFirstBytesTellTheKind(text: String, kind: ContentKind) {
        #expect(ContentKind(of: Array(text.utf8)) == kind)
    }
}
