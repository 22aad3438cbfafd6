/// One thing that is wrong with an XML document, and where.
public struct XMLDiagnostic: Sendable, Equatable {
    /// Line in the document, from 1.
    public let line: Int
    /// Column in the line, from 1, where the parser stood when it noticed: right after the faulty markup or value.
    public let column: Int
    /// The rule that was broken: a validation rule of XML Schema 1.0 Part 1 appendix C (`cvc-pattern-valid`),
    /// `well-formed` for the grammar of XML 1.0, or a name of this module (`no-doctype`, `text-too-long`).
    public let rule: String
    /// What is wrong and what to do about it: one line, without a final newline.
    public let message: String

    /// Makes a fault; positions count from 1.
    public init(line: Int, column: Int, rule: String, message: String) {
        self.line = line
        self.column = column
        self.rule = rule
        self.message = message
    }
}

extension XMLDiagnostic: CustomStringConvertible {
    /// `line 12, column 40: message [rule]`.
    public var description: String {
        "line \(line), column \(column): \(message) [\(rule)]"
    }
}

/// All that was found wrong with a document: the first faults in document order, and how many more there are.
public struct XMLValidationReport: Sendable, Equatable {
    /// The faults kept, in document order; at most ``XMLLimits/maximumDiagnostics``.
    public let diagnostics: [XMLDiagnostic]
    /// Faults found beyond those kept.
    public let omittedCount: Int

    /// Makes a report.
    public init(diagnostics: [XMLDiagnostic], omittedCount: Int) {
        self.diagnostics = diagnostics
        self.omittedCount = omittedCount
    }

    /// Whether nothing at all was found.
    public var isValid: Bool { diagnostics.isEmpty && omittedCount == 0 }
}

extension XMLValidationReport: CustomStringConvertible {
    /// One fault a line, and the count of the rest.
    public var description: String {
        var lines = diagnostics.map(\.description)
        if omittedCount > 0 {
            lines.append("and \(omittedCount) more")
        }
        return lines.isEmpty ? "valid" : lines.joined(separator: "\n")
    }
}
