/// The text of one template with its name. Finds the line and column of an offset.
final class SourceText: Sendable {
    let name: String
    let bytes: [UInt8]
    /// The offset of each line; a byte order mark belongs to none.
    private let lineStarts: [Int]

    init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        var starts = [bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0]
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
        lineStarts = starts
    }

    /// U+FEFF, which programs of Windows begin files with.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// An error at a range of byte offsets of this text.
    func diagnostic(_ message: DiagnosticMessage, at range: Range<Int>, includedFrom: String? = nil)
        -> TemplateDiagnostic
    {
        let start = min(max(range.lowerBound, lineStarts[0]), bytes.count)
        let line = lineNumber(of: start)
        let lineStart = lineStarts[line - 1]
        var lineEnd = line < lineStarts.count ? lineStarts[line] - 1 : bytes.count
        if lineEnd > lineStart, bytes[lineEnd - 1] == UInt8(ascii: "\r"), lineEnd < bytes.count { lineEnd -= 1 }
        lineEnd = max(lineEnd, start)
        let end = max(start, min(range.upperBound, lineEnd))
        let window = window(lineStart..<lineEnd, around: start)
        let isCutBefore = window.lowerBound > lineStart
        let isCutAfter = window.upperBound < lineEnd
        return TemplateDiagnostic(
            kind: message.kind, message: Self.shortened(message.message), remedy: Self.shortened(message.remedy),
            file: name, line: line,
            column: scalarCount(lineStart..<start) + 1,
            length: max(1, scalarCount(start..<end)),
            sourceLine: (isCutBefore ? "…" : "") + string(window) + (isCutAfter ? "…" : ""),
            caret: scalarCount(window.lowerBound..<start) + (isCutBefore ? 2 : 1), includedFrom: includedFrom)
    }

    /// The place of an offset.
    func location(of offset: Int) -> RenderError.Location {
        let start = min(max(offset, lineStarts[0]), bytes.count)
        let line = lineNumber(of: start)
        return RenderError.Location(file: name, line: line, column: scalarCount(lineStarts[line - 1]..<start) + 1)
    }

    /// The text of a range, with what is not UTF-8 replaced.
    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private func lineNumber(of offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// The part of a line that is shown before and after an error, in bytes.
    private static let shown = 160

    /// The part of a line that is shown, cut between characters.
    private func window(_ line: Range<Int>, around offset: Int) -> Range<Int> {
        guard line.count > 2 * Self.shown else { return line }
        var start = max(line.lowerBound, offset - Self.shown)
        while start > line.lowerBound, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        var end = min(line.upperBound, offset + Self.shown)
        while end < line.upperBound, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return start..<end
    }

    /// A message without the middle of the long names in it.
    static func shortened(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > longestMessage else { return text }
        return String(scalars.prefix(longestMessage / 2)) + "…" + String(scalars.suffix(longestMessage / 2))
    }

    /// More than a message with a dozen suggested names has, in characters.
    private static let longestMessage = 800

    private func scalarCount(_ range: Range<Int>) -> Int {
        bytes[range].count { $0 & 0xC0 != 0x80 }
    }
}

/// The text of a diagnostic and its remedy, without a location.
struct DiagnosticMessage: Error {
    let kind: TemplateDiagnostic.Kind
    let message: String
    let remedy: String

    init(_ kind: TemplateDiagnostic.Kind, _ message: String, remedy: String) {
        self.kind = kind
        self.message = message
        self.remedy = remedy
    }
}
