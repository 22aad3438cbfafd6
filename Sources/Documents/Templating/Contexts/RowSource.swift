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
class RowStream {
    /// What changes with each row; behind a pointer, since checking a class's properties costs more than the access.
    struct State {
        /// The row that is filled again and again; kept alive by the box.
        var row: Unmanaged<Record>
        /// The row after it, where a section asks which row is the last.
        var spare: Unmanaged<Record>?
        var hasSpare = false
        /// How many rows were handed out.
        var rows = 0
        /// Whether ``row`` holds a row that no section has taken yet.
        var isAhead = false
        var isFinished = false
    }

    let state: UnsafeMutablePointer<State>

    init(_ declaration: ContextDeclaration) {
        state = .allocate(capacity: 1)
        state.initialize(to: State(row: .passRetained(Record(declaration))))
    }

    deinit {
        state.pointee.row.release()
        state.pointee.spare?.release()
        state.deallocate()
    }

    func next(into row: Record) throws -> Bool { false }
    func restart() throws -> Bool { false }

    /// The slots of the current row.
    @inline(__always)
    final var slots: UnsafeMutablePointer<SlotValue> {
        state.pointee.row._withUnsafeGuaranteedRef { $0.slots }
    }

    /// Fills the row anew; false at the end.
    @inline(__always)
    final func advance() throws -> Bool {
        let filled = try state.pointee.row._withUnsafeGuaranteedRef { row throws in
            row.clear()
            return try next(into: row)
        }
        if !filled { state.pointee.isFinished = true }
        return filled
    }

    /// Reads one row further than the current one, which is kept; false where that is the last.
    final func lookAhead() throws -> Bool {
        let row = state.pointee.row.takeUnretainedValue()
        // The source may take back what the row borrowed as soon as it is asked for another.
        row.keepBorrowed()
        let spare = state.pointee.spare ?? .passRetained(Record(row.declaration))
        state.pointee.spare = spare
        let record = spare.takeUnretainedValue()
        record.clear()
        state.pointee.hasSpare = try next(into: record)
        if !state.pointee.hasSpare { state.pointee.isFinished = true }
        return state.pointee.hasSpare
    }

    /// Makes the row read ahead the current one; false where there is none.
    final func takeSpare() -> Bool {
        guard state.pointee.hasSpare, let spare = state.pointee.spare else { return false }
        state.pointee.spare = state.pointee.row
        state.pointee.row = spare
        state.pointee.hasSpare = false
        return true
    }

    /// Forgets everything read so far.
    final func reset() {
        state.pointee.rows = 0
        state.pointee.isAhead = false
        state.pointee.isFinished = false
        state.pointee.hasSpare = false
    }
}

final class TypedRowStream<Source: RowSource>: RowStream {
    private let source: UnsafeMutablePointer<Source>

    init(_ source: Source, _ declaration: ContextDeclaration) {
        self.source = .allocate(capacity: 1)
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
