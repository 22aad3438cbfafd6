/// Follows JSON to decide whether a tag may be a whole value.
struct JSONEscapingContext: Hashable, Sendable {
    /// The tokens that may have been read last; a set, because a section may be skipped.
    struct Last: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        /// A comma, a colon, an opening bracket, or nothing.
        static let separator = Last(rawValue: 1)
        /// Something written out: a word, a number, a text, a closing bracket.
        static let literal = Last(rawValue: 2)
        /// A value.
        static let value = Last(rawValue: 4)
    }

    private(set) var last = Last.separator
    private(set) var isInText = false
    private var isEscaped = false

    mutating func advance(over byte: UInt8) -> LiteralDiagnostic? {
        if isInText {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInText = false
            }
            return nil
        }
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"): last = .separator
        case UInt8(ascii: "]"), UInt8(ascii: "}"): last = .literal
        case 0x20, 0x09, 0x0A, 0x0D: break
        default:
            let isAfterValue = last.contains(.value)
            isInText = byte == UInt8(ascii: "\"")
            last = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") ? .separator : .literal
            // The end of a data block's script.
            if isAfterValue, byte != UInt8(ascii: "<") { return .notWhole("JSON value") }
        }
        return nil
    }

    var takesValue: Bool { !isInText && last == .separator }

    mutating func takeValue() { last = .value }

    /// Joins the contexts after a section: `self` if it was skipped, `exit` if it was rendered.
    func joined(with exit: JSONEscapingContext) -> JSONEscapingContext? {
        guard isInText == exit.isInText, isEscaped == exit.isEscaped else { return nil }
        var joined = self
        // A section that ends in a comma is what separates rows; only its author can know when that is needed.
        joined.last = exit.last == .separator ? .separator : last.union(exit.last)
        return joined
    }
}
