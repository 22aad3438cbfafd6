import JSON

/// Reads the JSON text that ``JournalJSONWriter`` writes, whose numbers are whole. Damaged text reads as nil.
enum JournalJSONReader {
    /// Deeper nesting than anything written here is damage.
    private static let maximumDepth = 16

    /// The one value of a text.
    static func value(_ bytes: UnsafeBufferPointer<UInt8>) -> JournalJSONValue? {
        var scanner = JSONScanner(bytes, maximumDepth: maximumDepth)
        return (try? scanner.wholeText()).flatMap(JournalJSONValue.init)
    }
}

extension JournalJSONValue {
    /// The value with its numbers read; nil if one is not whole or is too large.
    fileprivate init?(_ value: JSON.JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let flag): self = .flag(flag)
        case .number(let digits):
            guard let number = Int64(digits) else { return nil }
            self = .integer(number)
        case .string(let text): self = .text(text)
        case .array(let elements):
            let values = elements.compactMap(JournalJSONValue.init)
            guard values.count == elements.count else { return nil }
            self = .list(values)
        case .object(let members):
            let values = members.compactMap { member in
                JournalJSONValue(member.value).map { (name: member.name, value: $0) }
            }
            guard values.count == members.count else { return nil }
            self = .object(values)
        }
    }
}
