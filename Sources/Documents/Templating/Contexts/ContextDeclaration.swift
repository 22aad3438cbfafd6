/// The names a template may use and what each of them is, known before any data is.
///
///     let item = ContextDeclaration([("name", .text), ("serialNumber", .text), ("value", .number)])
///     let report = ContextDeclaration([("title", .text), ("items", .stream(item))])
///     let name = item.slot("name")
///
/// Names are resolved to slots once; a ``Record`` is filled through them.
public final class ContextDeclaration: Sendable {
    /// The type of a name's value.
    public enum FieldType: Sendable {
        /// Text, escaped wherever it is printed.
        case text
        /// A number already written out, such as `1234.50`. Never quoted in JSON or CSV.
        case number
        /// True or false.
        case flag
        /// Markup that is safe to print as it is, for `{{{…}}}`.
        case markup
        /// A URL the program vouches for, such as a picture inside the page; see ``TrustedURL``.
        case trustedURL
        /// Further names: `{{owner.name}}` or `{{#owner}}{{name}}{{/owner}}`.
        case record(ContextDeclaration)
        /// A list in memory, an element at a time: `{{#tags}}{{name}}{{/tags}}`.
        case list(ContextDeclaration)
        /// A list that is read once, row by row, from a ``RowSource``.
        case stream(ContextDeclaration)
    }

    /// One name and its type.
    public struct Field: Sendable {
        /// The name as templates write it.
        public let name: String
        /// The type of its value.
        public let type: FieldType
    }

    /// The place of one field in every ``Record`` of a declaration.
    public struct Slot: Sendable, Hashable {
        @usableFromInline
        let index: Int
        @usableFromInline
        let kind: SlotKind
    }

    /// All fields, in the order of their slots.
    public let fields: [Field]
    /// The kinds of the slots' values, in their order.
    let kinds: [SlotKind]
    /// Whether a slot holds a record, list or stream.
    let hasParts: Bool
    private let indices: [String: Int]
    /// Names of which no more is known than that they exist.
    private let unknown: Set<String>

    /// Declares names in the order given.
    ///
    /// A name must be one that a tag can hold, and not appear twice: not empty, without dots, blanks, quotation marks,
    /// brackets and commas, and not begun by `@` or a mark of tags such as `#`. The program is stopped otherwise.
    public convenience init(_ fields: KeyValuePairs<String, FieldType>) {
        self.init(fields.map { ($0.key, $0.value) })
    }

    /// Declares names in the order given.
    ///
    /// A name must be one that a tag can hold, and not appear twice: not empty, without dots, blanks, quotation marks,
    /// brackets and commas, and not begun by `@` or a mark of tags such as `#`. The program is stopped otherwise.
    public convenience init(_ fields: [(String, FieldType)]) {
        for (name, _) in fields {
            precondition(Self.isWritable(name), "no tag can hold the name \"\(name)\"")
        }
        self.init(fields, unknown: [])
    }

    /// Whether a template can write a name.
    static func isWritable(_ name: String) -> Bool {
        guard let first = name.utf8.first, !"@#^/>&{=!$<*".utf8.contains(first) else { return false }
        return !name.utf8.contains { $0 <= 0x20 || ".()\",".utf8.contains($0) }
    }

    init(_ fields: [(String, FieldType)], unknown: Set<String>) {
        self.fields = fields.map { Field(name: $0.0, type: $0.1) }
        kinds = self.fields.map { SlotKind($0.type) }
        hasParts = kinds.contains { [.record, .list, .stream].contains($0) }
        indices = Self.index(self.fields)
        self.unknown = unknown
    }

    /// The type of a declared name, or nil if it is not declared.
    func knownType(_ field: Field) -> FieldType? {
        unknown.contains(field.name) ? nil : field.type
    }

    private static func index(_ fields: [Field]) -> [String: Int] {
        var indices: [String: Int] = [:]
        for (index, field) in fields.enumerated() {
            precondition(indices.updateValue(index, forKey: field.name) == nil, "\"\(field.name)\" is declared twice")
        }
        return indices
    }

    /// The slot of a name that must be declared; stops the program otherwise, as an array's index does.
    public func slot(_ name: String) -> Slot {
        guard let slot = slotIfDeclared(name) else { preconditionFailure("\"\(name)\" is not declared") }
        return slot
    }

    /// The slot of a name, or nil if it is not declared.
    public func slotIfDeclared(_ name: String) -> Slot? {
        indices[name].map { Slot(index: $0, kind: kinds[$0]) }
    }

    /// The field of a name, or nil if it is not declared.
    public func field(_ name: String) -> Field? {
        indices[name].map { fields[$0] }
    }
}

/// The kind of a slot's value, without the names declared inside it.
@usableFromInline
enum SlotKind: UInt8, Sendable {
    case text
    case number
    case flag
    case markup
    case trustedURL
    case record
    case list
    case stream

    init(_ type: ContextDeclaration.FieldType) {
        switch type {
        case .text: self = .text
        case .number: self = .number
        case .flag: self = .flag
        case .markup: self = .markup
        case .trustedURL: self = .trustedURL
        case .record: self = .record
        case .list: self = .list
        case .stream: self = .stream
        }
    }
}
