/// Fills the rows of a streamed list, one at a time, into a record that is reused for each.
public protocol RowSource {
    /// Fills `row` with the next row; false for none.
    ///
    /// The record comes cleared: slots that are not set are absent. Bytes set with ``Record/set(_:borrowing:)`` must
    /// stay valid until the next call or until the rendering ends.
    mutating func next(into row: Record) throws -> Bool

    /// Goes back before the first row; false if that cannot be done, as by default.
    ///
    /// Called only when a template goes through the same stream a second time.
    mutating func restart() throws -> Bool
}

extension RowSource {
    /// A source that can be read once.
    public mutating func restart() throws -> Bool { false }
}

/// The rows of one source, with the row after the current one if a section asks which row is the last.
class RowStream {
    /// Filled again and again.
    private final let mainRow: Record
    /// Takes turns with ``mainRow`` while rows are read ahead.
    private final lazy var spareRow = Record(mainRow.declaration)
    private final var isSpareCurrent = false
    private final var hasNextRow = false
    /// Number of rows that sections have taken.
    private final var rowsTaken = 0
    /// Whether ``row`` is a row that no section has taken yet.
    private final var isAhead = false
    private final var isFinished = false

    init(_ declaration: ContextDeclaration) {
        mainRow = Record(declaration)
    }

    func next(into row: Record) throws -> Bool { false }
    func restart() throws -> Bool { false }

    /// The current row.
    final var row: Record { isSpareCurrent ? spareRow : mainRow }

    /// Fills the row with the next one; false at the end.
    @inline(__always)
    final func advance() throws -> Bool {
        isSpareCurrent = false
        mainRow.clear()
        if try next(into: mainRow) {
            rowsTaken &+= 1
            return true
        }
        isFinished = true
        return false
    }

    /// Whether the stream had or will have rows. Reads the first one if none was read yet.
    final func hasRows() throws -> Bool {
        if rowsTaken == 0, !isFinished { isAhead = try advance() }
        return rowsTaken > 0
    }

    /// Takes the first row; false for none.
    ///
    /// - Throws: ``RenderError`` of kind `streamUsedTwice` if rows were taken before and the source cannot go back.
    final func takeFirst() throws -> Bool {
        if rowsTaken > 0, !isAhead {
            guard try restart() else {
                throw RenderError(
                    kind: .streamUsedTwice,
                    message: "a streamed list can be read only once; use a list in memory")
            }
            (rowsTaken, isFinished, hasNextRow) = (0, false, false)
        }
        defer { isAhead = false }
        return try hasRows()
    }

    /// Reads the row after the current one, which is kept; false if the current one is the last.
    final func lookAhead() throws -> Bool {
        // The source may free what the row borrowed as soon as it is asked for another.
        row.copyBorrowedText()
        let following = isSpareCurrent ? mainRow : spareRow
        following.clear()
        hasNextRow = try next(into: following)
        if !hasNextRow { isFinished = true }
        return hasNextRow
    }

    /// Makes the row that was read ahead the current one; false for none.
    final func takeNextRow() -> Bool {
        guard hasNextRow else { return false }
        isSpareCurrent.toggle()
        hasNextRow = false
        rowsTaken += 1
        return true
    }
}

final class TypedRowStream<Source: RowSource>: RowStream {
    /// Behind a pointer: a property of a class is checked for overlapping access, for every row.
    private let source = UnsafeMutablePointer<Source>.allocate(capacity: 1)

    init(_ source: Source, _ declaration: ContextDeclaration) {
        self.source.initialize(to: source)
        super.init(declaration)
    }

    deinit {
        source.deinitialize(count: 1)
        source.deallocate()
    }

    override func next(into row: Record) throws -> Bool { try source.pointee.next(into: row) }
    override func restart() throws -> Bool { try source.pointee.restart() }
}
