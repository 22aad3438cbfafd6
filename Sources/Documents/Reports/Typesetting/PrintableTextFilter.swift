import Files
import Templating

/// Writes Typst markup to its file and replaces characters that cannot be printed by their code point, `[U+E000]`:
/// those that no font has, those of private use, controls and noncharacters, on which archival PDF stops.
struct PrintableTextFilter: ByteSink {
    private let file: OutputFile
    private let printable: CodePointSet
    private let refused: Set<UInt32>
    private var held: [UInt8] = []
    private var output: [UInt8] = []
    /// The characters that are printed.
    private(set) var used = CodePointSet()
    /// The characters that were replaced.
    private(set) var replaced: Set<UInt32> = []

    /// - Parameters:
    ///   - printable: the characters of the fonts.
    ///   - refused: characters that could not be set although a font has them.
    init(_ file: OutputFile, printable: CodePointSet, refused: Set<UInt32>) {
        self.file = file
        self.printable = printable
        self.refused = refused
    }

    mutating func write(_ buffer: Span<UInt8>) throws {
        held += buffer
        var index = 0
        // A part of a character waits for the rest.
        while index < held.count {
            let byte = held[index]
            if byte < 0x80, byte != UInt8(ascii: "\\") {
                output.append(byte)
                index += 1
                continue
            }
            guard let length = byte < 0x80 ? putEscape(at: index) : putCharacter(at: index) else { break }
            index += length
        }
        held.removeFirst(index)
        try file.write(output)
        output.removeAll(keepingCapacity: true)
    }

    /// Writes the held bytes; there are none if the markup was complete.
    mutating func finish() throws {
        try file.write(held)
        held = []
    }

    /// Reads `\u{…}` or another escape; nil if its end has not arrived yet.
    private mutating func putEscape(at start: Int) -> Int? {
        guard start + 1 < held.count else { return nil }
        guard held[start + 1] == UInt8(ascii: "u") else {
            output += held[start...(start + 1)]
            return 2
        }
        guard let end = held[start...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
        let digits = String(decoding: held[start...end].dropFirst(3).dropLast(), as: UTF8.self)
        if let point = UInt32(digits, radix: 16), point >= 0x80 || point < 0x20 || point == 0x7F, !isPrintable(point) {
            replace(point)
        } else {
            output += held[start...end]
        }
        return end - start + 1
    }

    private mutating func putCharacter(at start: Int) -> Int? {
        let lead = held[start]
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        guard start + length <= held.count else { return nil }
        var point = UInt32(lead) & (0x7F >> UInt32(length))
        for byte in held[(start + 1)..<(start + length)] { point = point << 6 | UInt32(byte & 0x3F) }
        if isPrintable(point) {
            used.insert(point)
            output += held[start..<(start + length)]
        } else {
            replace(point)
        }
        return length
    }

    private mutating func replace(_ point: UInt32) {
        replaced.insert(point)
        output += Array("[\(PrintableTextFilter.name(of: point))]".utf8)
    }

    /// As Unicode names it: `U+E000`.
    static func name(of point: UInt32) -> String {
        let digits = String(point, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    private func isPrintable(_ point: UInt32) -> Bool {
        guard point < 0x11_0000, !refused.contains(point) else { return false }
        switch point {
        case 0x09, 0x0A, 0x0D: return true
        case 0..<0x20, 0x7F..<0xA0, 0xD800..<0xF900, 0xF_0000...: return false
        case 0xFDD0...0xFDEF, 0xFEFF: return false
        case _ where point & 0xFFFE == 0xFFFE: return false
        // Overrides of the direction make a text read differently from how it is written.
        case 0x202A...0x202E, 0x2066...0x2069: return false
        // Invisible marks: joiners, variations (Unicode, Default_Ignorable_Code_Point).
        case 0xAD, 0x34F, 0x61C, 0x180B...0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F,
            0xE_0000...0xE_0FFF:
            return true
        default: return printable.contains(point)
        }
    }
}

/// A set of Unicode code points, one bit each.
struct CodePointSet {
    private var words = [UInt64](repeating: 0, count: 0x11_0000 / 64)

    func contains(_ point: UInt32) -> Bool { words[Int(point >> 6)] & 1 << UInt64(point & 63) != 0 }

    mutating func insert(_ point: UInt32) { words[Int(point >> 6)] |= 1 << UInt64(point & 63) }

    mutating func insert(_ range: ClosedRange<UInt32>) {
        for point in range where point < 0x11_0000 { insert(point) }
    }

    mutating func formUnion(_ other: CodePointSet) {
        for index in words.indices { words[index] |= other.words[index] }
    }

    /// Removes ranges of code points and returns whether the set changed.
    mutating func subtract(_ ranges: [ClosedRange<UInt32>]) -> Bool {
        var changed = false
        for range in ranges {
            for index in Int(range.lowerBound >> 6)...Int(min(range.upperBound, 0x10_FFFF) >> 6)
            where words[index] != 0 {
                let first = UInt32(index) << 6
                for point in max(first, range.lowerBound)...min(first + 63, range.upperBound) where contains(point) {
                    words[index] &= ~(1 << UInt64(point & 63))
                    changed = true
                }
            }
        }
        return changed
    }

    /// Whether a letter is read from right to left: the blocks from Hebrew to Arabic Extended-A, and the presentation
    /// forms of both (Unicode, Bidi_Class R and AL).
    var hasRightToLeftLetters: Bool {
        [0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF].contains { range in
            words[Int(range.lowerBound >> 6)...Int(range.upperBound >> 6)].contains { $0 != 0 }
        }
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// Every code point, from the lowest.
    var points: [UInt32] {
        words.indices.filter { words[$0] != 0 }.flatMap { index in
            (0..<64).map { UInt32(index * 64 + $0) }.filter(contains)
        }
    }
}
