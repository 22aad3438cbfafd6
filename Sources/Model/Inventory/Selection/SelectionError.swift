public import Message

/// A term of a selection cannot be read.
public struct SelectionError: Error, Equatable, Sendable {
    /// The reasons.
    public enum Reason: Equatable, Sendable {
        case unclosedQuote
        /// The text has more terms than can be tested at once.
        case tooManyTerms(limit: Int)
        case emptyTerm
        /// A filter has no value.
        case missingValue(filter: String)
        /// A filter has no colon; the suggestion has one.
        case missingColon(suggestion: String)
        /// A filter is neither a field nor a custom field that an item has; the suggestion is the one most likely meant.
        case unknownFilter(String, suggestion: String?)
        /// A bracket has no partner.
        case unpairedBracket
        /// Brackets are nested too deeply.
        case tooDeep(limit: Int)
        /// `or` has no term on one side.
        case missingAlternative
        /// `archived:` has a value other than no, yes and any.
        case archivedValue
        /// The value of a filter breaks a rule.
        case value(ValueError, filter: String)
    }

    /// The text of the selection.
    public let source: String
    /// The position of the term in the text, in characters from 1.
    public let column: Int
    /// The reason.
    public let reason: Reason

    /// An error at a place.
    package init(source: String, column: Int, reason: Reason) {
        (self.source, self.column, self.reason) = (source, column, reason)
    }
}

extension SelectionError: MessageConvertible {
    /// The reason, the text, and a caret under the term.
    public var message: Message {
        Message(
            "filter.error",
            ["reason": reason, "source": source, "caret": String(repeating: " ", count: column - 1) + "^"])
    }
}

extension SelectionError.Reason: MessageConvertible {
    public var message: Message {
        switch self {
        case .unclosedQuote: Message("filter.unclosedQuote")
        case .tooManyTerms(let limit): Message("filter.tooManyTerms", ["count": .count(limit)])
        case .emptyTerm: Message("filter.emptyTerm")
        case .missingValue(let filter): Message("filter.missingValue", ["filter": filter])
        case .missingColon(let suggestion): Message("filter.missingColon", ["suggestion": suggestion])
        case .unknownFilter(let name, nil): Message("filter.unknownFilter", ["name": name])
        case .unknownFilter(let name, let suggestion?):
            Message("filter.similarFilter", ["name": name, "suggestion": suggestion])
        case .unpairedBracket: Message("filter.unpairedBracket")
        case .tooDeep(let limit): Message("filter.tooDeep", ["count": .count(limit)])
        case .missingAlternative: Message("filter.missingAlternative")
        case .archivedValue: Message("filter.archivedValue")
        case .value(let error, let filter): Message("filter.value", ["filter": filter, "problem": error])
        }
    }
}
