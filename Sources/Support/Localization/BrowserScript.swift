/// Prepares the program's own scripts for browsers.
package enum BrowserScript {
    /// Removes comments that are lines of their own (`// …`, and the types `/** @… */` for the checker), and the blanks and line
    /// breaks that mean nothing.
    ///
    /// No template literal may span lines, and a comment after code is not known.
    package static func minified(_ bytes: [UInt8]) -> [UInt8] {
        let newline = UInt8(ascii: "\n")
        let lines = bytes.split(separator: newline).map { $0.drop { $0 == UInt8(ascii: "\t") } }
        let code = lines.filter { line in
            let isType = line.starts(with: "/** @".utf8) && line.suffix(2).elementsEqual("*/".utf8)
            return !line.isEmpty && !line.starts(with: "//".utf8) && !isType
        }
        var minified: [UInt8] = []
        for line in code {
            let isJoined =
                minified.last.map("{([,;".utf8.contains) == true || line.first.map("})]".utf8.contains) == true
            if !isJoined, !minified.isEmpty { minified.append(newline) }
            append(Array(line), to: &minified)
        }
        return minified + [newline]
    }

    /// Characters beside which a blank means nothing. Beside `+`, `-` and `/` it may divide two tokens.
    private static let marks = Set("{}()[];,:?=<>&|!*%\"'`".utf8)
    /// Characters after which a slash begins a regular expression; after others it divides.
    private static let openers = Set("{}([;,:?=>&|!".utf8)
    /// Words after which it does, too.
    private static let keywords: Set = ["await", "case", "in", "of", "return", "typeof"]

    /// Appends a line without the blanks beside marks.
    private static func append(_ line: [UInt8], to minified: inout [UInt8]) {
        var index = 0
        var last: UInt8?
        while index < line.count {
            let byte = line[index]
            let end: Int
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): end = quoted(line, from: index)
            case UInt8(ascii: "`"): end = template(line, from: index)
            case UInt8(ascii: "/") where beginsExpression(line[..<index]): end = expression(line, from: index)
            case UInt8(ascii: " "):
                let next = index + 1 < line.count ? line[index + 1] : nil
                index += 1
                if let last, let next, marks.contains(last) || marks.contains(next) { continue }
                minified.append(byte)
                continue
            default: end = index + 1
            }
            minified += line[index..<end]
            last = line[end - 1]
            index = end
        }
    }

    /// Whether a slash after a part of a line begins a regular expression.
    private static func beginsExpression(_ before: ArraySlice<UInt8>) -> Bool {
        let word = before.reversed().drop { $0 == UInt8(ascii: " ") }.prefix { (0x61...0x7a).contains($0) }
        if !word.isEmpty { return keywords.contains(String(decoding: word.reversed(), as: UTF8.self)) }
        return before.last { $0 != UInt8(ascii: " ") }.map(openers.contains) ?? true
    }

    /// The index after a text in quotation marks.
    private static func quoted(_ line: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < line.count, line[index] != line[start] { index += line[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(index + 1, line.count)
    }

    /// The index after a template literal, whose values may contain others.
    private static func template(_ line: [UInt8], from start: Int) -> Int {
        var index = start + 1
        var depth = 0
        while index < line.count {
            switch line[index] {
            case UInt8(ascii: "\\"): index += 2
            case UInt8(ascii: "`") where depth == 0: return index + 1
            case UInt8(ascii: "`"): index = template(line, from: index)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                index = depth > 0 ? quoted(line, from: index) : index + 1
            case UInt8(ascii: "{") where depth > 0 || line[index - 1] == UInt8(ascii: "$"):
                depth += 1
                index += 1
            case UInt8(ascii: "}") where depth > 0:
                depth -= 1
                index += 1
            default: index += 1
            }
        }
        return line.count
    }

    /// The index after the slash that ends a regular expression.
    private static func expression(_ line: [UInt8], from start: Int) -> Int {
        var index = start + 1
        var isInClass = false
        while index < line.count {
            switch line[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/") where !isInClass: return index + 1
            default: break
            }
            index += 1
        }
        return line.count
    }
}
