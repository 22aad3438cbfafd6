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
