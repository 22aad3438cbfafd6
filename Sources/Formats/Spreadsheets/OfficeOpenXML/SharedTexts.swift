/// The texts that cells of a workbook refer to by their number (ECMA-376 part 1, 18.4.9).
///
/// Holds the bytes of all texts one after another: four bytes a text beside them.
struct SharedTexts {
    private var bytes: [UInt8] = []
    /// The end of each text in ``bytes``.
    private var ends: [UInt32] = []
    /// Long texts by their numbers: a cell that refers to one must not take the time to copy it.
    private var longTexts: [Int: String] = [:]
    private static let longText = 512

    /// A workbook without such texts.
    init() {}

    /// Reads the table.
    /// - Parameters:
    ///   - size: the unpacked size of the part, in bytes.
    ///   - limit: the most bytes of memory that the texts may take.
    init(_ source: PartSource, size: Int, limit: Int) throws(SpreadsheetFileError) {
        let limit = min(limit, Int(UInt32.max))
        let parser = try PartParser(source)
        let (entry, text, phonetic) = (parser.name("si"), parser.name("t"), parser.name("rPh"))
        // Memory that is not written to is not used: this avoids copies while the arrays grow.
        bytes.reserveCapacity(min(size, limit))
        ends.reserveCapacity(min(size, limit) / 16)
        var isInText = false
        // Phonetic parts repeat the text in another script.
        var phoneticDepth = 0
        var longBytes = 0
        while let event = try parser.next() {
            switch event {
            case .start(let element):
                if element.name == text {
                    isInText = phoneticDepth == 0
                } else if element.name == phonetic {
                    phoneticDepth += 1
                }
            case .text(let piece):
                guard isInText else { continue }
                bytes.append(contentsOf: piece)
                guard bytes.count - Int(ends.last ?? 0) <= Spreadsheet.textLimit else {
                    throw .textTooLong(nil, limit: Spreadsheet.textLimit)
                }
            case .end(let name):
                if name == text {
                    isInText = false
                } else if name == phonetic {
                    phoneticDepth -= 1
                } else if name == entry {
                    let start = Int(ends.last ?? 0)
                    if bytes.count - start > SharedTexts.longText {
                        longTexts[ends.count] = string(start..<bytes.count)
                        longBytes += bytes.count - start
                        bytes.removeSubrange(start...)
                    }
                    ends.append(UInt32(bytes.count))
                    guard bytes.count + longBytes + 4 * ends.count <= limit else {
                        throw .tooMuchText(limit: limit)
                    }
                }
            }
        }
    }

    var count: Int { ends.count }

    /// Returns the text of a number; nil if there is none.
    func text(at index: Int) -> String? {
        guard index >= 0, index < ends.count else { return nil }
        if !longTexts.isEmpty, let text = longTexts[index] { return text }
        return string((index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]))
    }

    private func string(_ range: Range<Int>) -> String {
        bytes.withUnsafeBufferPointer { EscapedText.string(UnsafeBufferPointer(rebasing: $0[range])) }
    }
}
