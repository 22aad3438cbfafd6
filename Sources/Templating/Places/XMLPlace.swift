/// Follows XML 1.0 as far as places are concerned.
enum XMLPlace: UInt8, Hashable, Sendable {
    case text
    case tagOpen
    case tag
    case doubleQuoted
    case singleQuoted
    case declaration
    case declarationDash
    case comment
    case commentDash
    case commentDashes
    case cdata
    case cdataBracket
    case cdataBrackets
    case instruction
    case instructionMark
    case doctype

    mutating func advance(over byte: UInt8) {
        switch (self, byte) {
        case (.text, UInt8(ascii: "<")): self = .tagOpen
        case (.text, _): break
        case (.tagOpen, UInt8(ascii: "!")): self = .declaration
        case (.tagOpen, UInt8(ascii: "?")): self = .instruction
        case (.tagOpen, UInt8(ascii: ">")), (.tag, UInt8(ascii: ">")), (.doctype, UInt8(ascii: ">")): self = .text
        case (.tag, UInt8(ascii: "\"")): self = .doubleQuoted
        case (.tag, UInt8(ascii: "'")): self = .singleQuoted
        case (.tagOpen, _): self = .tag
        case (.doubleQuoted, UInt8(ascii: "\"")), (.singleQuoted, UInt8(ascii: "'")): self = .tag
        case (.tag, _), (.doubleQuoted, _), (.singleQuoted, _), (.doctype, _): break
        case (.declaration, UInt8(ascii: "-")): self = .declarationDash
        case (.declaration, UInt8(ascii: "[")): self = .cdata
        case (.declaration, _): self = .doctype
        case (.declarationDash, _): self = byte == UInt8(ascii: "-") ? .comment : .doctype
        case (.comment, UInt8(ascii: "-")): self = .commentDash
        case (.comment, _): break
        case (.commentDash, _): self = byte == UInt8(ascii: "-") ? .commentDashes : .comment
        case (.commentDashes, UInt8(ascii: ">")): self = .text
        case (.commentDashes, _): self = byte == UInt8(ascii: "-") ? .commentDashes : .comment
        case (.cdata, UInt8(ascii: "]")): self = .cdataBracket
        case (.cdata, _): break
        case (.cdataBracket, _): self = byte == UInt8(ascii: "]") ? .cdataBrackets : .cdata
        case (.cdataBrackets, UInt8(ascii: ">")): self = .text
        case (.cdataBrackets, _): self = byte == UInt8(ascii: "]") ? .cdataBrackets : .cdata
        case (.instruction, UInt8(ascii: "?")): self = .instructionMark
        case (.instruction, _): break
        case (.instructionMark, UInt8(ascii: ">")): self = .text
        case (.instructionMark, _): self = byte == UInt8(ascii: "?") ? .instructionMark : .instruction
        }
    }

    /// What this place is called in messages.
    var name: String {
        switch self {
        case .text: "text"
        case .tagOpen: "a tag's name"
        case .tag: "a tag, outside an attribute's quotation marks"
        case .doubleQuoted, .singleQuoted: "a quoted attribute"
        case .declaration, .declarationDash, .doctype: "a declaration"
        case .comment, .commentDash, .commentDashes: "a comment"
        case .cdata, .cdataBracket, .cdataBrackets: "a CDATA section"
        case .instruction, .instructionMark: "a processing instruction"
        }
    }
}
