/// One entry of the context stack, as far as it is known when compiling.
enum ScopeEntry: Hashable {
    /// A declared record, held by a frame. Rows of lists can be asked for their position.
    case record(ObjectIdentifier, frame: Int, isRow: Bool)
    /// A single value, which `.` stands for.
    case scalar(frame: Int, slot: Int, SlotKind)
    /// An object of data whose names are known.
    case shape(ObjectIdentifier)
    /// Anything.
    case unknown
}

/// The context stack, outermost first.
struct Scope {
    private(set) var entries: [ScopeEntry] = []
    private(set) var declarations: [ContextDeclaration?] = []
    /// How many frames are in use.
    var frames = 0

    /// Entries that can no longer be reached are left out, so that recursion over data comes back to the same scope.
    mutating func push(_ entry: ScopeEntry, _ declaration: ContextDeclaration?) {
        switch entry {
        case .unknown:
            entries.removeAll()
            declarations.removeAll()
        case .shape:
            if let index = entries.firstIndex(of: entry) {
                entries.remove(at: index)
                declarations.remove(at: index)
            }
        case .record, .scalar:
            break
        }
        entries.append(entry)
        declarations.append(declaration)
    }

    /// All names that can be seen, for suggestions.
    var names: [String] {
        declarations.compactMap { $0?.fields.map(\.name) }.flatMap { $0 }
    }
}

/// What a tag's name was resolved to.
enum Operand {
    case slot(frame: Int, slot: Int, ContextDeclaration.FieldType)
    /// A path into data, with what is known of what it leads to.
    case data(path: Int, ContextDeclaration.FieldType?)

    /// What is known of what it leads to.
    var type: ContextDeclaration.FieldType? {
        switch self {
        case .slot(_, _, let type): type
        case .data(_, let type): type
        }
    }

    /// Whether a section over it may render its body more than once.
    var mayRepeat: Bool {
        switch self {
        case .slot(_, _, .list), .slot(_, _, .stream), .data: true
        case .slot: false
        }
    }
}
