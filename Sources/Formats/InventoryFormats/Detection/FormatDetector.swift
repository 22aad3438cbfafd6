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
    public static let recognitionLength = 65_536

    /// Detects the format of a file by its first bytes.
    ///
    /// Text that has no other format is ``csv``; whether its columns are known shows when the header is read.
    /// - Returns: nil if the format is unknown; ``appearance(of:)`` then returns what they look like.
    public static func detect(_ bytes: some Collection<UInt8>) -> FileFormat? {
        FormatDetector(bytes).format
    }

    /// Returns the kind of file that the first bytes look like.
    public static func appearance(of bytes: some Collection<UInt8>) -> FileAppearance {
        FormatDetector(bytes).appearance
    }
}
