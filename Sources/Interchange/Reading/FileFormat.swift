import Wording

/// A format of inventory files.
public enum FileFormat: String, CaseIterable, Sendable {
    /// Homebox's export, comma or tab separated.
    case homebox
    /// Snipe-IT's import sample and custom asset report.
    case snipeIT = "snipe-it"
    /// Any other table of text whose columns are named like the fields of an item.
    case csv
    /// Homepwner's JSON (RFC 8259).
    case json
    /// Homepwner's XML, namespace `urn:homepwner:inventory:1`.
    case xml
    /// The iOS app's archive: NSKeyedArchiver in a binary or XML property list.
    case archive

    /// The format's name in sentences.
    public var title: String {
        switch self {
        case .homebox: said("reading.homeboxCsv")
        case .snipeIT: said("reading.snipeItCsv")
        case .csv: said("reading.plainCsv")
        case .json: "JSON"
        case .xml: "XML"
        case .archive: said("reading.archiveOfTheIos")
        }
    }

    /// How many bytes from the start of a file ``recognise(_:)`` wants to see, or all where there are fewer.
    public static let recognitionLength = 65_536

    /// Tells a file's format by its first bytes.
    ///
    /// Text that is no other format is ``csv``: whether its columns are known shows when the header is read.
    /// - Returns: nil where the bytes are none of the formats; ``describe(_:)`` then says what they look like.
    public static func recognise(_ bytes: some Collection<UInt8>) -> FileFormat? {
        Recognition(bytes).format
    }

    /// What a file looks like, for people: "a ZIP file or an Excel workbook", "text".
    public static func describe(_ bytes: some Collection<UInt8>) -> String {
        Recognition(bytes).appearance
    }
}

/// What the first bytes of a file tell.
struct Recognition {
    let format: FileFormat?
    let appearance: String

    private static var signatures: [(bytes: [UInt8], appearance: String)] {
        [
            (Array("PK\u{3}\u{4}".utf8), said("reading.aZipFileOr")),
            ([0xD0, 0xCF, 0x11, 0xE0], said("reading.anOldExcelWorkbook")),
            (Array("%PDF".utf8), said("reading.aPdfDocument")),
            (Array("SQLite format 3".utf8), said("reading.anSqliteDatabase")),
            ([0x1F, 0x8B], said("reading.aGzipFileUnpack")),
            ([0xFF, 0xFE], said("reading.utfTextSaveIt")),
            ([0xFE, 0xFF], said("reading.utfTextSaveIt")),
            ([0xFF, 0xD8, 0xFF], said("reading.aJpegPicture")),
            ([0x89] + Array("PNG".utf8), said("reading.aPngPicture")),
        ]
    }

    init(_ input: some Collection<UInt8>) {
        var bytes = ArraySlice(input.prefix(FileFormat.recognitionLength))
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        if bytes.starts(with: "bplist".utf8) {
            (format, appearance) = (.archive, said("reading.aBinaryPropertyList"))
            return
        }
        if let known = Recognition.signatures.first(where: { bytes.starts(with: $0.bytes) }) {
            (format, appearance) = (nil, known.appearance)
            return
        }
        let text = bytes.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        switch text.first {
        case nil:
            (format, appearance) = (nil, said("reading.nothingButSpaces"))
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            (format, appearance) = (.json, "JSON")
        case UInt8(ascii: "<"):
            (format, appearance) = Recognition.markup(text)
        default:
            if bytes.prefix(while: { $0 != 0x0A && $0 != 0x0D }).contains(0) {
                (format, appearance) = (nil, said("reading.binaryData"))
            } else {
                (format, appearance) = (Recognition.table(bytes), said("reading.plainText"))
            }
        }
    }

    private static func markup(_ text: ArraySlice<UInt8>) -> (FileFormat?, String) {
        var rest = text
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(open + 1)...]
            switch rest.first {
            case UInt8(ascii: "?"):
                continue
            case UInt8(ascii: "!"):
                if rest.starts(with: "!DOCTYPE plist".utf8) { return (.archive, said("reading.anXmlPropertyList")) }
                if rest.starts(with: "!--".utf8) { rest = afterComment(rest) }
            default:
                let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
                let local = name.split(separator: UInt8(ascii: ":")).last ?? name
                if local.elementsEqual("inventory".utf8) { return (.xml, "XML") }
                if local.elementsEqual("plist".utf8) { return (.archive, said("reading.anXmlPropertyList")) }
                if local.elementsEqual("html".utf8) { return (nil, said("commands.aWebPage")) }
                let shown = String(decoding: name.prefix(40), as: UTF8.self)
                return (nil, said("reading.markupWhoseFirstElement", shown))
            }
        }
        return (nil, said("reading.markupWithoutAnElement"))
    }

    private static func afterComment(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var index = rest.startIndex
        while index + 2 < rest.endIndex {
            if rest[index...].starts(with: "-->".utf8) { return rest[(index + 3)...] }
            index += 1
        }
        return rest[rest.endIndex...]
    }

    private static func table(_ bytes: ArraySlice<UInt8>) -> FileFormat {
        let named = SeparatorLine(bytes)
        let header = bytes.dropFirst(named?.length ?? 0).prefix { $0 != 0x0A && $0 != 0x0D }
        let names = header.split { [0x2C, 0x09, 0x3B, named?.delimiter].contains($0) }.map { name in
            String(decoding: name.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        }
        if names.contains(where: { $0.hasPrefix("HB.") }) { return .homebox }
        return SnipeITColumns.recognise(names) ? .snipeIT : .csv
    }
}
