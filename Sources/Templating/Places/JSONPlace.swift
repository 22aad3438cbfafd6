/// Follows JSON as far as to know whether a whole value may stand here.
struct JSONPlace: Hashable, Sendable {
    var isInText = false
    var isEscaped = false
    /// Whether a value was printed with nothing after it yet.
    var isAfterValue = false
    /// Whether a literal word or number was begun.
    var isInWord = false

    mutating func advance(over byte: UInt8) -> PlaceComplaint? {
        if isInText {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInText = false
                isInWord = true
            }
            return nil
        }
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
            UInt8(ascii: "}"), UInt8(ascii: "<"):
            isAfterValue = false
            isInWord = false
        case 0x20, 0x09, 0x0A, 0x0D:
            break
        default:
            if isAfterValue { return .notWhole("JSON value") }
            isInWord = true
            isInText = byte == UInt8(ascii: "\"")
        }
        return nil
    }

    var takesValue: Bool { !isInText && !isAfterValue && !isInWord }
}
