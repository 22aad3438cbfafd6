import Files
import Glibc

/// Completes the PDF that Typst made: adds whole pictures and links between its parts.
///
/// Typst lays out a table a second time for a link to a label, because it does not know the label's position before,
/// and keeps both: a sixth of a claim's memory. Markup instead links to `homepwner:LABEL?DESCRIPTION`, which becomes
/// the destination of that name here if there is one. Pictures arrive as heads made by `JPEGHeader`.
///
/// Objects are copied byte by byte otherwise, tags and identifiers with them; the table of their offsets is
/// written again.
struct PDFPostProcessor {
    /// The document is written in a form that is not supported here.
    struct UnsupportedPDFError: Error {}

    private let folder: WorkingFolder
    private let bytes: MappedFile
    /// The offset of the first byte that is not written yet.
    private var rest = 0
    /// The number of bytes that the document has grown.
    private var growth = 0
    /// The pictures that were added.
    private var pictures: Set<String> = []
    private var links = LabelLinks()

    /// Copies `report.pdf` of a folder.
    /// - Throws: `UnsupportedPDFError`, `LabelLinkError`, `FileError`, or the error of `write`.
    static func copy(in folder: WorkingFolder, to write: ByteReceiver) throws {
        var document = PDFPostProcessor(folder: folder, bytes: try MappedFile(folder.file("report.pdf")))
        try document.copy(to: write)
    }

    private init(folder: WorkingFolder, bytes: MappedFile) {
        (self.folder, self.bytes) = (folder, bytes)
    }

    private mutating func copy(to write: ByteReceiver) throws {
        guard let table = CrossReferenceTable(bytes) else { throw UnsupportedPDFError() }
        let objects = (0..<table.count).compactMap { number in table.offset(of: number).map { (number, $0) } }
            .sorted { $0.1 < $1.1 }
        var growths = [Int](repeating: 0, count: table.count)
        for (index, (number, offset)) in objects.enumerated() {
            growths[number] = growth
            let end = index + 1 < objects.count ? objects[index + 1].1 : table.start
            try finish(offset..<end, to: write)
        }
        // A head that is not found may be written in another form.
        guard try pictures.isSuperset(of: folder.heads) else { throw UnsupportedPDFError() }
        try links.check(against: labels(table))
        try flush(upTo: table.entries, to: write)
        var entries: [UInt8] = []
        for number in 0..<table.count {
            let entry = table.entries + number * CrossReferenceTable<MappedFile>.entryLength
            if let offset = table.offset(of: number) {
                let digits = String(offset + growths[number])
                entries +=
                    [UInt8](repeating: UInt8(ascii: "0"), count: max(0, 10 - digits.utf8.count)) + Array(digits.utf8)
            } else {
                entries += bytes[entry..<(entry + 10)]
            }
            entries += bytes[(entry + 10)..<(entry + CrossReferenceTable<MappedFile>.entryLength)]
        }
        try replace(table.entries..<table.end, by: entries, to: write)
        guard let word = bytes.lastOffset(of: "startxref") else { throw UnsupportedPDFError() }
        let place = (word + 10)..<(word + 10 + String(table.start).utf8.count)
        try replace(place, by: Array(String(table.start + growth).utf8), to: write)
        try flush(upTo: bytes.count, to: write)
    }

    private mutating func flush(upTo end: Int, to write: ByteReceiver) throws {
        if end > rest { try bytes.read(rest..<end, write) }
        rest = end
    }

    private mutating func replace(
        _ range: Range<Int>, by other: [UInt8], to write: ByteReceiver
    ) throws {
        try flush(upTo: range.lowerBound, to: write)
        try write(other.span)
        rest = range.upperBound
        growth += other.count - range.count
    }
}

// MARK: - Objects

extension PDFPostProcessor {
    /// The most bytes of an object that are searched; dictionaries of links and pictures are shorter.
    private static let dictionary = 1 << 15

    private mutating func finish(_ object: Range<Int>, to write: ByteReceiver) throws {
        let head = object.lowerBound..<min(object.upperBound, object.lowerBound + PDFPostProcessor.dictionary)
        guard let start = bytes.firstOffset(of: "obj\n", in: head).map({ $0 + 4 }) else { return }
        if bytes.text("<</Type/Annot/Subtype/Link", at: start) != nil,
            try finishLink(start..<head.upperBound, to: write)
        {
            return
        }
        if let stream = bytes.firstOffset(of: "stream\n", in: start..<head.upperBound),
            bytes.firstOffset(of: "/Subtype/Image", in: start..<stream) != nil
        {
            // If a picture were compressed once more, its head could not be recognised.
            guard bytes.firstOffset(of: "DCTDecode]", in: start..<stream) == nil else { throw UnsupportedPDFError() }
            try finishPicture(start..<stream, data: stream + 7, to: write)
        } else if let address = bytes.firstOffset(of: "(\(JPEGHeader.mark)", in: start..<head.upperBound),
            bytes.firstOffset(of: "/URI", in: start..<address) != nil
        {
            // A link in another form.
            throw UnsupportedPDFError()
        }
    }

    /// - Returns: whether it is such a link and was rewritten.
    private mutating func finishLink(
        _ object: Range<Int>, to write: ByteReceiver
    ) throws -> Bool {
        // Texts of items can only be after the first string.
        let opening = "/A<</Type/Action/S/URI/URI"
        guard let action = bytes.firstOffset(of: opening, in: object),
            bytes[object.lowerBound..<action].allSatisfy({ $0 != UInt8(ascii: "(") }),
            let address = PDFString(bytes, at: action + opening.utf8.count),
            address.bytes.starts(with: JPEGHeader.mark.utf8)
        else { return false }
        let (label, text) = try links.take(address.bytes.dropFirst(JPEGHeader.mark.utf8.count))
        guard let end = bytes.text(">>", at: address.end),
            let contents = bytes.firstOffset(of: "/Contents", in: end..<object.upperBound).map({ $0 + 9 }),
            let description = PDFString(bytes, at: contents)
        else { throw UnsupportedPDFError() }
        try replace(action..<end, by: Array("/Dest(\(label))".utf8), to: write)
        try replace(contents..<description.end, by: Array(PDFString.written(text).utf8), to: write)
        return true
    }

    /// The names that the document's destinations have, which Typst makes of labels.
    private func labels(_ table: CrossReferenceTable<MappedFile>) throws -> [String] {
        guard
            let root = bytes.firstOffset(of: "/Root ", in: table.end..<bytes.count).flatMap({
                bytes.number(after: $0 + 6)
            }),
            root < table.count, let catalogue = table.offset(of: root)
        else { throw UnsupportedPDFError() }
        // The catalogue may be anywhere among the objects.
        let end = bytes.firstOffset(of: "endobj", in: catalogue..<table.start) ?? table.start
        let opening = "/Dests<</Names["
        guard let tree = bytes.firstOffset(of: opening, in: catalogue..<end) else {
            if bytes.firstOffset(of: "/Dests", in: catalogue..<end) != nil { throw UnsupportedPDFError() }
            return []
        }
        var (names, at): ([String], Int) = ([], tree + opening.utf8.count)
        while let name = PDFString(bytes, at: at), let next = bytes.firstOffset(of: "R", in: name.end..<end) {
            names.append(String(decoding: name.bytes, as: UTF8.self))
            at = next + 1
            while at < end, [0x20, 0x0A].contains(bytes[at]) { at += 1 }
        }
        guard at < end, bytes[at] == UInt8(ascii: "]") else { throw UnsupportedPDFError() }
        return names
    }

    private mutating func finishPicture(
        _ dictionary: Range<Int>, data: Int, to write: ByteReceiver
    ) throws {
        guard let name = JPEGHeader.name(in: Array(bytes[data...].prefix(JPEGHeader.maxCommentLength))) else { return }
        guard let length = bytes.firstOffset(of: "/Length ", in: dictionary).map({ $0 + 8 }),
            let count = bytes.number(after: length),
            bytes.text("\nendstream", at: data + count) != nil
        else { throw UnsupportedPDFError() }
        var picture: [UInt8] = []
        try readFile(folder.file(name)) { picture += $0 }
        pictures.insert(name)
        let digits = length..<(length + String(count).utf8.count)
        try replace(digits, by: Array(String(picture.count).utf8), to: write)
        try replace(data..<(data + count), by: picture, to: write)
    }
}

/// The one cross-reference table of a PDF, with the offsets of its objects (ISO 32000-1, 7.5.4).
struct CrossReferenceTable<Bytes: PDFBytes> {
    /// The offset of the table.
    let start: Int
    /// The offset of its entries, of `entryLength` bytes each.
    let entries: Int
    /// The number of entries; the first is object 0.
    let count: Int
    /// The offset after the entries.
    var end: Int { entries + count * Self.entryLength }

    /// The length in the standard.
    static var entryLength: Int { 20 }

    private let bytes: Bytes

    /// Finds the table by the word at the end of the file.
    /// - Returns: nil for none.
    init?(_ bytes: Bytes) {
        guard let word = bytes.lastOffset(of: "startxref"), let start = bytes.number(after: word + 9),
            let head = bytes.text("xref\n0 ", at: start), let count = bytes.number(after: head), count > 0
        else { return nil }
        let digits = String(count).utf8.count
        (self.bytes, self.start, self.count) = (bytes, start, count)
        entries = head + digits + 1
        guard entries + count * Self.entryLength <= word else { return nil }
    }

    /// The offset of an object; nil if it is not in use.
    func offset(of object: Int) -> Int? {
        let entry = entries + object * Self.entryLength
        guard bytes[entry + 17] == UInt8(ascii: "n"), let offset = bytes.number(after: entry), offset < start else {
            return nil
        }
        return offset
    }
}

/// The bytes of a PDF or a part of it, counted from 0.
protocol PDFBytes: RandomAccessCollection where Element == UInt8, Index == Int {}

extension MappedFile: PDFBytes {}
extension [UInt8]: PDFBytes {}

extension PDFBytes {
    /// The number at an offset, after spaces and ends of lines.
    func number(after start: Int) -> Int? {
        var (at, value) = (start, 0)
        while at < count, [0x20, 0x0A, 0x0D].contains(self[at]) { at += 1 }
        let first = at
        while at < count, at - first < 15, UInt8(ascii: "0")...UInt8(ascii: "9") ~= self[at] {
            value = value * 10 + Int(self[at] - UInt8(ascii: "0"))
            at += 1
        }
        return at > first ? value : nil
    }

    /// The offset after a text at an offset; nil if another text is there.
    func text(_ text: String, at start: Int) -> Int? {
        guard start >= 0, start + text.utf8.count <= count else { return nil }
        return self[start..<(start + text.utf8.count)].elementsEqual(text.utf8) ? start + text.utf8.count : nil
    }

    /// The offset of the last occurrence of a text in the last kilobyte.
    func lastOffset(of text: String) -> Int? {
        var at = count - text.utf8.count
        let least = Swift.max(0, count - 1024)
        while at >= least {
            if self.text(text, at: at) != nil { return at }
            at -= 1
        }
        return nil
    }
}

/// A file as memory that the system fills when it is read.
final class MappedFile: RandomAccessCollection {
    private let bytes: UnsafeBufferPointer<UInt8>

    /// - Throws: `FileError`; also if the file is empty.
    init(_ path: String) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.read, path) }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw FileError(.read, path) }
        let count = Int(facts.st_size)
        guard count > 0, let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
            throw FileError(.read, path)
        }
        bytes = UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

    var startIndex: Int { 0 }
    var endIndex: Int { bytes.count }
    subscript(index: Int) -> UInt8 { bytes[index] }

    /// Passes a part of the file to `body`.
    func read(_ range: Range<Int>, _ body: ByteReceiver) throws {
        let part = bytes.extracting(range)
        try body(part.span)
    }

    /// The first offset of a text in a part of the file; nil if it is not there.
    func firstOffset(of text: String, in range: Range<Int>) -> Int? {
        let part = bytes.extracting(range)
        return ByteSearch.first(Array(text.utf8), in: part.span, from: 0).map { range.lowerBound + $0 }
    }
}

/// A string of a PDF (ISO 32000-1, 7.3.4).
struct PDFString {
    /// The contents.
    let bytes: [UInt8]
    /// The offset after its end.
    let end: Int

    /// Reads the string at an offset.
    /// - Returns: nil for none.
    init?(_ source: some PDFBytes, at start: Int) {
        guard start < source.count else { return nil }
        switch source[start] {
        case UInt8(ascii: "("): self.init(literal: source, at: start + 1)
        case UInt8(ascii: "<"): self.init(hexadecimal: source, at: start + 1)
        default: return nil
        }
    }

    private init?(hexadecimal source: some PDFBytes, at start: Int) {
        guard let end = source[start...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
        var digits = String(decoding: source[start..<end], as: UTF8.self).compactMap(\.hexDigitValue)
        guard digits.count == end - start else { return nil }
        if digits.count % 2 == 1 { digits.append(0) }
        bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        self.end = end + 1
    }

    /// Parentheses inside it come in pairs or after a backslash, which also begins the other escapes of table 3.
    private init?(literal source: some PDFBytes, at start: Int) {
        var (bytes, depth, at): ([UInt8], Int, Int) = ([], 1, start)
        while at < source.count {
            var byte = source[at]
            at += 1
            if byte == UInt8(ascii: "\\"), at < source.count {
                byte = source[at]
                at += 1
                if let letter = "nrtbf".utf8.firstIndex(of: byte) {
                    byte =
                        [0x0A, 0x0D, 0x09, 0x08, 0x0C]["nrtbf".utf8.distance(from: "nrtbf".utf8.startIndex, to: letter)]
                } else if PDFString.octal ~= byte {
                    var value = Int(byte & 7)
                    for _ in 0..<2 where at < source.count && PDFString.octal ~= source[at] {
                        value = value << 3 | Int(source[at] & 7)
                        at += 1
                    }
                    byte = UInt8(truncatingIfNeeded: value)
                }
            } else if byte == UInt8(ascii: "(") {
                depth += 1
            } else if byte == UInt8(ascii: ")") {
                depth -= 1
                if depth == 0 {
                    (self.bytes, end) = (bytes, at)
                    return
                }
            }
            bytes.append(byte)
        }
        return nil
    }

    private static let octal = UInt8(ascii: "0")...UInt8(ascii: "7")

    /// A text for people as a PDF writes it: UTF-16, in hexadecimal digits.
    static func written(_ text: String) -> String {
        let digits = text.utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: true)
            return String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
        return "<FEFF\(digits.joined())>"
    }
}
