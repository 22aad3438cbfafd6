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
