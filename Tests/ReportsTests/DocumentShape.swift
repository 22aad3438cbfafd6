/// The structure of a document without its values, read byte by byte and independently of the engine that wrote it.
///
/// Reading an element, attribute, record or member that a value brought in gives another shape.
enum DocumentShape {
    /// Names of tags and of attributes, in order; comments, instructions and declarations by their first bytes.
    static func markup(_ text: String) -> [String] {
        var reader = MarkupReader(bytes: Array(text.utf8))
        return reader.read()
    }

    /// Everything outside of string literals, line by line, with an S for each literal.
    static func typst(_ text: String) -> [String] {
        var lines: [[UInt8]] = [[]]
        var isInText = false
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "\"") where !isInText: isInText = true
            case UInt8(ascii: "\""):
                isInText = false
                lines[lines.count - 1].append(UInt8(ascii: "S"))
            case UInt8(ascii: "\\") where isInText: _ = bytes.next()
            case _ where isInText: break
            case UInt8(ascii: "\n"): lines.append([])
            default: lines[lines.count - 1].append(byte)
            }
        }
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Brackets, names of members, and a letter for each value's kind; "fault" where JSON's grammar is left.
    static func json(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        var shape: [String] = []
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                let start = index + 1
                index = start
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    if bytes[index] < 0x20 { shape.append("fault") }
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                let isName = bytes.indices.contains(index + 1) && bytes[index + 1] == UInt8(ascii: ":")
                shape.append(isName ? String(decoding: bytes[start..<index], as: UTF8.self) : "text")
                index += 1
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: ":"), UInt8(ascii: ","):
                index += 1
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
                shape.append(String(UnicodeScalar(bytes[index])))
                index += 1
            default:
                let start = index
                while index < bytes.count, isWord(bytes[index]) { index += 1 }
                shape.append(index == start ? "fault" : "word")
                index = max(index, start + 1)
            }
        }
        return shape
    }

    /// The number of fields of each record (RFC 4180), and "formula" for each field a spreadsheet would compute.
    static func csv(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        var shape: [String] = []
        var fields = 1
        var index = 0
        while index < bytes.count {
            var first = bytes[index]
            if first == UInt8(ascii: "\"") {
                first = bytes.indices.contains(index + 1) ? bytes[index + 1] : 0
                index += 1
                while index < bytes.count {
                    if bytes[index] == UInt8(ascii: "\"") {
                        index += 1
                        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { break }
                    }
                    index += 1
                }
            } else {
                while index < bytes.count, !isCSVEnd(bytes[index]) { index += 1 }
            }
            if "=+-@\t\r".utf8.contains(first) { shape.append("formula") }
            guard index < bytes.count else { break }
            switch bytes[index] {
            case UInt8(ascii: ","): fields += 1
            case UInt8(ascii: "\n"):
                shape.append("\(fields)")
                fields = 1
            case UInt8(ascii: "\r"): break
            default: shape.append("fault")
            }
            index += 1
        }
        return shape
    }

    private static func isCSVEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "."), UInt8(ascii: "-"): true
        default: false
        }
    }
}

/// Reads HTML and XML as far as tags go.
private struct MarkupReader {
    let bytes: [UInt8]
    private var index = 0
    private var shape: [String] = []

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() -> [String] {
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count else {
                index += 1
                continue
            }
            index += 1
            switch bytes[index] {
            case UInt8(ascii: "!"), UInt8(ascii: "?"):
                shape.append("declaration")
            case UInt8(ascii: "/"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                tag()
            default:
                // Text to a browser; nothing the templates write.
                shape.append("<")
            }
        }
        return shape
    }

    private mutating func tag() {
        let name = word()
        shape.append("<" + name)
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            if isSpace(bytes[index]) || bytes[index] == UInt8(ascii: "/") {
                index += 1
                continue
            }
            shape.append(word())
            guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { continue }
            index += 1
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
                shape.append("unquoted")
                continue
            }
            let quote = bytes[index]
            index += 1
            while index < bytes.count, bytes[index] != quote { index += 1 }
            index += 1
        }
        guard name == "style" || name == "script" else { return }
        // The content of these elements is text up to their end tag.
        let end = Array("</\(name)".utf8)
        while index < bytes.count, !bytes[index...].starts(with: end) { index += 1 }
    }

    private mutating func word() -> String {
        let start = index
        index += 1
        while index < bytes.count, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">"),
            bytes[index] != UInt8(ascii: "=")
        {
            index += 1
        }
        return String(decoding: bytes[start..<min(index, bytes.count)], as: UTF8.self)
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
