/// The errors found so far, each once and not more than an author can use.
struct DiagnosticList {
    /// After this many, looking for more would cost more than it is worth.
    static let most = 100

    private(set) var found: [TemplateDiagnostic] = []
    private var reported: Set<Key> = []

    /// Identity of an error for the author: a partial is fixed once, wherever it is included.
    private struct Key: Hashable {
        let file: String
        let line, column: Int
        let message, remedy: String
    }

    var isEmpty: Bool { found.isEmpty }
    var isFull: Bool { found.count >= Self.most }

    mutating func add(
        _ message: DiagnosticMessage, in source: SourceText, range: Range<Int>, includedFrom: String? = nil
    ) {
        guard !isFull else { return }
        add(source.diagnostic(message, at: range, includedFrom: includedFrom))
    }

    mutating func add(_ list: DiagnosticList) {
        for diagnostic in list.found { add(diagnostic) }
    }

    private mutating func add(_ diagnostic: TemplateDiagnostic) {
        let key = Key(
            file: diagnostic.file, line: diagnostic.line, column: diagnostic.column, message: diagnostic.message,
            remedy: diagnostic.remedy)
        if !isFull, reported.insert(key).inserted { found.append(diagnostic) }
    }

    /// The errors in the order of the source.
    var sorted: [TemplateDiagnostic] {
        found.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
    }

    /// The same as an error to throw; nil if there are none.
    var error: TemplateError? {
        found.isEmpty ? nil : TemplateError(sorted, isComplete: !isFull)
    }
}
