/// The text of one template with its name, able to tell the line and column of an offset.
final class SourceText: Sendable {
    let name: String
    let bytes: [UInt8]

    init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// A mistake at a range of byte offsets of this text.
    func mistake(_ issue: Issue, at range: Range<Int>) -> TemplateMistake {
        let start = min(range.lowerBound, bytes.count)
        let lineStart = bytes[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        var lineEnd = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        if lineEnd > lineStart, bytes[lineEnd - 1] == UInt8(ascii: "\r"), lineEnd < bytes.count { lineEnd -= 1 }
        lineEnd = max(lineEnd, start)
        let end = max(start, min(range.upperBound, lineEnd))
        return TemplateMistake(
            kind: issue.kind, message: issue.message, remedy: issue.remedy, file: name,
            line: bytes[..<lineStart].count { $0 == UInt8(ascii: "\n") } + 1,
            column: scalarCount(lineStart..<start) + 1,
            length: max(1, scalarCount(start..<end)),
            sourceLine: string(lineStart..<lineEnd))
    }

    /// The text of a range, with what is not UTF-8 replaced.
    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private func scalarCount(_ range: Range<Int>) -> Int {
        bytes[range].count { $0 & 0xC0 != 0x80 }
    }
}

/// What is wrong and what to do about it, before it is tied to a place.
struct Issue {
    let kind: TemplateMistake.Kind
    let message: String
    let remedy: String

    init(_ kind: TemplateMistake.Kind, _ message: String, remedy: String) {
        self.kind = kind
        self.message = message
        self.remedy = remedy
    }
}
