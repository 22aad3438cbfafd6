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
    let row: Record
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
