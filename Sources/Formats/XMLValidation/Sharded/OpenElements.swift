import Files

/// Finds out which elements the beginning of a document leaves open.
enum OpenElements {
    /// The end tags that close them, innermost first; nil if the beginning stops inside a tag or a comment.
    ///
    /// Reads tags only: comments and processing instructions are stepped over, and faulty markup is left to the parser.
    static func closingTags(of beginning: ArraySlice<UInt8>) -> [UInt8]? {
        var open: [ArraySlice<UInt8>] = []
        var position = 0
        while let start = beginning[position...].firstIndex(of: UInt8(ascii: "<")) {
            guard let end = endOfTag(beginning, from: start) else { return nil }
            switch beginning[start + 1] {
            case UInt8(ascii: "?"), UInt8(ascii: "!"): break
            case UInt8(ascii: "/"): _ = open.popLast()
            default:
                if beginning[end - 1] != UInt8(ascii: "/") {
                    open.append(name(beginning, from: start + 1))
                }
            }
            position = end + 1
        }
        return open.reversed().flatMap { Array("</".utf8) + $0 + [UInt8(ascii: ">")] }
    }

    /// Index of the `>` that ends the markup; one in a quoted attribute or in a comment does not.
    private static func endOfTag(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        if bytes[start...].starts(with: "<!--".utf8) {
            return ByteSearch.first(Array("-->".utf8), in: bytes.span, from: start).map { $0 + 2 }
        }
        var quote: UInt8?
        for index in start..<bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index
            }
        }
        return nil
    }

    private static func name(_ bytes: ArraySlice<UInt8>, from start: Int) -> ArraySlice<UInt8> {
        bytes[start...].prefix { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    }
}
