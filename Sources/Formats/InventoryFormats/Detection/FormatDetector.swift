import Files
import JSON

/// Detects the format of a file by its first bytes.
struct FormatDetector {
    let format: FileFormat?
    let appearance: FileAppearance
    /// Whether the file cannot be read, even if the user names a format.
    private(set) var isForeign = false

    init(_ input: some Collection<UInt8>) {
        let isTruncated = input.count > FileFormat.recognitionLength
        var bytes = ArraySlice(input.prefix(FileFormat.recognitionLength))
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        if bytes.starts(with: "bplist".utf8) {
            (format, appearance) = (.archive, .binaryPropertyList)
            return
        }
        let known = KnownFileSignature.all.first { $0.matches(in: bytes) }
        if let known, !known.isText {
            (format, appearance, isForeign) = (nil, known.appearance, true)
            return
        }
        if let text = FormatDetector.textOfUTF16(bytes) {
            (format, appearance, isForeign) = FormatDetector.contentOfUTF16(text, isTruncated: isTruncated)
            return
        }
        if let known {
            (format, appearance) = (nil, known.appearance)
            return
        }
        // Blanks may be longer than what is looked at.
        let text = Array(
            input.dropFirst(bytes.startIndex).drop(while: FormatDetector.isBlank).prefix(FileFormat.recognitionLength))[
                ...]
        var found: (format: FileFormat?, appearance: FileAppearance)
        let mayBeBinary: Bool
        switch text.first {
        case nil:
            (found, mayBeBinary) = ((nil, .blank), false)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            (found, mayBeBinary) = ((.json, .json), !FormatDetector.continuesAsJSON(text.dropFirst()))
        case UInt8(ascii: "<"):
            found = FormatDetector.markup(text, isTruncated: isTruncated)
            mayBeBinary = found.format == nil
        default:
            (found, mayBeBinary) = ((FormatDetector.table(bytes), .plainText), true)
        }
        if mayBeBinary, BinaryDetector.are(bytes, isTruncated: isTruncated) {
            let encoding = BinaryDetector.encoding(of: bytes)
            found = (nil, encoding.map { .text(encoding: $0) } ?? .binary)
            isForeign = encoding == nil
        }
        (format, appearance) = found
    }

    /// Whether the bytes after a bracket can be JSON, valid or not.
    private static func continuesAsJSON(_ rest: ArraySlice<UInt8>) -> Bool {
        let next = rest.first { !isBlank($0) }
        return next.map { "\"{}[]-0123456789tfn".utf8.contains($0) } ?? true
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// The beginning of a file with two bytes per unit as UTF-8; nil if it is in another encoding.
    private static func textOfUTF16(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var text: [UInt8] = []
        guard let encoding = EncodingDetector.utf16(Array(bytes)), let decoder = TextDecoder(encoding),
            decoder.decode(bytes, isLast: false, into: &text)
        else { return nil }
        return text.drop { isBlank($0) || [0xEF, 0xBB, 0xBF].contains($0) }
    }

    /// Documents of UTF-16: the parser of XML reads them, the one of JSON does not. Anything else may be a table, which is
    /// converted when it is read.
    private static func contentOfUTF16(
        _ text: ArraySlice<UInt8>, isTruncated: Bool
    ) -> (FileFormat?, FileAppearance, isForeign: Bool) {
        let encoded = FileAppearance.text(encoding: "UTF-16")
        switch text.first {
        case UInt8(ascii: "<"):
            let (format, appearance) = markup(text, isTruncated: isTruncated)
            return (format, appearance, isForeign: false)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return (nil, encoded, isForeign: continuesAsJSON(text.dropFirst()))
        default: return (nil, encoded, isForeign: false)
        }
    }

    /// - Parameter isTruncated: whether the file continues. A document whose root is not among the first bytes is XML, as
    ///   only XML has instructions before it.
    private static func markup(_ text: ArraySlice<UInt8>, isTruncated: Bool) -> (FileFormat?, FileAppearance) {
        var rest = text
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(open + 1)...]
            switch rest.first {
            case UInt8(ascii: "?"):
                rest = after("?>", in: rest)
            case UInt8(ascii: "!"):
                if rest.starts(with: "!DOCTYPE plist".utf8) { return (.archive, .xmlPropertyList) }
                if rest.starts(with: "!--".utf8) { rest = after("-->", in: rest.dropFirst(3)) }
            default:
                let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
                let local = name.split(separator: UInt8(ascii: ":")).last ?? name
                if local.elementsEqual("inventory".utf8) { return (.xml, .xml) }
                if local.elementsEqual("plist".utf8) { return (.archive, .xmlPropertyList) }
                if local.elementsEqual("html".utf8) { return (nil, .webPage) }
                let shown = String(decoding: name.prefix(40), as: UTF8.self)
                return (nil, .markup(root: shown))
            }
        }
        return isTruncated ? (.xml, .xml) : (nil, .markupWithoutElement)
    }

    private static func after(_ end: String, in rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = Array(end.utf8)
        return ByteSearch.first(end, in: rest.span, from: 0).map { rest[(rest.startIndex + $0 + end.count)...] }
            ?? rest[rest.endIndex...]
    }

    private static func table(_ bytes: ArraySlice<UInt8>) -> FileFormat {
        let named = SeparatorLine(bytes)
        let header = bytes.dropFirst(named?.length ?? 0).prefix { $0 != 0x0A && $0 != 0x0D }
        let names = header.split { [0x2C, 0x09, 0x3B, named?.delimiter].contains($0) }.map { name in
            String(decoding: name.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        }
        if names.contains(where: { $0.hasPrefix("HB.") }) { return .homebox }
        return SnipeITColumns.detect(names) ? .snipeIT : .csv
    }
}

extension FileFormat {
    /// The most bytes from the start of a file that ``detect(_:)`` reads.
    package static let recognitionLength = 65_536

    /// Detects the format of a file by its first bytes.
    ///
    /// Text that has no other format is ``csv``; whether its columns are known shows when the header is read.
    /// - Returns: nil if the format is unknown; ``appearance(of:)`` then returns what they look like.
    package static func detect(_ bytes: some Collection<UInt8>) -> FileFormat? {
        FormatDetector(bytes).format
    }

    /// Returns the kind of file that the first bytes look like.
    package static func appearance(of bytes: some Collection<UInt8>) -> FileAppearance {
        FormatDetector(bytes).appearance
    }
}

/// Distinguishes binary data from text that is damaged or in another encoding.
enum BinaryDetector {
    /// Whether the beginning of a file is neither UTF-8 nor text with one byte per character.
    ///
    /// A line without NUL bytes is text if it is UTF-8 or Windows-1252: neither has control characters among bytes
    /// that are not UTF-8.
    /// - Parameter isTruncated: whether the file continues.
    static func are(_ bytes: ArraySlice<UInt8>, isTruncated: Bool) -> Bool {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        if line.contains(0) { return true }
        guard !isUTF8(bytes, isTruncated: isTruncated) else { return false }
        let controls = bytes.count { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1A && $0 != 0x1B }
        let isLineText = isUTF8(line, isTruncated: isTruncated && line.endIndex == bytes.endIndex)
        return isLineText ? controls * 16 >= bytes.count : controls > 0
    }

    /// The encoding with two or four bytes per character that bytes without a byte order mark seem to have.
    static func encoding(of bytes: ArraySlice<UInt8>) -> String? {
        let beginning = Array(bytes.prefix(64))
        guard beginning.count >= 8 else { return nil }
        func isEmpty(_ remainder: Int, of step: Int) -> Bool {
            stride(from: remainder, to: beginning.count, by: step).allSatisfy { beginning[$0] == 0 }
        }
        if (0..<4).contains(where: { kept in (0..<4).allSatisfy { $0 == kept || isEmpty($0, of: 4) } }) {
            return beginning.contains { $0 != 0 } ? "UTF-32" : nil
        }
        return isEmpty(0, of: 2) || isEmpty(1, of: 2) ? "UTF-16" : nil
    }

    private static func isUTF8(_ bytes: ArraySlice<UInt8>, isTruncated: Bool) -> Bool {
        ByteView.of(bytes) { bytes in
            guard let invalid = UTF8Validation.firstInvalidIndex(in: bytes.pointer) else { return true }
            // The last character may continue behind the end.
            return isTruncated && invalid >= bytes.count - 3
        }
    }
}

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

/// The line `sep=;` that Excel writes and reads before the header: it names the byte between fields.
struct SeparatorLine {
    /// The byte between fields.
    let delimiter: UInt8
    /// The number of bytes of the line, including its end.
    let length: Int

    /// Reads the line at the beginning of a table; nil for none.
    ///
    /// The line may be in quotes. The separator is an ASCII byte other than a letter, a digit, a quote or a line end.
    init?(_ bytes: some Collection<UInt8>) {
        let line = Array(bytes.prefix(9).prefix { $0 != 0x0A && $0 != 0x0D })
        let isQuoted = line.first == UInt8(ascii: "\"") && line.last == UInt8(ascii: "\"")
        let words = isQuoted ? Array(line.dropFirst().dropLast()) : line
        guard words.count == 5, words[..<4].map({ $0 | 0x20 }).elementsEqual("sep=".utf8.map { $0 | 0x20 }) else {
            return nil
        }
        switch words[4] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "\""), 0..<0x09, 0x0A..<0x20, 0x7F...:
            return nil
        case let byte: delimiter = byte
        }
        let end = Array(bytes.dropFirst(line.count).prefix(2))
        length = line.count + (end == [0x0D, 0x0A] ? 2 : min(end.count, 1))
    }
}
