/// The bytes that identify a kind of file that is not a list of items.
struct KnownFileSignature {
    /// The kind of file.
    let appearance: FileAppearance
    /// Whether it is text in an encoding other than UTF-8.
    var isText = false
    private let bytes: [UInt8]
    private let offset: Int

    private init(_ bytes: [UInt8], at offset: Int = 0, _ appearance: FileAppearance, isText: Bool = false) {
        (self.bytes, self.offset, self.appearance, self.isText) = (bytes, offset, appearance, isText)
    }

    private init(_ text: String, at offset: Int = 0, _ appearance: FileAppearance) {
        self.init(Array(text.utf8), at: offset, appearance)
    }

    /// Whether a file that begins with these bytes is of this kind.
    func matches(in beginning: ArraySlice<UInt8>) -> Bool { beginning.dropFirst(offset).starts(with: bytes) }

    static var all: [KnownFileSignature] {
        [
            KnownFileSignature("PK\u{3}\u{4}", .zip), KnownFileSignature("PK\u{5}\u{6}", .zip),
            KnownFileSignature([0xD0, 0xCF, 0x11, 0xE0], .oldExcelWorkbook),
            KnownFileSignature("%PDF-", .pdf),
            KnownFileSignature("{\\rtf", .rtf),
            KnownFileSignature("SQLite format 3\0", .sqlite),
            KnownFileSignature([0x1F, 0x8B], .compressed("gzip")),
            KnownFileSignature("1AY&SY", at: 4, .compressed("bzip2")),
            KnownFileSignature([0xFD] + Array("7zXZ".utf8), .compressed("xz")),
            KnownFileSignature([0x28, 0xB5, 0x2F, 0xFD], .compressed("Zstandard")),
            KnownFileSignature(Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C], .compressed("7-Zip")),
            KnownFileSignature("Rar!\u{1A}\u{7}", .compressed("RAR")),
            KnownFileSignature([0xFF, 0xFE, 0, 0], .text(encoding: "UTF-32"), isText: true),
            KnownFileSignature([0, 0, 0xFE, 0xFF], .text(encoding: "UTF-32"), isText: true),
            KnownFileSignature([0xFF, 0xFE], .text(encoding: "UTF-16"), isText: true),
            KnownFileSignature([0xFE, 0xFF], .text(encoding: "UTF-16"), isText: true),
            KnownFileSignature([0xFF, 0xD8, 0xFF], .picture("JPEG")),
            KnownFileSignature([0x89] + Array("PNG".utf8), .picture("PNG")),
            KnownFileSignature("GIF89a", .picture("GIF")),
            KnownFileSignature("GIF87a", .picture("GIF")),
            KnownFileSignature("WEBPVP8", at: 8, .picture("WebP")),
            KnownFileSignature("ftypheic", at: 4, .picture("HEIC")),
            KnownFileSignature("ftypmif1", at: 4, .picture("HEIC")),
            KnownFileSignature("ftypavif", at: 4, .picture("AVIF")),
            KnownFileSignature([0x7F] + Array("ELF".utf8), .program),
        ]
    }
}
