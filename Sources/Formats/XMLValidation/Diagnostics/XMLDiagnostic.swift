package import Message

/// A fault of an XML document with its position.
package struct XMLDiagnostic: Sendable, Equatable {
    /// Line in the document, from 1.
    package let line: Int
    /// Column in the line, from 1, where the parser was when it noticed: right after the faulty markup or value.
    package let column: Int
    /// The rule that was broken: a validation rule of XML Schema 1.0 Part 1 appendix C (`cvc-pattern-valid`),
    /// `well-formed` for the grammar of XML 1.0, or a name of this module (`no-doctype`, `text-too-long`, `tag-too-large`).
    package let rule: String
    /// The fault.
    package let problem: Problem

    /// Creates a diagnostic; positions count from 1.
    package init(line: Int, column: Int, rule: String, problem: Problem) {
        self.line = line
        self.column = column
        self.rule = rule
        self.problem = problem
    }
}

extension XMLDiagnostic {
    /// The kinds of faults.
    package enum Problem: Equatable, Sendable {
        /// A fault that libxml2 found, in its own words: one line, without a final full stop.
        case library(words: String, Remedy)
        /// A fault that libxml2 found and has no words for.
        case invalid(Remedy)
        /// The parser gave up without a message.
        case notWellFormed
        /// The document has a document type declaration.
        case doctype
        /// A text takes more bytes than the limit.
        case textTooLong(limit: Int)
        /// A tag is too long, or has too many attributes or namespaces.
        case tagTooLarge
        /// The file of the schema is empty.
        case emptySchema
    }

    /// The ways to correct a fault. The raw values are the last part of the keys of their messages.
    package enum Remedy: String, CaseIterable, Sendable {
        // Values.
        case followPattern, useListedValue, fewerDecimals, fewerDigits, useLargerNumber, useSmallerNumber
        case fitLength, correctValue, followType
        // Elements and attributes.
        case startWithRootElement, omitNil, omitType, followSchemaOrder, leaveEmpty, useTextOnly, removeText
        case correctAttribute, addAttribute, removeAttribute, followSchema, declarePrefix
        // The grammar of XML.
        case getWholeDocument, getWholeFile, replaceCharacter, saveAsUTF8, replaceEntity, keepOneAttribute
        case closeElements, correctMarkup
    }
}

/// The faults of a document: the first in document order, and how many more there are.
package struct XMLValidationReport: Sendable, Equatable {
    /// The faults kept, in document order; at most ``XMLLimits/maximumDiagnostics``.
    package let diagnostics: [XMLDiagnostic]
    /// The number of faults beyond those kept.
    package let omittedCount: Int

    /// Creates a report.
    package init(diagnostics: [XMLDiagnostic], omittedCount: Int) {
        self.diagnostics = diagnostics
        self.omittedCount = omittedCount
    }

    /// Whether the document has no fault.
    package var isValid: Bool { diagnostics.isEmpty && omittedCount == 0 }
}

extension XMLValidationReport: MessageConvertible {
    /// One fault a line, then the number of the others.
    package var message: Message {
        Message(
            lines: diagnostics.map(\.message)
                + (omittedCount > 0 ? [Message("xml.andMore", ["count": .value(omittedCount)])] : []))
    }
}

extension XMLDiagnostic: MessageConvertible {
    package var message: Message {
        Message("xml.diagnostic", ["line": .value(line), "column": .value(column), "problem": problem, "rule": rule])
    }
}

extension XMLDiagnostic.Problem: MessageConvertible {
    /// The fault and its remedy in one line.
    package var message: Message {
        switch self {
        case .library(let words, let remedy): Message("xml.problem.library", ["words": words, "remedy": remedy])
        case .invalid(let remedy): Message("xml.problem.invalid", ["remedy": remedy])
        case .notWellFormed: Message("xml.problem.notWellFormed")
        case .doctype: Message("xml.problem.doctype")
        case .tagTooLarge: Message("xml.problem.tagTooLarge")
        case .textTooLong(let limit): Message("xml.problem.textTooLong", ["limit": .value(limit)])
        case .emptySchema: Message("xml.problem.emptySchema")
        }
    }
}

extension XMLDiagnostic.Remedy: MessageConvertible {
    package var message: Message { Message("xml.remedy.\(rawValue)") }
}
