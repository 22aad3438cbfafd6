/// Hands out the rows of a streamed list, one at a time, into a record that is used again for each.
public protocol RowSource {
    /// Fills `row` with the next row; false when there is none.
    ///
    /// The record comes cleared: what is not set is absent. Bytes set with ``Record/set(_:borrowing:)`` must stay
    /// where they are until the next call or until the rendering ends.
    mutating func next(into row: Record) throws -> Bool

    /// Goes back before the first row; false where that cannot be done, as by default.
    ///
    /// Asked for only when a template goes through the same stream a second time.
    mutating func restart() throws -> Bool
}

extension RowSource {
    /// A source that can be read once.
    public mutating func restart() throws -> Bool { false }
}

/// A source behind one virtual call a row.
class StreamBox {
    /// The row that is filled again and again.
    private(set) var row: Record
    /// The row after it, where a section asks which row is the last.
    private lazy var spare = Record(row.declaration)
    private var hasSpare = false
    /// How many rows were handed out.
    var rows = 0
    /// Whether ``row`` holds a row that no section has taken yet.
    var isAhead = false
    var isFinished = false

    init(_ declaration: ContextDeclaration) {
        row = Record(declaration)
    }

    func next(into row: Record) throws -> Bool { false }
    func restart() throws -> Bool { false }

    /// Fills the row anew; false at the end.
    @inline(__always)
    final func advance() throws -> Bool {
        row.clear()
        if try next(into: row) { return true }
        isFinished = true
        return false
    }

    /// Reads one row further than ``row``, which is kept; false where ``row`` is the last.
    final func lookAhead() throws -> Bool {
        // The source may take back what the row borrowed as soon as it is asked for another.
        row.keepBorrowed()
        spare.clear()
        hasSpare = try next(into: spare)
        if !hasSpare { isFinished = true }
        return hasSpare
    }

    /// Makes the row read ahead the current one; false where there is none.
    final func takeSpare() -> Bool {
        guard hasSpare else { return false }
        swap(&row, &spare)
        hasSpare = false
        return true
    }

    /// Forgets everything read so far.
    final func reset() {
        rows = 0
        isAhead = false
        isFinished = false
        hasSpare = false
    }
}

final class SourceBox<Source: RowSource>: StreamBox {
    private var source: Source

    init(_ source: Source, _ declaration: ContextDeclaration) {
        self.source = source
        super.init(declaration)
    }

    override func next(into row: Record) throws -> Bool { try source.next(into: row) }
    override func restart() throws -> Bool { try source.restart() }
}
