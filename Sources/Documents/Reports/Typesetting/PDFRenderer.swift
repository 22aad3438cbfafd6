import Files
import Glibc
import Templating

/// Turns a report's markup into PDF, in a folder of its own.
struct PDFRenderer {
    /// The folder with markup, fonts, pictures and attachments.
    let folder: WorkingFolder
    private let typesetter: TypstCompiler
    private let fonts: FontCatalogue
    /// Whether Typst gets whole pictures and links to labels, so that nothing is added afterwards.
    private var isComplete = false

    /// - Throws: `TypesettingError` if Typst or the fonts are not installed.
    init(language: String, in folder: WorkingFolder) throws {
        self.folder = folder
        typesetter = try TypstCompiler.found()
        fonts = try FontCatalogue(language: language, folder: folder)
    }

    /// The most times that a document is set again without the characters that Typst refused.
    private static let rounds = 4

    /// Sets the markup that `render` writes, and passes the document's bytes to `write`.
    ///
    /// If Typst writes PDF in a form that is not supported here, as another version may, it sets the document again
    /// with whole pictures, which takes more memory.
    /// - Returns: the code points that replace characters that cannot be printed, in their order.
    mutating func set(
        timestamp: Int64, _ render: (inout PrintableTextFilter) throws -> Void,
        to write: ByteReceiver
    ) throws -> [String] {
        let replaced = try set(timestamp: timestamp, render)
        do {
            try PDFPostProcessor.copy(in: folder) { _ in }
        } catch is PDFPostProcessor.UnsupportedPDFError {
            isComplete = true
            try folder.completePictures()
            let replaced = try set(timestamp: timestamp, render)
            try readFile(folder.file("report.pdf"), write)
            return replaced
        }
        try PDFPostProcessor.copy(in: folder, to: write)
        return replaced
    }

    /// Sets the markup that `render` writes as `report.pdf` of the folder.
    private func set(timestamp: Int64, _ render: (inout PrintableTextFilter) throws -> Void) throws -> [String] {
        var refused: Set<UInt32> = []
        var words = ""
        for _ in 0..<PDFRenderer.rounds {
            var text = PrintableTextFilter(try folder.create("main.typ"), printable: fonts.printable, refused: refused)
            try render(&text)
            try text.finish()
            let replaced = text.replaced.sorted().map(PrintableTextFilter.name)
            try prepare(fonts.families(for: text.used), replaced)
            guard let said = try typesetter.set(in: folder, timestamp: timestamp) else { return replaced }
            words = said
            let unsupportedCharacters = PDFRenderer.unsupportedCharacters(in: said)
            guard !unsupportedCharacters.subtracting(refused).isEmpty else { break }
            refused.formUnion(unsupportedCharacters)
        }
        throw TypesettingError.failed(PDFRenderer.firstError(words))
    }

    /// Links the fonts into the folder, and writes their names into `reader.typ` for the markup.
    private func prepare(_ families: [FontCatalogue.Family], _ replaced: [String]) throws {
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
            "#let fonts = \(list(names))\n#let replaced = \(list(replaced))\n#let complete = \(isComplete)\n",
            to: "reader.typ")
    }

    /// The characters that Typst names in what it says, such as "the text `"😀"` could not be displayed".
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
    private static func firstError(_ words: String) -> String? {
        let lines = words.split(separator: "\n").prefix(6).joined(separator: "\n")
        return lines.isEmpty ? nil : lines
    }
}
