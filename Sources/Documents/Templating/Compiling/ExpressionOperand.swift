/// The resolved content of a tag.
enum ExpressionOperand {
    case slot(frame: Int, slot: Int, ContextDeclaration.FieldType)
    /// A path into data, with what is known of what it leads to.
    case data(path: Int, ContextDeclaration.FieldType?)
    /// An entry of the program's computed values.
    case computed(Int, ContextDeclaration.FieldType)
    /// A list, sorted or cut.
    case list(ListBase, [ListStep])

    /// The declared type of its value.
    var type: ContextDeclaration.FieldType? {
        switch self {
        case .slot(_, _, let type): type
        case .data(_, let type): type
        case .computed(_, let type): type
        case .list(.slot(_, _, let type), _): type
        case .list(.data(_, let type), _): type
        }
    }

    /// The kind of value that escaping may rely on; nil if only rendering can tell.
    ///
    /// The type of data comes from an example. The rendered data may have text in place of the example's trusted URL, so
    /// only a declared slot guarantees one.
    var guaranteedKind: SlotKind? {
        let kind = type.map { SlotKind($0) }
        if case .data = self, kind == .trustedURL { return nil }
        return kind
    }

    /// Whether a section over it takes a frame of its own.
    var opensFrame: Bool {
        switch self {
        case .slot(_, _, .record), .slot(_, _, .list), .slot(_, _, .stream), .list: true
        case .slot, .data, .computed: false
        }
    }

    /// The operand as a list, if it may be one.
    var asList: ListOperand? {
        switch self {
        case .slot(let frame, let slot, let type):
            switch type {
            case .list, .stream: ListOperand(base: .slot(frame: frame, slot: slot, type), steps: [])
            default: nil
            }
        case .data(let path, let type):
            switch type {
            case nil, .list, .stream: ListOperand(base: .data(path: path, type), steps: [])
            default: nil
            }
        case .list(let base, let steps): ListOperand(base: base, steps: steps)
        case .computed: nil
        }
    }
}

/// The source of a list.
enum ListBase {
    case slot(frame: Int, slot: Int, ContextDeclaration.FieldType)
    case data(path: Int, ContextDeclaration.FieldType?)
}

struct ListOperand {
    let base: ListBase
    let steps: [ListStep]

    /// The declaration of its elements, if it is known.
    var declaration: ContextDeclaration? {
        let type: ContextDeclaration.FieldType? =
            switch base {
            case .slot(_, _, let known): known
            case .data(_, let known): known
            }
        switch type {
        case .list(let inner), .stream(let inner): return inner
        default: return nil
        }
    }
}
