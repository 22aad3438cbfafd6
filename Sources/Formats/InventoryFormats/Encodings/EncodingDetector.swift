import Glibc
import JSON

/// The encodings that a file may have, the likeliest first.
package struct EncodingFinding: Equatable, Sendable {
    package struct Candidate: Equatable, Sendable {
        package let encoding: TextEncoding
        /// The probability that the bytes are in this encoding, from 0 to 1.
        package let confidence: Double
        /// Two texts of the file that are not ASCII, as this encoding reads them.
        package let samples: [String]
    }

    package let candidates: [Candidate]
    /// Whether the file has nothing but ASCII, so that nearly all encodings give the same text.
    package let isASCII: Bool

    /// Whether one encoding is settled: the others give the same text or are far less likely, and the text looks like one.
    package var isCertain: Bool { (candidates.first?.confidence ?? 1) >= 0.98 }
}

/// Detects the encoding of a table by all of its bytes.
enum EncodingDetector {
    /// The most bytes of text that are compared.
    private static let sampleLimit = 1 << 17
    /// The most bytes of a line that are held.
    private static let lineLimit = 1 << 20

    /// Returns the encoding of text with two bytes per unit, with or without a byte order mark; nil for other text.
    static func utf16(_ head: [UInt8]) -> TextEncoding? {
        if head.starts(with: [0xFF, 0xFE, 0, 0]) { return nil }
        if head.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
        if head.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
        let units = min(head.count, 4096) / 2
        guard units >= 4 else { return nil }
        // Separators, digits and line ends are ASCII: one half of such a unit is zero.
        let low = (0..<units).count { head[2 * $0 + 1] == 0 && head[2 * $0] != 0 }
        let high = (0..<units).count { head[2 * $0] == 0 && head[2 * $0 + 1] != 0 }
        let zeros = head.prefix(units * 2).count { $0 == 0 }
        // A single zero is a stray byte.
        guard zeros >= 4, zeros * 10 >= units else { return nil }
        if low == zeros { return .utf16LittleEndian }
        if high == zeros { return .utf16BigEndian }
        return nil
    }

    /// Reads the whole source and compares the encodings.
    static func find(in source: TableSource) throws(InventoryFileError) -> EncodingFinding {
        var input = try source.open(nil)
        _ = try input.extend()
        if let encoding = utf16(Array(input.bytes.prefix(4096))) {
            return EncodingFinding(
                candidates: [.init(encoding: encoding, confidence: 1, samples: [])], isASCII: false)
        }
        var (characters, strayBytes) = (0, 0)
        var isASCII = true
        var isTwiceEncoded = true
        var sample: [UInt8] = []
        while true {
            // Whole lines, so that no character is cut.
            let bytes = input.bytes
            var end = bytes.count
            if !input.isComplete {
                while end > 0, bytes[end - 1] != 0x0A, bytes[end - 1] != 0x0D { end -= 1 }
                if end == 0, bytes.count > lineLimit { end = beginningOfLastCharacter(bytes) }
            }
            let lines = ByteView(rebasing: bytes[..<end])
            if isASCII, lines.contains(where: { $0 >= 0x80 }) { isASCII = false }
            if !isASCII {
                let found = utf8Characters(lines)
                (characters, strayBytes) = (characters + found.valid, strayBytes + found.stray)
                if isTwiceEncoded {
                    let text = TextDecoder.text(of: lines, in: .utf8Twice) ?? [0xFF]
                    isTwiceEncoded = ByteView.of(text[...]) { UTF8Validation.firstInvalidIndex(in: $0.pointer) == nil }
                }
            }
            if !isASCII, sample.count < sampleLimit {
                for line in lines.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
                where sample.count < sampleLimit && line.contains(where: { $0 >= 0x80 }) {
                    sample += line.prefix(sampleLimit - sample.count)
                    sample.append(0x0A)
                }
            }
            input.consume(end)
            if input.isComplete, input.bytes.isEmpty { break }
            if try !input.extend(), input.bytes.isEmpty { break }
        }
        if characters > 0, isTwiceEncoded, let text = TextDecoder.text(of: sample, in: .utf8Twice) {
            return EncodingFinding(
                candidates: [.init(encoding: .utf8Twice, confidence: 1, samples: samples(of: text))], isASCII: false)
        }
        // Other encodings have hardly a character that is one of UTF-8 too. Rows with stray bytes are faults.
        if strayBytes * 20 <= characters {
            return EncodingFinding(
                candidates: [.init(encoding: .utf8, confidence: 1, samples: [])], isASCII: isASCII)
        }
        return compare(sample)
    }

    /// Counts the characters of UTF-8 outside ASCII, and the bytes that are a part of none.
    private static func utf8Characters(_ bytes: ByteView) -> (valid: Int, stray: Int) {
        if UTF8Validation.firstInvalidIndex(in: bytes.pointer) == nil { return (bytes.count { $0 >= 0xC2 }, 0) }
        var (valid, stray) = (0, 0)
        var index = 0
        while index < bytes.count {
            let rest =
                switch bytes[index] {
                case ..<0x80: 0
                case 0xC2...0xDF: 1
                case 0xE0...0xEF: 2
                case 0xF0...0xF4: 3
                default: -1
                }
            let end = index + 1 + max(rest, 0)
            if rest > 0, end <= bytes.count, bytes[(index + 1)..<end].allSatisfy({ $0 & 0xC0 == 0x80 }) {
                valid += 1
                index = end
            } else {
                if rest != 0 { stray += 1 }
                index += 1
            }
        }
        return (valid, stray)
    }

    /// The beginning of a last character that the end of the bytes may cut.
    private static func beginningOfLastCharacter(_ bytes: ByteView) -> Int {
        var end = bytes.count - 1
        while end > bytes.count - 4, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    /// Compares the encodings on lines that hold bytes other than ASCII.
    static func compare(_ sample: [UInt8]) -> EncodingFinding {
        var found: [(encoding: TextEncoding, score: Double, text: [UInt8])] = []
        for encoding in TextEncoding.allCases {
            guard let model = EncodingModel(encoding), let score = model.score(sample),
                let text = TextDecoder.text(of: sample, in: encoding)
            else { continue }
            // Two encodings that give the same text are one candidate.
            if found.contains(where: { $0.text == text }) { continue }
            found.append((encoding, score, text))
        }
        found.sort { $0.score > $1.score }
        guard let best = found.first else { return EncodingFinding(candidates: [], isASCII: false) }
        let weights = found.map { exp($0.score - best.score) }
        let unknown = exp(EncodingModel.scoreOfUnknown(sample) - best.score)
        let sum = weights.reduce(unknown, +)
        let candidates = zip(found, weights).prefix { $0.1 > 0.001 }.prefix(4).map { candidate, weight in
            EncodingFinding.Candidate(
                encoding: candidate.encoding, confidence: weight / sum, samples: samples(of: candidate.text))
        }
        return EncodingFinding(candidates: Array(candidates), isASCII: false)
    }

    /// Two short pieces of text with characters other than ASCII.
    private static func samples(of text: [UInt8]) -> [String] {
        var found: [String] = []
        for cell in text.split(whereSeparator: { [0x0A, 0x0D, 0x2C, 0x3B, 0x09, 0x22].contains($0) })
        where cell.contains(where: { $0 >= 0x80 }) {
            let shown = String(String(decoding: cell, as: UTF8.self).prefix(30))
            if !found.contains(shown) { found.append(shown) }
            if found.count == 2 { break }
        }
        return found
    }
}
