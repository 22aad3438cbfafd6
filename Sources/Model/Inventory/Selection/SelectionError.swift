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
