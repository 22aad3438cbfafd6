/// The elements of a list in memory; records are kept when the list shrinks.
final class RecordList {
    private let declaration: ContextDeclaration
    private var elements: UnsafeMutablePointer<Unmanaged<Record>>
    private var made = 0
    private var capacity = 8
    var count = 0
    /// The elements' slots in order.
    private(set) var rows: UnsafeMutablePointer<UnsafeMutablePointer<SlotValue>>

    init(_ declaration: ContextDeclaration) {
        self.declaration = declaration
        elements = .allocate(capacity: capacity)
        rows = .allocate(capacity: capacity)
    }

    deinit {
        for index in 0..<made { elements[index].release() }
        elements.deallocate()
        rows.deallocate()
    }

    func keepBorrowed() {
        for index in 0..<count { elements[index].takeUnretainedValue().keepBorrowed() }
    }

    /// A further element, cleared.
    func append() -> Unmanaged<Record> {
        if count < made {
            elements[count]._withUnsafeGuaranteedRef { $0.clear() }
        } else {
            make()
        }
        count += 1
        return elements[count - 1]
    }

    private func make() {
        if made == capacity { grow() }
        let element = Record(declaration)
        elements[made] = .passRetained(element)
        rows[made] = element.slots
        made += 1
    }

    private func grow() {
        let moreElements = UnsafeMutablePointer<Unmanaged<Record>>.allocate(capacity: capacity * 2)
        moreElements.update(from: elements, count: capacity)
        elements.deallocate()
        elements = moreElements
        let moreRows = UnsafeMutablePointer<UnsafeMutablePointer<SlotValue>>.allocate(capacity: capacity * 2)
        moreRows.update(from: rows, count: capacity)
        rows.deallocate()
        rows = moreRows
        capacity *= 2
    }
}
