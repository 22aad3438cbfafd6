import Inventory
public import Message
public import XMLValidation

/// One thing that is wrong with an XML report, and where.
public struct DocumentDiagnostic: Equatable, Sendable, MessageConvertible {
    /// Line and column, from 1: right after the markup or value for problems of the schema, else the start of the
    /// element.
    public let location: XMLLocation
    /// The broken rule: a validation rule of XML Schema such as `cvc-pattern-valid`, or a name of this program.
    public let rule: String
    /// The problem.
    public let message: Message

    init(_ location: XMLLocation, rule: String, _ message: Message) {
        (self.location, self.rule, self.message) = (location, rule, message)
    }

    /// The form of a problem that the schema validation found.
    init(_ diagnostic: XMLDiagnostic) {
        self.init(
            XMLLocation(line: diagnostic.line, column: diagnostic.column), rule: diagnostic.rule,
            diagnostic.problem.message)
    }
}

extension MessageArgument where Self == Message {
    /// The amounts of a total, or that there are none.
    static func amounts(_ amounts: [Money]) -> Message {
        amounts.isEmpty
            ? Message("report.document.noAmounts")
            : Message(text: amounts.map(\.description).joined(separator: ", "))
    }
}
