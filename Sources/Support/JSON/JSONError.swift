public import Message

/// A violation of the JSON syntax (RFC 8259), with its position in the text.
public struct JSONError: Error, Equatable, Sendable {
    /// The parts of a text that can be cut off by its end.
    public enum Part: String, Sendable {
        case value, object, list, string
    }

    /// The tokens that a text can lack.
    public enum Token: String, Sendable {
        case value, name, colon, commaOrBrace, commaOrBracket, digit, hexadecimalDigits
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

extension JSONError.Kind: MessageConvertible {
    /// The violation as a clause, without its position.
    public var message: Message {
        switch self {
        case .endOfText(let part): Message("json.endOfText.\(part.rawValue)")
        case .expected(let token): Message("json.expected.\(token.rawValue)")
        case .duplicateName(let name): Message("json.duplicateName", ["name": name])
        case .tooDeep(let maximum): Message("json.tooDeep", ["maximum": .value(maximum)])
        case .trailingContent: Message("json.trailingContent")
        case .leadingZero: Message("json.leadingZero")
        case .controlCharacter: Message("json.controlCharacter")
        case .unknownEscape: Message("json.unknownEscape")
        case .unpairedSurrogate: Message("json.unpairedSurrogate")
        case .invalidUTF8: Message("json.invalidUTF8")
        }
    }
}
