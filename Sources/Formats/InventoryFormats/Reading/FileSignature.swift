import Localization

/// Bytes by which files are known that are no list of items.
struct FileSignature {
    /// What such a file is, and what to do with it.
    let appearance: String
    /// Whether it is text, only not UTF-8.
    var isText = false
    private let bytes: [UInt8]
    private let offset: Int

    private init(_ bytes: [UInt8], at offset: Int = 0, _ appearance: String, isText: Bool = false) {
        (self.bytes, self.offset, self.appearance, self.isText) = (bytes, offset, appearance, isText)
    }

    private init(_ text: String, at offset: Int = 0, _ appearance: String) {
        self.init(Array(text.utf8), at: offset, appearance)
    }

    /// Whether a file that begins with these bytes is such a one.
    func matches(in beginning: ArraySlice<UInt8>) -> Bool { beginning.dropFirst(offset).starts(with: bytes) }

    static var all: [FileSignature] {
        let workbook = said("reading.aZipFileOr")
        let utf32 = said("reading.textInAnother", "UTF-32")
        let utf16 = said("reading.textInAnother", "UTF-16")
        return [
            FileSignature("PK\u{3}\u{4}", workbook), FileSignature("PK\u{5}\u{6}", workbook),
            FileSignature([0xD0, 0xCF, 0x11, 0xE0], said("reading.anOldExcelWorkbook")),
            FileSignature("%PDF-", said("reading.aPdfDocument")),
            FileSignature("{\\rtf", said("reading.anRtfDocument")),
            FileSignature("SQLite format 3\0", said("reading.anSqliteDatabase")),
            FileSignature([0x1F, 0x8B], said("reading.aPackedFile", "gzip")),
            FileSignature("1AY&SY", at: 4, said("reading.aPackedFile", "bzip2")),
            FileSignature([0xFD] + Array("7zXZ".utf8), said("reading.aPackedFile", "xz")),
            FileSignature([0x28, 0xB5, 0x2F, 0xFD], said("reading.aPackedFile", "Zstandard")),
            FileSignature(Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C], said("reading.aPackedFile", "7-Zip")),
            FileSignature("Rar!\u{1A}\u{7}", said("reading.aPackedFile", "RAR")),
            FileSignature([0xFF, 0xFE, 0, 0], utf32, isText: true),
            FileSignature([0, 0, 0xFE, 0xFF], utf32, isText: true),
            FileSignature([0xFF, 0xFE], utf16, isText: true), FileSignature([0xFE, 0xFF], utf16, isText: true),
            FileSignature([0xFF, 0xD8, 0xFF], said("reading.aPicture", "JPEG")),
            FileSignature([0x89] + Array("PNG".utf8), said("reading.aPicture", "PNG")),
            FileSignature("GIF89a", said("reading.aPicture", "GIF")),
            FileSignature("GIF87a", said("reading.aPicture", "GIF")),
            FileSignature("WEBPVP8", at: 8, said("reading.aPicture", "WebP")),
            FileSignature("ftypheic", at: 4, said("reading.aPicture", "HEIC")),
            FileSignature("ftypmif1", at: 4, said("reading.aPicture", "HEIC")),
            FileSignature([0x7F] + Array("ELF".utf8), said("reading.aProgram")),
        ]
    }
}
