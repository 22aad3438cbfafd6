public import Localization
public import XMLValidation

extension XMLValidationError: MessageConvertible {
    public var message: Message {
        switch self {
        case .schemaInvalid(let report): Message("xml.schemaInvalid", ["problems": .message(report.message)])
        case .documentInvalid(let report): Message("xml.documentInvalid", ["problems": .message(report.message)])
        case .elementTooLarge(let limit, let line):
            Message("xml.elementTooLarge", ["line": .value(line), "limit": .value(limit)])
        case .outOfResources(let purpose): Message("xml.outOfResources.\(purpose.rawValue)")
        }
    }
}

extension XMLValidationReport: MessageConvertible {
    /// One fault a line, then the number of the others.
    public var message: Message {
        Message(
            lines: diagnostics.map(\.message)
                + (omittedCount > 0 ? [Message("xml.andMore", ["count": .value(omittedCount)])] : []))
    }
}

extension XMLDiagnostic: MessageConvertible {
    public var message: Message {
        Message(
            "xml.diagnostic",
            [
                "line": .value(line), "column": .value(column), "problem": .message(problem.message),
                "rule": .text(rule),
            ])
    }
}

extension XMLDiagnostic.Problem: MessageConvertible {
    /// The fault and its remedy in one line.
    public var message: Message {
        switch self {
        case .library(let words, let remedy):
            Message("xml.problem.library", ["words": .text(words), "remedy": .message(remedy.message)])
        case .invalid(let remedy): Message("xml.problem.invalid", ["remedy": .message(remedy.message)])
        case .notWellFormed: Message("xml.problem.notWellFormed")
        case .doctype: Message("xml.problem.doctype")
        case .tagTooLarge: Message("xml.problem.tagTooLarge")
        case .textTooLong(let limit): Message("xml.problem.textTooLong", ["limit": .value(limit)])
        case .emptySchema: Message("xml.problem.emptySchema")
        }
    }
}

extension XMLDiagnostic.Remedy {
    fileprivate var message: Message { Message("xml.remedy.\(rawValue)") }
}
