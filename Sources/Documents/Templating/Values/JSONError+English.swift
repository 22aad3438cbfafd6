internal import JSON

extension JSON.JSONError.Kind {
    /// The violation in English, without its position.
    var english: String {
        switch self {
        case .endOfText(.value): "the file ends in the middle of a value"
        case .endOfText(.object): "the file ends inside an object"
        case .endOfText(let part): "the file ends inside a \(part.rawValue)"
        case .expected(let token): "expected \(token.english)"
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

extension JSON.JSONError.Token {
    fileprivate var english: String {
        switch self {
        case .value: "a value"
        case .name: "a name in quotes"
        case .colon: "a colon"
        case .commaOrBrace: "a comma or '}'"
        case .commaOrBracket: "a comma or ']'"
        case .digit: "a digit"
        case .hexadecimalDigits: "four hexadecimal digits"
        case .true, .false, .null: rawValue
        }
    }
}
