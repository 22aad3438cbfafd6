/// Records, lists and streams inside a record.
extension Record {
    /// The record of a slot, cleared and present from now on.
    @discardableResult
    public func record(_ slot: ContextDeclaration.Slot) -> Record {
        precondition(slot.kind == .record, "this slot holds no record")
        let record: Record
        if case .record(let used)? = parts[slot.index] {
            record = used
            record.clear()
        } else {
            record = Record(innerDeclaration(slot))
            parts[slot.index] = .record(record)
        }
        slots[slot.index] = .part(at: slot.index, count: 1)
        return record
    }

    /// Fills the record of a slot, cleared and present from now on.
    public func fill(_ slot: ContextDeclaration.Slot, _ body: (Record) throws -> Void) rethrows {
        try body(record(slot))
    }

    /// Makes the record of one slot the value of another too, which declares the same names.
    ///
    /// Neither may be filled again until this record is cleared.
    public func set(_ slot: ContextDeclaration.Slot, sameRecordAs other: ContextDeclaration.Slot) {
        precondition(slot.kind == .record && other.kind == .record, "these slots do not both hold records")
        slots[slot.index] = slots[other.index]
    }

    /// A further element of a list in memory, cleared.
    ///
    /// The list is empty until the first call after ``clear()``.
    public func append(to slot: ContextDeclaration.Slot) -> Record {
        precondition(slot.kind == .list, "this slot holds no list")
        let list: RecordList
        if case .list(let used)? = parts[slot.index] {
            list = used
        } else {
            list = RecordList(innerDeclaration(slot))
            parts[slot.index] = .list(list)
        }
        if case .absent = slots[slot.index] { list.count = 0 }
        let element = list.append()
        slots[slot.index] = .part(at: slot.index, count: list.count)
        return element
    }

    /// Fills a further element of a list in memory, cleared.
    public func append(to slot: ContextDeclaration.Slot, _ body: (Record) throws -> Void) rethrows {
        try body(append(to: slot))
    }

    /// Makes a list in memory empty, which is falsey.
    public func setEmpty(_ slot: ContextDeclaration.Slot) {
        precondition(slot.kind == .list, "this slot holds no list")
        slots[slot.index] = .absent
    }

    /// Sets a stream slot to a source of rows.
    public func set(_ slot: ContextDeclaration.Slot, stream source: some RowSource) {
        precondition(slot.kind == .stream, "this slot holds no stream")
        parts[slot.index] = .stream(TypedRowStream(source, innerDeclaration(slot)))
        slots[slot.index] = .part(at: slot.index, count: 1)
    }

    private func innerDeclaration(_ slot: ContextDeclaration.Slot) -> ContextDeclaration {
        switch declaration.fields[slot.index].type {
        case .record(let inner), .list(let inner), .stream(let inner): inner
        case .text, .number, .flag, .markup, .trustedURL: preconditionFailure("nothing is declared inside this slot")
        }
    }
}

/// Looking into a record while rendering.
extension Record {
    /// The record of a slot; nil if it is absent.
    func innerRecord(at index: Int) -> Record? {
        if case .part(let part, _) = slots[index], case .record(let record)? = parts[part] { record } else { nil }
    }

    /// The elements of a list; empty if it is absent.
    func elements(at index: Int) -> ArraySlice<Record> {
        if case .part(let part, let count) = slots[index], case .list(let list)? = parts[part] {
            list.elements.prefix(count)
        } else {
            []
        }
    }

    /// The stream of a slot; nil if it is absent.
    func stream(at index: Int) -> RowStream? {
        if case .part(let part, _) = slots[index], case .stream(let stream)? = parts[part] { stream } else { nil }
    }

    /// Whether a section over a slot is rendered.
    ///
    /// - Throws: the error of a row source whose first row is read for this.
    func isTruthy(at index: Int) throws -> Bool {
        if let stream = stream(at: index) { return try stream.hasRows() }
        return slots[index].count != 0
    }
}
