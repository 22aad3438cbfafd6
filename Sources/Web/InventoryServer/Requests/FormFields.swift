/// The fields of a plain form or a query, in order (URL Standard, application/x-www-form-urlencoded).
struct FormFields: Equatable, Sendable {
    private(set) var pairs: [(name: String, value: String)]

    /// The most fields that are read.
    static let limit = 256

    /// Nothing.
    init() { pairs = [] }

    /// Reads `name=value&…`; nil where it is not UTF-8, badly encoded, or of too many fields.
    init?(_ text: some Collection<UInt8>) {
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

    mutating func add(_ name: String, _ value: String) { pairs.append((name, value)) }

    /// The value of a field, the last where it stands more than once: a checkbox follows its hidden "false".
    subscript(_ name: String) -> String? { pairs.last { $0.name == name }?.value }

    var names: [String] { pairs.map(\.name) }

    static func == (one: FormFields, other: FormFields) -> Bool {
        one.pairs.elementsEqual(other.pairs) { $0.name == $1.name && $0.value == $1.value }
    }
}
