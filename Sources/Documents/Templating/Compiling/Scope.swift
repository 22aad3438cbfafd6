/// One entry of the context stack, as far as it is known when compiling.
enum ScopeEntry: Hashable {
    /// A declared record, held by a frame. Rows of lists have a position.
    case record(ObjectIdentifier, frame: Int, isRow: Bool)
    /// A single value, named `.`.
    case scalar(frame: Int, slot: Int, SlotKind)
    /// A computed value, named `.`.
    case computed(Int, SlotKind)
    /// A single value of data, named `.`.
    case value(SlotKind)
    /// An object of data whose names are known.
    case shape(ObjectIdentifier)
    /// Anything.
    case unknown
}

/// The context stack, outermost first.
struct Scope {
    private(set) var entries: [ScopeEntry] = []
    private(set) var declarations: [ContextDeclaration?] = []
    /// Number of frames in use.
    var frames = 0
    /// Whether a section over data is open, which may be a list.
    var hasDataRows = false
    /// The streams whose rows are being rendered.
    var streams: [StreamUse] = []

    /// Entries that can no longer be reached are left out, so that recursion over data comes back to the same scope.
    mutating func push(_ entry: ScopeEntry, _ declaration: ContextDeclaration?) {
        switch entry {
        case .unknown:
            entries.removeAll()
            declarations.removeAll()
        case .shape, .value:
            let reachable = entries.indices.filter { index in
                // Only the innermost of single values is ever used.
                if case .value = entries[index] { false } else { entries[index] != entry }
            }
            entries = reachable.map { entries[$0] }
            declarations = reachable.map { declarations[$0] }
        case .record, .scalar, .computed:
            break
        }
        entries.append(entry)
        declarations.append(declaration)
    }

    /// Whether names may lead to data, which may be a lambda.
    var mayHoldLambda: Bool {
        entries.contains { entry in
            switch entry {
            case .value, .shape, .unknown: true
            case .record, .scalar, .computed: false
            }
        }
    }

    /// The names of the innermost record or object.
    var innermost: ContextDeclaration? { declarations.last { $0 != nil } ?? nil }

    /// Whether all names lead to data.
    var isData: Bool {
        entries.allSatisfy { if case .record = $0 { false } else { true } }
    }

    /// All names that can be seen, for suggestions.
    var names: [String] {
        declarations.compactMap { $0?.fields.map(\.name) }.flatMap { $0 }
    }
}

/// A streamed list, which only one section can go through at a time.
struct StreamUse: Hashable {
    let frame: Int
    let slot: Int
}
