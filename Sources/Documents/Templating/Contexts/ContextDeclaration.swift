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

/// Declares the names of a context one after the other and returns the slot of each.
///
///     var names = ContextBuilder()
///     title = names.add("title", .text)
///     items = names.add("items", .stream(item))
///     declaration = names.declaration
///
/// A name is written once: unlike with ``ContextDeclaration/slot(_:)``, no slot can be asked for under a misspelled name.
package struct ContextBuilder {
    private var fields: [(String, ContextDeclaration.FieldType)] = []

    package init() {}

    /// The names added so far.
    package var declaration: ContextDeclaration { ContextDeclaration(fields) }

    /// Adds a name; see ``ContextDeclaration/init(_:)`` for what a name may contain.
    package mutating func add(_ name: String, _ type: ContextDeclaration.FieldType) -> ContextDeclaration.Slot {
        fields.append((name, type))
        return ContextDeclaration.Slot(index: fields.count - 1, kind: SlotKind(type))
    }
}

extension ContextDeclaration {
    /// The names that data has, for checking a template against an example of its data.
    ///
    /// Elements of a list are taken together: a name that any of them has is known. Null, values
    /// of mixed types and elements of an empty list may be anything.
    convenience init(shapeOf value: TemplateValue) {
        var shape = Shape()
        shape.add(value)
        self.init(shape)
    }

    private convenience init(_ shape: Shape) {
        var unknown: Set<String> = []
        var fields: [(String, FieldType)] = []
        for (name, member) in shape.members.sorted(by: { $0.key < $1.key }) where !name.isEmpty && !name.contains(".") {
            let type = member.type
            if type == nil { unknown.insert(name) }
            fields.append((name, type ?? .text))
        }
        self.init(fields, unknown: unknown)
    }

    /// The types found at one place of the data.
    private struct Shape {
        enum Kind {
            case text, number, flag, markup, trustedURL, object, list, lambda
        }

        var kinds: Set<Kind> = []
        var members: [String: Shape] = [:]
        /// The kinds of a list's elements.
        var elements: Set<Kind> = []

        private static func kind(of value: TemplateValue) -> Kind? {
            switch value {
            case .null: nil
            case .bool: .flag
            case .number: .number
            case .text: .text
            case .markup: .markup
            case .trustedURL: .trustedURL
            case .lambda: .lambda
            case .object: .object
            case .list: .list
            }
        }

        mutating func add(_ value: TemplateValue) {
            if let kind = Self.kind(of: value) { kinds.insert(kind) }
            switch value {
            case .object(let object): add(members: object)
            case .list(let list):
                for element in list {
                    if let kind = Self.kind(of: element) { elements.insert(kind) }
                    if case .object(let object) = element { add(members: object) }
                }
            default: break
            }
        }

        private mutating func add(members object: [String: TemplateValue]) {
            for (name, member) in object { members[name, default: Shape()].add(member) }
        }

        /// Whether the elements of a list are all objects, or all single values.
        private var isUniform: Bool {
            elements == [.object] || !elements.isEmpty && elements.isDisjoint(with: [.object, .list, .lambda])
        }

        var type: FieldType? {
            guard kinds.count == 1 else { return nil }
            switch kinds.first {
            case .text: return .text
            case .number: return .number
            case .flag: return .flag
            case .markup: return .markup
            case .trustedURL: return .trustedURL
            case .object: return .record(ContextDeclaration(self))
            case .list where isUniform: return .list(ContextDeclaration(self))
            case .list, .lambda, nil: return nil
            }
        }
    }
}
