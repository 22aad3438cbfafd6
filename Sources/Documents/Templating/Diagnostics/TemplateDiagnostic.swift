/// One error in a template: what is wrong, where, and what to do about it.
public struct TemplateDiagnostic: Sendable, Equatable, Hashable, Codable {
    /// The kind of error.
    public let kind: Kind
    /// The fault, in one sentence without a full stop.
    public let message: String
    /// The remedy, in one sentence without a full stop.
    public let remedy: String
    /// The template's name, as the library knows it.
    public let file: String
    /// The line, counted from 1.
    public let line: Int
    /// The column, counted from 1 in Unicode scalars.
    public let column: Int
    /// Number of Unicode scalars of that line that the error spans, at least 1.
    public let length: Int
    /// The source line without its line ending; of a long line, the part around the error between `…`.
    public let sourceLine: String
    /// The position of the error in ``sourceLine``, counted from 1 in Unicode scalars.
    public let caret: Int
    /// The place of the tag that includes the template, as `file:line:column`, if the fault depends on it.
    public let includedFrom: String?
}

extension TemplateDiagnostic: CustomStringConvertible {
    /// The error as an author reads it: place, message, source line, caret, remedy.
    public var description: String { text(as: "error") }

    /// The same text, as a warning.
    public var warning: String { text(as: "warning") }

    private func text(as severity: String) -> String {
        let number = String(line)
        let margin = String(repeating: " ", count: number.utf8.count)
        return """
            \(oneLine(file)):\(line):\(column): \(severity): \(oneLine(message)) [\(kind.rawValue)]
             \(number) | \(sourceLine)
             \(margin) | \(caretLine)
             \(margin) = \(oneLine(remedy))
            """ + (includedFrom.map { "\n \(margin) = included from \(oneLine($0))" } ?? "")
    }

    /// Names of files and in data may have line ends, which would begin a line that looks like one of the error.
    private func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? "\u{23CE}" : $0 }))
    }

    /// Blanks as wide as the text before the error, then carets as wide as the error.
    private var caretLine: String {
        var line = ""
        var position = 1
        for scalar in sourceLine.unicodeScalars {
            if position >= caret + length { break }
            let width = TerminalWidth.columns(of: scalar)
            if position >= caret {
                line += String(repeating: "^", count: width)
            } else {
                line += scalar == "\t" ? "\t" : String(repeating: " ", count: width)
            }
            position += 1
        }
        // An error at the end of a line has no character of its own to stand under.
        return line.contains("^") ? line : line + "^"
    }
}

/// The number of columns of a character on a terminal (after Unicode Standard Annex 11).
enum TerminalWidth {
    static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F: 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
