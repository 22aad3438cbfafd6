/// The address of a request: the names of its path, decoded one by one, and its query (RFC 9112, 3.2.1).
struct RequestTarget: Equatable, Sendable {
    /// The names between the slashes, decoded. The last is empty where the path ends with a slash.
    let path: [String]
    /// The query as it was sent, without the question mark.
    let query: String

    /// The front page.
    static let front = RequestTarget(path: [""], query: "")

    private init(path: [String], query: String) {
        self.path = path
        self.query = query
    }

    /// What makes an address unreadable.
    enum ParseError: Error, Equatable {
        /// Not a path that begins with a slash, or one with bytes no address has.
        case malformed
        /// A name that leads elsewhere: `.`, `..`, or one that hides a slash, a backslash or a control character.
        case pathEscapesRoot
    }

    /// Reads the target of a request line.
    init(_ target: [UInt8]) throws(ParseError) {
        guard target.first == UInt8(ascii: "/") else { throw .malformed }
        var end = target.count
        for (place, byte) in target.enumerated() {
            if byte <= 0x20 || byte >= 0x7F || byte == UInt8(ascii: "#") { throw .malformed }
            if byte == UInt8(ascii: "?"), end == target.count { end = place }
        }
        var names: [String] = []
        names.reserveCapacity(4)
        var start = 1
        while start <= end {
            var stop = start
            while stop < end, target[stop] != UInt8(ascii: "/") { stop += 1 }
            guard stop > start || stop == end else { throw .pathEscapesRoot }
            names.append(try RequestTarget.name(target[start..<stop]))
            start = stop + 1
        }
        path = names
        query = end < target.count ? String(decoding: target[(end + 1)...], as: UTF8.self) : ""
    }

    /// A name of the path; its bytes are visible ASCII but no slash.
    private static func name(_ piece: ArraySlice<UInt8>) throws(ParseError) -> String {
        if piece.contains(UInt8(ascii: "%")) {
            guard let bytes = PercentCoding.decode(piece), let name = String(validating: bytes, as: UTF8.self) else {
                throw .malformed
            }
            let escapesRoot = bytes.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") }
            guard !escapesRoot else { throw .pathEscapesRoot }
            return try checked(name)
        }
        return try checked(String(decoding: piece, as: UTF8.self))
    }

    private static func checked(_ name: String) throws(ParseError) -> String {
        guard name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "\\")) else { throw .pathEscapesRoot }
        return name
    }
}

/// Percent-encoding (RFC 3986, 2.1).
enum PercentCoding {
    /// The bytes that are meant; nil where a percent sign is not followed by two hexadecimal digits.
    static func decode(_ text: some Collection<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return bytes
    }

    /// The text with all but letters, digits and `-._~/` encoded.
    static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                bytes.append(byte)
            default:
                let digits = Array("0123456789ABCDEF".utf8)
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
