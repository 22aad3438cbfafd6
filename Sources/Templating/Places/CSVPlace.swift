/// Follows CSV (RFC 4180) as far as to know whether a whole field may stand here.
enum CSVPlace: UInt8, Hashable, Sendable {
    case fieldStart
    case inField
    case inQuotes
    case quoteInQuotes
    case afterValue

    mutating func advance(over byte: UInt8) -> PlaceComplaint? {
        let isEnd = byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D
        switch self {
        case .inQuotes:
            if byte == UInt8(ascii: "\"") { self = .quoteInQuotes }
            return nil
        case .quoteInQuotes where byte == UInt8(ascii: "\""):
            self = .inQuotes
            return nil
        case .afterValue where !isEnd:
            return .notWhole("CSV field")
        case .fieldStart where byte == UInt8(ascii: "\""):
            self = .inQuotes
            return nil
        default:
            self = isEnd ? .fieldStart : .inField
            return nil
        }
    }
}
