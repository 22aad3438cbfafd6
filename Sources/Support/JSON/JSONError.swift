/// A violation of the JSON syntax (RFC 8259), with its position in the text.
public struct JSONError: Error, Equatable, Sendable {
    /// The parts of a text that can be cut off by its end.
    public enum Part: String, Sendable {
        case value, object, list, string
    }

    /// The tokens that a text can lack.
    public enum Token: String, Sendable {
        case value = "a value"
        case name = "a name in quotes"
        case colon = "a colon"
        case commaOrBrace = "a comma or '}'"
        case commaOrBracket = "a comma or ']'"
        case digit = "a digit"
        case hexadecimalDigits = "four hexadecimal digits"
        case `true`, `false`, null
    }

    /// The kinds of violations.
    public enum Kind: Equatable, Sendable {
        /// The text ends too early.
        case endOfText(inside: Part)
        case expected(Token)
        /// An object has two members of this name.
        case duplicateName(String)
        /// Lists and objects are nested too deeply.
        case tooDeep(maximum: Int)
        case trailingContent
        case leadingZero
        case controlCharacter
        case unknownEscape
        case unpairedSurrogate
        case invalidUTF8
    }

    /// The kind of the violation.
    public let kind: Kind
    /// The offset of the offending byte, from 0.
    public let offset: Int
    /// The line in the text, from 1.
    public let line: Int
    /// The byte within the line, from 1.
    public let column: Int
}

extension JSONError.Kind: CustomStringConvertible {
    /// The violation in English, without its position.
    public var description: String {
        switch self {
        case .endOfText(.value): "the file ends in the middle of a value"
        case .endOfText(let part): "the file ends inside \(part == .object ? "an" : "a") \(part.rawValue)"
        case .expected(let token): "expected \(token.rawValue)"
        case .duplicateName(let name): "the name '\(name)' occurs twice"
        case .tooDeep(let maximum): "more than \(maximum) levels deep"
        case .trailingContent: "something follows the end of the JSON text"
        case .leadingZero: "a number begins with a needless 0"
        case .controlCharacter: "a control character in a string; write it as \\u00XX"
        case .unknownEscape: "no such escape in a string"
        case .unpairedSurrogate: "half a surrogate pair"
        case .invalidUTF8: "a string is not UTF-8"
        }
    }
}

extension JSONError: CustomStringConvertible {
    /// The violation in English, with line and column.
    public var description: String { "line \(line), column \(column): \(kind)" }
}
