package import Message

/// A row of a table, or an item of a document, that breaks a rule. The reader continues after it.
package struct RejectedRow: Equatable, Sendable {
    /// The row of a table, whose header is row 1, or the position of the item in a list, from 1.
    package let row: Int
    /// The line of the file where the row begins, from 1; nil in a binary file.
    package let line: Int?
    /// The rules that the row breaks; none only for ``ImportOptions/refusesUnusualRows``.
    package let diagnostics: [ImportFieldDiagnostic]
    /// The bytes of the row with its line end, or the text of the item if the format has one. Nil if they are too long
    /// to be held.
    package let source: [UInt8]?
    /// Whether it is a row of a table.
    package let isInTable: Bool

    /// Returns the line of a rejects file: a row of a table as it is, any other item as a row of the position, the
    /// problems and the source.
    ///
    /// - Parameter problems: the diagnostics in words.
    /// - Returns: nil if the row is too long to be held.
    package func rejectsLine(problems: String) -> [UInt8]? {
        guard let source else { return nil }
        if isInTable { return source }
        var line = Array("\(row),".utf8)
        RejectedRow.append(Array(problems.utf8), to: &line)
        line.append(UInt8(ascii: ","))
        RejectedRow.append(source, to: &line)
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// The header of a rejects file for items that are not rows of a table.
    static let documentHeader = Array("item,fault,source\n".utf8)

    private static func append(_ text: [UInt8], to line: inout [UInt8]) {
        line.append(UInt8(ascii: "\""))
        for byte in text {
            if byte == UInt8(ascii: "\"") { line.append(byte) }
            line.append(byte)
        }
        line.append(UInt8(ascii: "\""))
    }
}

extension RejectedRow {
    /// The problems of the row with its position, one message each. A problem that an item of a document has several
    /// times is stated once, with its number.
    package var messages: [Message] {
        grouped.map { diagnostic, count in
            var message = diagnostic.message
            if count > 1 {
                message = Message("formats.repeatedProblem", ["problem": message, "times": "\(count)"])
            }
            let problem = Message.Argument.message(message)
            let row = Message.Argument.text("\(row)")
            // In most tables row and line are the same.
            let line = (diagnostic.line ?? line).flatMap { isInTable && $0 == self.row ? nil : "\($0)" }
            return switch (isInTable, line) {
            case (true, nil): Message("formats.inRow", ["row": row, "problem": problem])
            case (true, let line?): Message("formats.inRowOnLine", ["row": row, "line": line, "problem": problem])
            case (false, nil): Message("formats.inItem", ["item": row, "problem": problem])
            case (false, let line?): Message("formats.inItemOnLine", ["item": row, "line": line, "problem": problem])
            }
        }
    }

    /// The diagnostics, each with the number of times it occurs, in the order in which they first occur.
    private var grouped: [(diagnostic: ImportFieldDiagnostic, count: Int)] {
        var groups: [(diagnostic: ImportFieldDiagnostic, count: Int)] = []
        for diagnostic in diagnostics {
            if let place = groups.firstIndex(where: { $0.diagnostic.isSameProblem(as: diagnostic) }) {
                groups[place].count += 1
            } else {
                groups.append((diagnostic, 1))
            }
        }
        return groups
    }
}
