/// Which part of a URL the compiler stands in.
enum URLPart: UInt8, Hashable {
    /// Before anything: a value here is the whole URL, whose scheme is looked at.
    case start
    /// After something that may still turn out to be a scheme.
    case beforeColon
    /// Past any scheme: a value here is one component.
    case component
    /// After the URL of an image candidate: its width or density.
    case descriptor

    /// Goes on over one byte of literal text; false where the byte would make a value the URL's scheme.
    mutating func advance(over byte: UInt8, afterValue: Bool, inImageSet: Bool) -> Bool {
        if inImageSet {
            if byte == UInt8(ascii: ",") {
                self = .start
                return true
            }
            if Scanner.isBlank(byte) {
                if self != .start { self = .descriptor }
                return true
            }
            if self == .descriptor { return true }
        }
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
            self = .component
        case UInt8(ascii: ":"):
            let mayBeScheme = self != .component && afterValue
            self = .component
            return !mayBeScheme
        default:
            if self == .start, !Scanner.isBlank(byte) { self = .beforeColon }
        }
        return true
    }

    /// The part after a branch that may or may not have been taken.
    func joined(_ other: URLPart) -> URLPart? {
        if self == other { return self }
        if self == .descriptor || other == .descriptor { return nil }
        return self == .component && other == .component ? .component : .beforeColon
    }
}
