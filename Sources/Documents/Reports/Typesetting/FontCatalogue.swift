import Files
import Glibc

/// The fonts of this machine as Fontconfig lists them, and which characters they can print.
struct FontCatalogue {
    /// The faces of one family, upright and bold.
    struct Family {
        let name: String
        var files: Set<String> = []
        /// The characters that it can print.
        var ranges: [ClosedRange<UInt32>] = []
    }

    /// The families in the order in which they are asked for a character.
    let families: [Family]
    /// The characters that at least one of them can print.
    let printable: CodePointSet

    /// Reads the list.
    /// - Parameter language: the reader's, which decides how Han characters are drawn.
    /// - Throws: `noFonts` if there is no Fontconfig or no font of Latin letters.
    init(language: String, folder: WorkingFolder) throws {
        guard let program = ExternalProcess.locate("fc-list") else { throw TypesettingError.noFonts }
        let format = "%{family[0]}\\t%{style[0]}\\t%{variable}\\t%{file}\\t%{charset}\\n"
        let run = ExternalProcess(
            path: program, arguments: ["--format", format, ":scalable=True"], folder: folder.path, seconds: 60)
        let list = folder.file("fonts.txt")
        guard try run.start(messages: try folder.create("fonts.txt")).wait() == .exited(status: 0) else {
            try folder.requireSpace()
            throw TypesettingError.noFonts
        }
        var text: [UInt8] = []
        try readFile(list) { text += $0 }
        var found: [String: Family] = [:]
        for line in text.split(separator: UInt8(ascii: "\n")) {
            FontCatalogue.read(line, into: &found)
        }
        families = found.values.sorted {
            let one = (FontCatalogue.rank($0.name, language), $0.name)
            return one < (FontCatalogue.rank($1.name, language), $1.name)
        }
        guard families.first?.name == FontCatalogue.first else {
            // If the disk is full, the list is truncated without an error of the program that writes it.
            try folder.requireSpace()
            throw TypesettingError.noFonts
        }
        var printable = CodePointSet()
        for family in families {
            for range in family.ranges { printable.insert(range) }
        }
        self.printable = printable
    }

    /// The family that most text is set in.
    static let first = "Noto Sans"

    private static func read(_ line: ArraySlice<UInt8>, into found: inout [String: Family]) {
        let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        guard parts.count == 5 else { return }
        let texts = parts[..<4].map { String(decoding: $0, as: UTF8.self) }
        guard texts[2] != "True", ["Regular", "Bold"].contains(texts[1]), isUsable(texts[0]) else { return }
        found[texts[0], default: Family(name: texts[0])].files.insert(texts[3])
        guard texts[1] == "Regular" else { return }
        found[texts[0]]?.ranges = parts[4].split(separator: UInt8(ascii: " ")).compactMap { range in
            let ends = range.split(separator: UInt8(ascii: "-")).map {
                UInt32(String(decoding: $0, as: UTF8.self), radix: 16)
            }
            guard let low = ends.first ?? nil, let high = ends.last ?? nil, low <= high else { return nil }
            return low...high
        }
    }

    /// Variants of the same letters for narrow places.
    private static func isUsable(_ family: String) -> Bool {
        !family.hasSuffix(" UI") && !family.contains("Condensed") && !family.contains("Display")
    }

    /// The lower, the sooner a family is asked; colour before outline for emoji.
    private static func rank(_ family: String, _ language: String) -> Int {
        let han = ["zh-Hant": "Noto Sans CJK TC"][language] ?? "Noto Sans CJK SC"
        switch family {
        case first: return 0
        case han: return 1
        case "Noto Color Emoji": return 3
        case _ where family.hasPrefix("Noto Sans Symbols") || family == "Noto Sans Math": return 4
        case _ where family.hasPrefix("Noto Sans Mono"): return 6
        case _ where family.hasPrefix("Noto Sans"): return 2
        case _ where family.hasPrefix("Noto"): return 5
        default: return 7
        }
    }

    /// The families that print all of some characters between them, in their order.
    func families(for characters: CodePointSet) -> [Family] {
        var rest = characters
        return families.filter { $0.name == FontCatalogue.first || rest.subtract($0.ranges) }
    }
}
