/// Follows CSV (RFC 4180) to decide whether a tag may be a whole field.
///
/// A set, since a section that may be left out leaves more than one state possible.
struct CSVEscapingContext: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let fieldStart = CSVEscapingContext(rawValue: 1)
    static let inField = CSVEscapingContext(rawValue: 2)
    static let inQuotes = CSVEscapingContext(rawValue: 4)
    static let quoteInQuotes = CSVEscapingContext(rawValue: 8)
    static let afterValue = CSVEscapingContext(rawValue: 16)

    mutating func advance(over byte: UInt8) -> LiteralDiagnostic? {
        let isQuote = byte == UInt8(ascii: "\"")
        if self == .inQuotes {
            if isQuote { self = .quoteInQuotes }
            return nil
        }
        if self == .quoteInQuotes, isQuote {
            self = .inQuotes
            return nil
        }
        if byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D {
            self = .fieldStart
            return nil
        }
        let isAfterValue = contains(.afterValue)
        // If a field may or may not have begun, a quotation mark has two meanings.
        let isUnclear = isQuote && self != .fieldStart && contains(.fieldStart)
        self = isQuote && self == .fieldStart ? .inQuotes : .inField
        return isAfterValue ? .notWhole("CSV field") : isUnclear ? .unclearQuote : nil
    }

    func joined(with other: CSVEscapingContext) -> CSVEscapingContext? {
        let both = union(other)
        // Inside quotation marks everything reads otherwise.
        return both == self || both == other || both.isDisjoint(with: [.inQuotes, .quoteInQuotes]) ? both : nil
    }
}
