import Inventory
import Localization
import Testing

@testable import InventoryFormats

/// What files look like that are none of the formats.
@Suite struct FormatDetectorTests {
    private static func bytes(_ text: String, _ more: [UInt8] = []) -> [UInt8] { Array(text.utf8) + more }
    private static let utf16 = "name,value\nSpork,1\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    private static let utf32 = "name\nSpork\n".unicodeScalars.flatMap { [UInt8($0.value & 0xFF), 0, 0, 0] }
    /// As good as random: the bytes of a multiplicative generator.
    private static let noise = (0..<5000).map { UInt8(truncatingIfNeeded: (($0 + 7) &* 2_654_435_761) >> 16) }

    private static let strangers: [([UInt8], String)] = [
        (bytes("PK\u{3}\u{4}x"), "a ZIP file; unpack it and name a file in it"),
        (bytes("PK\u{5}\u{6}"), "a ZIP file; unpack it and name a file in it"),
        ([0x1F, 0x8B, 8, 0], "a compressed file (gzip); unpack it first"),
        (bytes("BZh91AY&SY", [1, 2]), "a compressed file (bzip2); unpack it first"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "a compressed file (xz); unpack it first"),
        (
            bytes("SQLite format 3\0"),
            "an SQLite database; name an inventory of Homepwner with --store, or give the file that another program exports"
        ),
        (bytes("%PDF-1.7"), "a PDF document"), (bytes("{\\rtf1"), "an RTF document; save the list as CSV (UTF-8)"),
        ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"), ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG picture"),
        (bytes("GIF89a", [1, 0, 1, 0]), "a GIF picture"), (bytes("\0\0\0\u{18}ftypheic"), "a HEIC picture"),
        ([0x7F, 0x45, 0x4C, 0x46, 2], "a program"),
        ([0xFF, 0xFE] + utf16, "UTF-16 text; save it as UTF-8"), (utf16, "UTF-16 text; save it as UTF-8"),
        ([0xFF, 0xFE, 0, 0] + utf32, "UTF-32 text; save it as UTF-8"), (utf32, "UTF-32 text; save it as UTF-8"),
        (noise, "binary data"), (bytes("[") + noise, "binary data"), (bytes("<") + noise, "binary data"),
        (bytes("A\n") + noise, "binary data"), ([UInt8](repeating: 0, count: 100), "binary data"),
        ([0xEF, 0xBB, 0xBF], "nothing but spaces"),
    ]

    @Test(arguments: strangers)
    func filesOfOtherKindsAreToldByWhatTheyAre(bytes: [UInt8], appearance: String) throws {
        let options = try options()
        let error = #expect(throws: InventoryFileError.self) {
            _ = try InventoryReader(TableSource(bytes: bytes, name: "x"), options: options)
        }
        guard case .unknownFormat = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(
            error.map { MessageCatalogue.english.text($0.message) }
                == "x: no list of items that can be read: it looks like \(appearance); "
                + "tables (CSV, .xlsx, .ods), collections of Homebox, JSON, XML and archives of the iOS app can be read; export the items as one of these"
        )
    }

    /// Text with two bytes per unit.
    private static func units(_ text: String, isBigEndian: Bool = false, hasMark: Bool = true) -> [UInt8] {
        ((hasMark ? "\u{FEFF}" : "") + text).utf16.flatMap { unit in
            let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isBigEndian ? bytes.reversed() : bytes
        }
    }

    private static func inventory(prolog: String = "", name: String = "Lämp") -> String {
        "<?xml version=\"1.0\"?>\(prolog)<inventory xmlns=\"urn:homepwner:inventory:1\"><items><item>"
            + "<name>\(name)</name></item></items></inventory>"
    }

    @Test(arguments: [false, true], [false, true])
    func documentsOfUTF16AreNotTables(isBigEndian: Bool, hasMark: Bool) throws {
        func units(_ text: String) -> [UInt8] { Self.units(text, isBigEndian: isBigEndian, hasMark: hasMark) }
        let options = try options()
        for name in ["Lämp", "灯"] {
            let bytes = units(Self.inventory(name: name))
            #expect(try !TableSource(bytes: bytes, name: "x").isTable())
            #expect(try read(bytes, nil, options).items.map(\.item.name) == [name])
        }
        let list = units("<?xml version=\"1.0\"?><plist version=\"1.0\"><array/></plist>")
        #expect(FileFormat.detect(list) == .archive)
        for (text, appearance) in [
            ("{\"items\": [{\"name\": \"Lamp\"}]}", FileAppearance.text(encoding: "UTF-16")),
            (" [ \"a\" ] ", .text(encoding: "UTF-16")), ("<html><table></table></html>", .webPage),
            ("<!DOCTYPE a><catalogue/>", .markup(root: "catalogue")),
        ] {
            let bytes = units(text)
            #expect(try !TableSource(bytes: bytes, name: "x").isTable(), "\(text)")
            let error = #expect(throws: InventoryFileError.self) {
                _ = try InventoryReader(TableSource(bytes: bytes, name: "x"), options: options)
            }
            #expect(error?.reason == .unknownFormat(appearance))
        }
        #expect(try TableSource(bytes: units("[Item]\tValue\nLamp\t3\n"), name: "x").isTable())
    }

    /// What may be before the root, longer than the bytes that are looked at.
    enum Prolog: CaseIterable {
        case instruction, instructionWithTags, comment, blanks, manyOfAll

        var text: String {
            switch self {
            case .instruction: "<?app \(String(repeating: "x", count: 70_000))?>"
            case .instructionWithTags: "<?app <html> \(String(repeating: "<a>", count: 30_000))?>"
            case .comment: "<!-- > \(String(repeating: "<html>", count: 60_000))-->"
            case .blanks: String(repeating: " \n", count: 200_000)
            case .manyOfAll: String(repeating: "<!-- a --><?b <c>?>\n", count: 5_000)
            }
        }
    }

    @Test(arguments: Prolog.allCases) func aRootAfterALongPrologIsFound(prolog: Prolog) throws {
        let text = Self.inventory(prolog: prolog.text)
        for bytes in [Array(text.utf8), Self.units(text)] {
            #expect(try !TableSource(bytes: bytes, name: "x").isTable())
            #expect(try read(bytes, nil, options()).items.map(\.item.name) == ["Lämp"])
        }
        #expect(FileFormat.detect("<?app <inventory> ?><html></html>".utf8) == nil)
    }

    @Test func whatIsForeignIsNotReadAsATableEither() throws {
        let options = try options()
        for bytes in [Self.noise, [0x1F, 0x8B, 8, 0], Array("PK\u{3}\u{4}x".utf8)] {
            let error = #expect(throws: InventoryFileError.self) {
                _ = try InventoryReader(TableSource(bytes: bytes, name: "x"), format: .csv, options: options)
            }
            guard case .unknownFormat = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    private static let texts: [([UInt8], FileFormat)] = [
        (bytes("name\nCaf", [0xE9, 0x0A]), FileFormat.csv), (bytes("name,Gr", [0xF6, 0xDF, 0x65, 0x0A]), .csv),
        (bytes("name\n", [0x01, 0x02, 0xC3, 0xA9]), .csv), (bytes("\u{1}name\nx"), .csv),
        (bytes("{ hello"), .json), (bytes("[ ", [0x22, 0xFF, 0x01]), .json), (bytes("<inventory ", [0xFF, 1]), .xml),
        (bytes("bplist00", [0xFF, 0, 1]), .archive),
    ]

    @Test(arguments: texts)
    func damagedTextIsStillTextWhoseFaultsHaveAPlace(bytes: [UInt8], format: FileFormat) {
        #expect(FileFormat.detect(bytes) == format)
    }

    @Test func aCharacterCutByTheEndOfWhatIsLookedAtIsNoFault() {
        let bytes = Self.bytes("\u{1}name" + String(repeating: "€", count: 30_000))
        #expect(FileFormat.detect(bytes) == .csv)
    }
}
