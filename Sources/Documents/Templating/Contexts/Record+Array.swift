extension Record {
    /// Sets a stream slot to the elements of an array; `fill` sets one row from one element.
    ///
    ///     report.set(items, rows: inventory) { item, row in
    ///         row.set(name, text: item.name)
    ///         row.set(value, text: item.value)
    ///     }
    @inlinable
    public func set<Element>(
        _ slot: ContextDeclaration.Slot, rows: [Element], fill: @escaping (borrowing Element, Record) -> Void
    ) {
        // A closure made here is specialized for the element's type in the caller's module.
        set(slot) { index, row in
            guard index < rows.count else { return false }
            // An element of a span is lent to `fill`; an element of an array would be copied first.
            fill(rows.span[index], row)
            return true
        }
    }

    @usableFromInline
    func set(_ slot: ContextDeclaration.Slot, _ fill: @escaping (Int, Record) -> Bool) {
        set(slot, stream: IndexedSource(fill: fill))
    }
}

/// Rows by their number. They can be repeated any number of times.
struct IndexedSource: RowSource {
    let fill: (Int, Record) -> Bool
    private var position = 0

    init(fill: @escaping (Int, Record) -> Bool) {
        self.fill = fill
    }

    mutating func next(into row: Record) -> Bool {
        guard fill(position, row) else { return false }
        position += 1
        return true
    }

    mutating func restart() -> Bool {
        position = 0
        return true
    }
}
