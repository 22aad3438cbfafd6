extension ContextDeclaration {
    /// The names that data has, for checking a template against an example of its data.
    ///
    /// Elements of a list are taken together: a name that any of them has is known. What is null, mixed or a list of
    /// plain values may be anything.
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

    /// What is known of one place of the data.
    private struct Shape {
        enum Kind {
            case text, number, flag, markup, trustedURL, object, list
        }

        var kinds: Set<Kind> = []
        var members: [String: Shape] = [:]
        /// Whether everything here is an object, or a list of objects.
        var isWhole = true

        mutating func add(_ value: TemplateValue) {
            switch value {
            case .null: break
            case .bool: kinds.insert(.flag)
            case .number: kinds.insert(.number)
            case .text: kinds.insert(.text)
            case .markup: kinds.insert(.markup)
            case .trustedURL: kinds.insert(.trustedURL)
            case .lambda: isWhole = false
            case .object(let object):
                kinds.insert(.object)
                for (name, member) in object { members[name, default: Shape()].add(member) }
            case .list(let list):
                kinds.insert(.list)
                if list.isEmpty { isWhole = false }
                for element in list {
                    guard case .object(let object) = element else {
                        isWhole = false
                        continue
                    }
                    for (name, member) in object { members[name, default: Shape()].add(member) }
                }
            }
        }

        var type: FieldType? {
            guard isWhole, kinds.count == 1 else { return nil }
            switch kinds.first {
            case .text: return .text
            case .number: return .number
            case .flag: return .flag
            case .markup: return .markup
            case .trustedURL: return .trustedURL
            case .object: return .record(ContextDeclaration(self))
            case .list: return .list(ContextDeclaration(self))
            case nil: return nil
            }
        }
    }
}
