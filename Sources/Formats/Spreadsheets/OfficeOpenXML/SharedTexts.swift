/// The texts that cells of a workbook refer to by their number (ECMA-376 part 1, 18.4.9).
///
/// Holds the bytes of all texts one after another: four bytes a text beside them.
final class SharedTexts: PartHandler {
    private var bytes: [UInt8] = []
    /// The end of each text in ``bytes``.
    private var ends: [UInt32] = []
    private var isInText = false
    /// Open elements of phonetic parts, which repeat the text in another script.
    private var phoneticDepth = 0
    private let limit: Int
    private let names: (table: PartName, entry: PartName, text: PartName, phonetic: PartName)?

    /// A workbook without such texts.
    init() { (limit, names) = (0, nil) }

    /// Reads the table.
    /// - Parameters:
    ///   - size: the unpacked size of the part, in bytes.
    ///   - limit: the most bytes that the texts may have together.
    init(_ source: PartSource, size: Int, limit: Int) throws(SpreadsheetFileError) {
        self.limit = min(limit, Int(UInt32.max))
        let parser = try PartParser(source)
        names = (parser.name("sst"), parser.name("si"), parser.name("t"), parser.name("rPh"))
        // Memory that is not written to is not used: this avoids copies while the arrays grow.
        bytes.reserveCapacity(min(size, self.limit))
        ends.reserveCapacity(min(size, self.limit) / 16)
        parser.handler = self
        try parser.readAll()
    }

    var count: Int { ends.count }

    /// Returns the text of a number; nil if there is none.
    func text(at index: Int) -> String? {
        guard index >= 0, index < ends.count else { return nil }
        let start = index == 0 ? 0 : Int(ends[index - 1])
        return bytes.withUnsafeBufferPointer {
            EscapedText.string(UnsafeBufferPointer(rebasing: $0[start..<Int(ends[index])]))
        }
    }

    func start(_ element: PartElement) {
        if element.name == names?.text {
            isInText = phoneticDepth == 0
        } else if element.name == names?.phonetic {
            phoneticDepth += 1
        }
    }

    func text(_ piece: UnsafeBufferPointer<UInt8>) throws(SpreadsheetFileError) {
        guard isInText else { return }
        bytes.append(contentsOf: piece)
        guard bytes.count - Int(ends.last ?? 0) <= Spreadsheet.textLimit else {
            throw .textTooLong(nil, limit: Spreadsheet.textLimit)
        }
        guard bytes.count + 4 * ends.count <= limit else { throw .tooMuchText(limit: limit) }
    }

    func end(_ name: PartName) throws(SpreadsheetFileError) {
        if name == names?.text {
            isInText = false
        } else if name == names?.phonetic {
            phoneticDepth -= 1
        } else if name == names?.entry {
            ends.append(UInt32(bytes.count))
            guard bytes.count + 4 * ends.count <= limit else { throw .tooMuchText(limit: limit) }
        }
    }
}

/// Characters that XML cannot hold are written `_x000D_` (ECMA-376 part 1, 22.9.2.19).
enum EscapedText {
    /// Returns the text of bytes, with such escapes replaced.
    static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard hasEscape(bytes) else { return String(decoding: bytes, as: UTF8.self) }
        var units: [UInt16] = []
        let text = Array(String(decoding: bytes, as: UTF8.self).utf16)
        var index = 0
        while index < text.count {
            if let unit = unit(text[index...].prefix(7)) {
                units.append(unit)
                index += 7
            } else {
                units.append(text[index])
                index += 1
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static func hasEscape(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= 7 else { return false }
        for index in 0..<(bytes.count - 6)
        where bytes[index] == UInt8(ascii: "_") && bytes[index + 1] == UInt8(ascii: "x")
            && bytes[index + 6] == UInt8(ascii: "_")
        {
            return true
        }
        return false
    }

    private static func unit(_ escape: ArraySlice<UInt16>) -> UInt16? {
        let start = escape.startIndex
        guard escape.count == 7, escape[start] == 0x5F, escape[start + 1] == 0x78, escape[start + 6] == 0x5F else {
            return nil
        }
        let digits = escape[(start + 2)..<(start + 6)]
        guard digits.allSatisfy({ $0 < 0x80 && Character(UnicodeScalar(UInt8($0))).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF16.self), radix: 16)
    }
}
