import Files
import Glibc
import Templating

/// Typst and the fonts, for one document or several.
struct PDFRenderer {
    fileprivate let typesetter: TypstCompiler
    fileprivate let fonts: FontCatalogue

    /// - Parameter folder: the folder for the list of fonts.
    /// - Throws: `TypesettingError` if Typst or the fonts are not installed.
    init(language: String, in folder: WorkingFolder) throws {
        typesetter = try TypstCompiler.found()
        fonts = try FontCatalogue(language: language, folder: folder)
    }

    /// The characters that Typst names in its output, such as "the text `"😀"` could not be displayed".
    static func unsupportedCharacters(in words: String) -> Set<UInt32> {
        var found: Set<UInt32> = []
        for line in words.split(separator: "\n") where line.hasPrefix("error: ") {
            guard line.contains("could not be displayed") || line.contains("codepoint") else { continue }
            let parts = line.split(separator: "`", omittingEmptySubsequences: false)
            guard parts.count > 1 else { continue }
            var text = parts[1]
            while let escape = text.firstRange(of: "\\u{"), let end = text[escape.upperBound...].firstIndex(of: "}") {
                if let point = UInt32(text[escape.upperBound..<end], radix: 16) { found.insert(point) }
                text.removeSubrange(escape.lowerBound...end)
            }
            found.formUnion(text.unicodeScalars.map(\.value).filter { $0 >= 0x80 })
        }
        return found
    }

    /// The first error with its location; nil if Typst wrote nothing.
    fileprivate static func firstError(_ words: String) -> String? {
        let lines = words.split(separator: "\n").prefix(6).joined(separator: "\n")
        return lines.isEmpty ? nil : lines
    }
}

/// A document that Typst sets in a folder, while the caller does something else.
///
///     let document = TypesetDocument(renderer, in: folder, timestamp: timestamp) { try fill($0) }
///     try document.prepare()
///     try document.start()
///     try document.wait()
///     try document.copy(to: write)
///
/// If Typst writes PDF in a form that is not supported here, as another version may, it sets the document again
/// with whole pictures, which takes more memory.
final class TypesetDocument {
    /// The folder with markup, fonts, pictures and attachments.
    let folder: WorkingFolder
    /// The code points that replace characters that cannot be printed, in their order.
    private(set) var replaced: [String] = []
    private let renderer: PDFRenderer
    private let timestamp: Int64
    private let render: (inout PrintableTextFilter) throws -> Void
    private(set) var run: ChildProcess?
    private var refused: Set<UInt32> = []
    private var rounds = 0
    /// Whether Typst gets whole pictures and links to labels, so that nothing is added afterwards.
    private var isComplete = false

    /// The most times that a document is set without the characters that Typst refused.
    private static let maxRounds = 4

    /// - Parameter render: writes the markup; it is called again if Typst refuses characters.
    init(
        _ renderer: PDFRenderer, in folder: WorkingFolder, timestamp: Int64,
        _ render: @escaping (inout PrintableTextFilter) throws -> Void
    ) {
        (self.renderer, self.folder, self.timestamp, self.render) = (renderer, folder, timestamp, render)
    }

    /// Renders the markup and links the fonts that it needs.
    /// - Returns: the bytes of the markup.
    @discardableResult
    func prepare() throws -> Int {
        var text = PrintableTextFilter(
            try folder.create("main.typ"), printable: renderer.fonts.printable, refused: refused)
        try render(&text)
        try text.finish()
        replaced = text.replaced.sorted().map(PrintableTextFilter.name)
        try link(renderer.fonts.families(for: text.used), isBidirectional: text.used.hasRightToLeftLetters)
        var status = stat()
        return stat(folder.file("main.typ"), &status) == 0 ? Int(status.st_size) : 0
    }

    /// Starts Typst.
    func start() throws {
        rounds += 1
        run = try renderer.typesetter.start(in: folder, timestamp: timestamp)
    }

    /// Whether the document is set; if Typst refused characters, it is started again without them.
    /// - Throws: `TypesettingError` if it cannot be set.
    func isFinished() throws -> Bool {
        guard let run else { return true }
        guard let ending = run.ending() else { return false }
        self.run = nil
        if let words = try renderer.typesetter.output(after: ending, in: folder) {
            let unsupportedCharacters = PDFRenderer.unsupportedCharacters(in: words)
            guard !unsupportedCharacters.isSubset(of: refused), rounds < TypesetDocument.maxRounds else {
                throw TypesettingError.failed(PDFRenderer.firstError(words))
            }
            refused.formUnion(unsupportedCharacters)
        } else {
            do {
                if !isComplete { try PDFPostProcessor.copy(in: folder) { _ in } }
                return true
            } catch is PDFPostProcessor.UnsupportedPDFError {
                isComplete = true
                rounds = 0
                try folder.completePictures()
            }
        }
        try prepare()
        try start()
        return false
    }

    /// Waits until the document is set.
    /// - Throws: `TypesettingError` if it cannot be set.
    func wait() throws {
        while try !isFinished() { ChildProcess.waitForAny(run.map { [$0] } ?? []) }
    }

    /// Passes the bytes of the finished document to `write`.
    func copy(to write: ByteReceiver) throws {
        guard isComplete else { return try PDFPostProcessor.copy(in: folder, to: write) }
        try readFile(folder.file("report.pdf"), write)
    }

    /// Links the fonts into the folder, and writes their names into `reader.typ` for the markup.
    private func link(_ families: [FontCatalogue.Family], isBidirectional: Bool) throws {
        for (number, file) in families.flatMap(\.files).sorted().enumerated() {
            let ending = file.split(separator: ".").last ?? "ttf"
            _ = try folder.link("font-\(number).\(ending)", to: file)
        }
        func list(_ texts: [String]) -> String { "(\(texts.map { "\"\($0)\"," }.joined(separator: " ")))" }
        // Names of families are letters, digits and spaces; anything else could not be written plainly.
        let names = families.map(\.name).filter { name in
            name.utf8.allSatisfy { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 >= 0x20 }
        }
        try folder.write(
            """
            #let fonts = \(list(names))
            #let replaced = \(list(replaced))
            #let complete = \(isComplete)
            #let bidirectional = \(isBidirectional)

            """, to: "reader.typ")
    }
}

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
