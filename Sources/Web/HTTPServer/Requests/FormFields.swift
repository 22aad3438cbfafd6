import Files

/// The fields of a form or a query, in order (URL Standard, application/x-www-form-urlencoded).
package struct FormFields: Equatable, Sendable {
    package private(set) var pairs: [(name: String, value: String)]

    /// The maximum number of fields.
    static let limit = 256

    package init() { pairs = [] }

    /// Parses `name=value&…`; nil if it is not UTF-8, badly encoded, or has too many fields.
    package init?(_ text: some Collection<UInt8>) {
        pairs = []
        for pair in text.split(separator: UInt8(ascii: "&")) {
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let value = pair[equals...].dropFirst()
            guard let name = PercentCoding.decode(pair[..<equals], plusIsSpace: true),
                let content = PercentCoding.decode(value, plusIsSpace: true),
                let name = String(validating: name, as: UTF8.self),
                let content = String(validating: content, as: UTF8.self),
                pairs.count < FormFields.limit
            else { return nil }
            pairs.append((name, content))
        }
    }

    package mutating func add(_ name: String, _ value: String) { pairs.append((name, value)) }

    /// The last value of a field: forms send a hidden "false" before each checkbox.
    package subscript(_ name: String) -> String? { pairs.last { $0.name == name }?.value }

    package var names: [String] { pairs.map(\.name) }

    package static func == (one: FormFields, other: FormFields) -> Bool {
        one.pairs.elementsEqual(other.pairs) { $0.name == $1.name && $0.value == $1.value }
    }
}
