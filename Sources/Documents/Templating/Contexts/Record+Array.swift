extension Record {
    /// Puts the elements of an array behind a stream slot; `fill` sets one row from one element.
    ///
    ///     report.set(items, rows: inventory) { item, row in
    ///         row.set(name, text: item.name)
    ///         row.set(value, text: item.value)
    ///     }
    @inlinable
    public func set<Element>(
        _ slot: ContextDeclaration.Slot, rows: [Element], fill: @escaping (borrowing Element, Record) -> Void
    ) {
        // Made here, where the element's type is known to the caller's module, so that no element is copied.
        set(slot) { index, row in
            rows.withUnsafeBufferPointer { elements in
                guard index < elements.count, let first = elements.baseAddress else { return false }
                // Seen as something that cannot be copied: the compiler would copy the element for the call.
                let borrowed = UnsafeRawPointer(first + index).assumingMemoryBound(to: Borrowed<Element>.self)
                lend(borrowed.pointee, row, fill)
                return true
            }
        }
    }

    @usableFromInline
    func set(_ slot: ContextDeclaration.Slot, _ fill: @escaping (Int, Record) -> Bool) {
        set(slot, stream: IndexedSource(fill: fill))
    }
}

/// An element that is only looked at; laid out as the element is.
@frozen
@usableFromInline
struct Borrowed<Element>: ~Copyable {
    @usableFromInline
    let element: Element
}

@inlinable
@inline(__always)
func lend<Element>(_ borrowed: borrowing Borrowed<Element>, _ row: Record, _ fill: (borrowing Element, Record) -> Void)
{
    fill(borrowed.element, row)
}

/// Rows by their number, which can be gone through again and again.
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
