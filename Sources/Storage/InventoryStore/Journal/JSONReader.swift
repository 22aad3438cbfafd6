import JSON

/// Reads the JSON text that ``JSONWriter`` writes, whose numbers are whole. Damaged text reads as nil.
enum JSONReader {
    /// Deeper nesting than anything written here is damage.
    private static let deepest = 16

    /// The one value of a text.
    static func value(_ bytes: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        var scanner = JSONScanner(bytes, deepest: deepest)
        return (try? scanner.wholeText()).flatMap(JSONValue.init)
    }
}

extension JSONValue {
    /// The value with its numbers read; nil where one is not whole or too large.
    fileprivate init?(_ value: JSON.JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let flag): self = .flag(flag)
        case .number(let digits):
            guard let number = Int64(digits) else { return nil }
            self = .integer(number)
        case .string(let text): self = .text(text)
        case .array(let elements):
            let values = elements.compactMap(JSONValue.init)
            guard values.count == elements.count else { return nil }
            self = .list(values)
        case .object(let members):
            let values = members.compactMap { member in
                JSONValue(member.value).map { (name: member.name, value: $0) }
            }
            guard values.count == members.count else { return nil }
            self = .object(values)
        }
    }
}
