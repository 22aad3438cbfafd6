public import JSON
public import Localization

extension JSONError.Kind: MessageConvertible {
    /// The violation as a clause, without its position.
    public var message: Message {
        switch self {
        case .endOfText(let part): Message("json.endOfText.\(part.rawValue)")
        case .expected(let token): Message("json.expected.\(token.rawValue)")
        case .duplicateName(let name): Message("json.duplicateName", ["name": .text(name)])
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
