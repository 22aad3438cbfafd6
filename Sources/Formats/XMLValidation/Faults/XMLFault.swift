/// One thing that is wrong with an XML document, and where.
public struct XMLFault: Sendable, Equatable {
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

extension XMLFault: CustomStringConvertible {
    /// `line 12, column 40: message [rule]`.
    public var description: String {
        "line \(line), column \(column): \(message) [\(rule)]"
    }
}

/// All that was found wrong with a document: the first faults in document order, and how many more there are.
public struct XMLFaultReport: Sendable, Equatable {
    /// The faults kept, in document order; at most ``XMLLimits/keptFaults``.
    public let faults: [XMLFault]
    /// Faults found beyond those kept.
    public let furtherCount: Int

    /// Makes a report.
    public init(faults: [XMLFault], furtherCount: Int) {
        self.faults = faults
        self.furtherCount = furtherCount
    }

    /// Whether nothing at all was found.
    public var isValid: Bool { faults.isEmpty && furtherCount == 0 }
}

extension XMLFaultReport: CustomStringConvertible {
    /// One fault a line, and the count of the rest.
    public var description: String {
        var lines = faults.map(\.description)
        if furtherCount > 0 {
            lines.append("and \(furtherCount) more")
        }
        return lines.isEmpty ? "valid" : lines.joined(separator: "\n")
    }
}
