/// Cuts a template into literal lines and tags.
struct Scanner {
    let source: SourceText
    private(set) var tokens: [Token] = []
    private(set) var diagnostics = DiagnosticList()
    private var delimiters: Delimiters
    private var position = 0

    init(_ source: SourceText, delimiters: Delimiters = .standard) {
        self.source = source
        self.delimiters = delimiters
        if source.bytes.starts(with: SourceText.byteOrderMark) { position = SourceText.byteOrderMark.count }
    }

    mutating func scan() {
        while position < source.bytes.count {
            let tag = find(delimiters.open, from: position)
            appendText(position..<(tag ?? source.bytes.count))
            guard let tag else { return }
            guard scanTag(at: tag) else { return }
        }
    }

    /// Reads one tag; false if the rest of the template cannot be read.
    private mutating func scanTag(at start: Int) -> Bool {
        let (inside, sigil) = sigil(from: start + delimiters.open.count)
        var close = delimiters.close
        if sigil == UInt8(ascii: "{") { close.insert(UInt8(ascii: "}"), at: 0) }
        if sigil == UInt8(ascii: "=") { close.insert(UInt8(ascii: "="), at: 0) }
        let kind = Self.kind(of: sigil)
        let contentStart = kind == .variable ? inside : inside + 1
        guard let end = closing(close, from: contentStart, quoted: kind != .comment && kind != .delimiters) else {
            let wanted = String(decoding: close, as: UTF8.self)
            diagnostics.add(.unclosedTag(wanted: wanted), in: source, range: start..<contentStart)
            return false
        }
        if let next = runsOver(contentStart..<end, kind) {
            diagnostics.add(
                .unclosedTag(wanted: String(decoding: close, as: UTF8.self)), in: source, range: start..<contentStart)
            position = next
            return !diagnostics.isFull
        }
        position = end + close.count
        let content = trim(contentStart..<end)
        if kind == .delimiters { changeDelimiters(content, tag: start..<position) }
        if content.isEmpty, kind != .comment, kind != .delimiters {
            diagnostics.add(.emptyTag, in: source, range: start..<position)
        }
        tokens.append(Token(kind: kind, range: start..<position, content: content, delimiters: delimiters))
        return true
    }

    /// The sigil of a tag and its offset; a blank may be before one that is a single mark, as in `{{ #items }}`.
    private func sigil(from inside: Int) -> (index: Int, sigil: UInt8) {
        let marks = source.bytes[inside...]
        if let first = marks.firstIndex(where: { !Self.isBlank($0) }), "#^/>&<$!".utf8.contains(source.bytes[first]) {
            return (first, source.bytes[first])
        }
        return (inside, marks.first ?? 0)
    }

    private static func kind(of sigil: UInt8) -> Token.Kind {
        switch sigil {
        case UInt8(ascii: "{"), UInt8(ascii: "&"): .unescapedVariable
        case UInt8(ascii: "#"): .section
        case UInt8(ascii: "^"): .invertedSection
        case UInt8(ascii: "/"): .close
        case UInt8(ascii: ">"): .partial
        case UInt8(ascii: "<"): .parent
        case UInt8(ascii: "$"): .block
        case UInt8(ascii: "!"): .comment
        case UInt8(ascii: "="): .delimiters
        default: .variable
        }
    }

    /// In bytes; each is compared at every place of the template.
    private static let longestDelimiter = 64

    private mutating func changeDelimiters(_ content: Range<Int>, tag: Range<Int>) {
        let parts = source.bytes[content].split(whereSeparator: Self.isBlank)
        guard parts.count == 2, !parts.joined().contains(UInt8(ascii: "=")) else {
            diagnostics.add(.badDelimiters, in: source, range: tag)
            return
        }
        guard parts.allSatisfy({ $0.count <= Self.longestDelimiter }) else {
            diagnostics.add(.longDelimiters(Self.longestDelimiter), in: source, range: tag)
            return
        }
        delimiters = Delimiters(open: Array(parts[0]), close: Array(parts[1]))
    }

    /// Text is cut after each newline, so that a line's pieces can be looked at together.
    private mutating func appendText(_ range: Range<Int>) {
        var start = range.lowerBound
        for index in range where source.bytes[index] == UInt8(ascii: "\n") {
            appendLine(start..<(index + 1))
            start = index + 1
        }
        if start < range.upperBound { appendLine(start..<range.upperBound) }
    }

    private mutating func appendLine(_ range: Range<Int>) {
        tokens.append(Token(kind: .text, range: range, content: range, delimiters: delimiters))
    }

    private func find(_ mark: [UInt8], from start: Int) -> Int? {
        guard let first = mark.first, source.bytes.count >= mark.count else { return nil }
        return source.bytes.withUnsafeBufferPointer { bytes in
            var index = start
            while index + mark.count <= bytes.count {
                if bytes[index] == first, bytes[index..<(index + mark.count)].elementsEqual(mark) { return index }
                index += 1
            }
            return nil
        }
    }

    /// The offset at which reading continues if a tag was never closed and therefore contains another tag or, for
    /// names, another line.
    private func runsOver(_ content: Range<Int>, _ kind: Token.Kind) -> Int? {
        guard kind != .comment, kind != .delimiters else { return nil }
        let bytes = source.bytes[trim(content)]
        let isCall = bytes.contains(UInt8(ascii: "("))
        if !bytes.contains(UInt8(ascii: "\"")), let next = find(delimiters.open, from: bytes.startIndex),
            next + delimiters.open.count <= bytes.endIndex
        {
            return next
        }
        return isCall ? nil : bytes.firstIndex(of: UInt8(ascii: "\n"))
    }

    /// Maximum distance past the first closing mark to search for the end of a call; that mark may be in a text of it.
    private static let longestCall = 1024

    /// The closing mark, passing over those inside a call's quoted text: `{{ default(name, "}}") }}`.
    private func closing(_ mark: [UInt8], from start: Int, quoted: Bool) -> Int? {
        guard let plain = find(mark, from: start) else { return nil }
        guard quoted, let call = source.bytes[start..<plain].firstIndex(of: UInt8(ascii: "(")) else { return plain }
        var inText = false
        var index = call
        let last = min(source.bytes.count - mark.count, plain + Self.longestCall)
        while index <= last, source.bytes[index] != UInt8(ascii: "\n") {
            let byte = source.bytes[index]
            if inText, byte == UInt8(ascii: "\\") {
                index += 1
            } else if byte == UInt8(ascii: "\"") {
                inText.toggle()
            } else if !inText, source.bytes[index..<(index + mark.count)].elementsEqual(mark) {
                return index
            }
            index += 1
        }
        return plain
    }

    private func trim(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, Self.isBlank(source.bytes[start]) { start += 1 }
        while end > start, Self.isBlank(source.bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
