public import Inventory
public import XMLValidation

/// One thing that is wrong with an XML report, and where.
public struct DocumentDiagnostic: Equatable, Sendable {
    /// Line and column, from 1: right after the markup or value for problems of the schema, else the start of the
    /// element.
    public let location: XMLLocation
    /// The problem.
    public let problem: Problem

    /// A problem that a document can have.
    public enum Problem: Equatable, Sendable {
        /// The document breaks its schema or the grammar of XML.
        case schema(rule: String, XMLDiagnostic.Problem)
        /// A value that no import accepts; `rule` names its kind: `amount`, `currency`, `quantity`, `date`…
        case value(ValueError, rule: String)
        /// Two items have the same id.
        case duplicateID
        /// The item has no line number although the first one has.
        case missingLineNumber
        /// The item has a line number although the first one has none.
        case unexpectedLineNumber
        /// The line numbers do not count on.
        case wrongLineNumber(stated: String, expected: Int)
        /// The line value is not quantity × value; nil if the item has no value.
        case wrongLineValue(expected: Money?)
        /// The item has a value but no line value.
        case missingLineValue(expected: Money)
        /// A count of the summary differs from the items.
        case summaryCount(name: String, stated: String, actual: String)
        /// The totals of the summary differ from the items.
        case totals(stated: [Money], actual: [Money])
        /// The summary is not grouped as the selection states; nil if it has no groups.
        case grouping(stated: String, actual: String?)
        /// A group of the summary differs from the items; the name is nil for the items that state none.
        case group(name: String?, GroupProblem)
        /// An amount for insurers is wrong.
        case claim(ClaimProblem)
    }

    /// A problem of one group in the summary.
    public enum GroupProblem: Equatable, Sendable {
        /// The group has no items or is listed twice.
        case empty
        /// The number of items differs.
        case items(stated: String, actual: Int)
        /// The number of units differs.
        case units(stated: String, actual: Quantity)
        /// The totals differ.
        case totals(stated: [Money], actual: [Money])
        /// The summary lacks the group.
        case missing
    }

    /// A problem of the amounts for insurers.
    public enum ClaimProblem: Equatable, Sendable {
        /// An item has such amounts, but the document has no claim.
        case amountWithoutClaim
        /// An amount does not follow from its item; nil if there should be none.
        case amount(element: String, expected: Money?, day: CalendarDate)
        /// The day of the claim cannot be read.
        case day(String)
        /// A count of the claim differs from the items.
        case count(name: String, stated: String, actual: Int)
        /// A total of the claim differs from the items.
        case totals(amount: String, stated: [Money], actual: [Money])
    }

    /// The broken rule: a validation rule of XML Schema such as `cvc-pattern-valid`, or a name of this program.
    public var rule: String {
        switch problem {
        case .schema(let rule, _), .value(_, let rule): rule
        case .duplicateID: "unique-id"
        case .missingLineNumber, .unexpectedLineNumber, .wrongLineNumber: "line-number"
        case .wrongLineValue, .missingLineValue: "line-value"
        case .summaryCount: "counts"
        case .totals: "totals"
        case .grouping, .group: "groups"
        case .claim: "claim"
        }
    }

    init(_ location: XMLLocation, _ problem: Problem) {
        (self.location, self.problem) = (location, problem)
    }

    /// The form of a problem that the schema validation found.
    init(_ diagnostic: XMLDiagnostic) {
        self.init(
            XMLLocation(line: diagnostic.line, column: diagnostic.column),
            .schema(rule: diagnostic.rule, diagnostic.problem))
    }
}
