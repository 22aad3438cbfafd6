/// Reads the content of a tag: `name`, `a.b`, `.`, `@index`, `money(total)`, `date(created, "long")`.
struct ExpressionParser {
    private let source: SourceText
    private let range: Range<Int>
    private var position: Int
    private var depth = 0

    /// Maximum depth of calls inside calls.
    private static let maximumDepth = 16

    private struct ParseFailureError: Error {
        let message: DiagnosticMessage
        let range: Range<Int>
    }

    private init(_ source: SourceText, _ range: Range<Int>) {
        self.source = source
        self.range = range
        position = range.lowerBound
    }

    /// The expression of a tag's content, or the error in it.
    static func parse(_ source: SourceText, _ range: Range<Int>) -> Result<Expression, ExpressionError> {
        guard source.bytes[range].contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "\"") }) else {
            return .success(name(source.string(range), range))
        }
        var parser = ExpressionParser(source, range)
        do {
            let expression = try parser.argument()
            parser.skipBlanks()
            guard parser.position == range.upperBound else {
                throw ParseFailureError(message: .strayText, range: parser.position..<range.upperBound)
            }
            return .success(expression)
        } catch let failure as ParseFailureError {
            return .failure(ExpressionError(message: failure.message, range: failure.range))
        } catch {
            return .failure(ExpressionError(message: .strayText, range: range))
        }
    }

    private static func name(_ text: String, _ range: Range<Int>) -> Expression {
        if text == "." { return Expression(form: .name([]), range: range) }
        if text.utf8.first == UInt8(ascii: "@") {
            return Expression(form: .position(String(text.dropFirst())), range: range)
        }
        return .plain(text, range)
    }

    private mutating func argument() throws -> Expression {
        skipBlanks()
        let start = position
        guard start < range.upperBound else {
            throw ParseFailureError(message: .missingArgument, range: start..<start + 1)
        }
        let first = source.bytes[start]
        if first == UInt8(ascii: "\"") { return try text() }
        let end = source.bytes[start..<range.upperBound].firstIndex { byte in
            Scanner.isBlank(byte) || [UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ",")].contains(byte)
                || byte == UInt8(ascii: "\"")
        }
        position = end ?? range.upperBound
        guard position > start else { throw ParseFailureError(message: .missingArgument, range: start..<start + 1) }
        let word = source.string(start..<position)
        if first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
            let digits = Array(word.utf8)
            guard JSONNumber.isValid(digits.span) else {
                throw ParseFailureError(message: .badNumber(word), range: start..<position)
            }
            return Expression(form: .number(word), range: start..<position)
        }
        skipBlanks()
        guard position < range.upperBound, source.bytes[position] == UInt8(ascii: "(") else {
            return Self.name(word, start..<start + word.utf8.count)
        }
        return try call(word, from: start)
    }

    private mutating func call(_ name: String, from start: Int) throws -> Expression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw ParseFailureError(message: .callsTooDeep, range: start..<position)
        }
        position += 1
        var arguments: [Expression] = []
        skipBlanks()
        if position < range.upperBound, source.bytes[position] == UInt8(ascii: ")") {
            position += 1
            return Expression(form: .call(name, arguments), range: start..<position)
        }
        while true {
            arguments.append(try argument())
            skipBlanks()
            guard position < range.upperBound else {
                throw ParseFailureError(message: .unclosedCall(name), range: start..<range.upperBound)
            }
            let byte = source.bytes[position]
            position += 1
            if byte == UInt8(ascii: ")") { return Expression(form: .call(name, arguments), range: start..<position) }
            guard byte == UInt8(ascii: ",") else {
                throw ParseFailureError(message: .missingComma, range: (position - 1)..<range.upperBound)
            }
        }
    }

    private mutating func text() throws -> Expression {
        let start = position
        var value: [UInt8] = []
        position += 1
        while position < range.upperBound {
            var byte = source.bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") {
                return Expression(form: .text(String(decoding: value, as: UTF8.self)), range: start..<position)
            }
            if byte == UInt8(ascii: "\\"), position < range.upperBound {
                byte = source.bytes[position]
                position += 1
                if byte == UInt8(ascii: "n") { byte = 0x0A }
                if byte == UInt8(ascii: "t") { byte = 0x09 }
            }
            value.append(byte)
        }
        throw ParseFailureError(message: .unclosedText, range: start..<range.upperBound)
    }

    private mutating func skipBlanks() {
        while position < range.upperBound, Scanner.isBlank(source.bytes[position]) { position += 1 }
    }
}

/// A diagnostic as an error of the parser.
struct ExpressionError: Error {
    let message: DiagnosticMessage
    let range: Range<Int>
}

/// The content of a tag: a name in the context, a literal, or a formatter's call.
struct Expression: Sendable {
    indirect enum Form: Sendable {
        /// `a.b.c`; the implicit iterator `.` has no parts.
        case name([String])
        /// `@index`, without the sign.
        case position(String)
        case text(String)
        case number(String)
        case call(String, [Expression])
    }

    let form: Form
    let range: Range<Int>
}

extension Expression {
    /// A name, split at its dots.
    static func plain(_ name: String, _ range: Range<Int>) -> Expression {
        guard name.utf8.contains(UInt8(ascii: ".")) else { return Expression(form: .name([name]), range: range) }
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return Expression(form: .name(parts.map { String(Substring($0)) }), range: range)
    }
}
