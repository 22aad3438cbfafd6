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
