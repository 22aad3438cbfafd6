/// The values of one context: a slot for each declared name, filled and used again for row after row.
///
///     let report = Record(declaration)
///     report.set(title, text: "Home inventory")
///     report.set(items, stream: rows)
///     try template.render(report, into: &file)
///
/// A record is not to be touched by two threads at once. Filling a slot of another kind than it was declared with
/// stops the program.
public final class Record {
    /// The names and types of this record.
    public let declaration: ContextDeclaration
    @usableFromInline
    let slots: UnsafeMutablePointer<SlotValue>
    @usableFromInline
    let slotCount: Int
    /// Behind a pointer, since checking a class's property for overlapping access would cost more than the access.
    @usableFromInline
    let arena: UnsafeMutablePointer<ByteArena>
    /// The record, list or source behind each slot, retained, once one was needed.
    private let parts: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    /// A record with every slot absent.
    public init(_ declaration: ContextDeclaration) {
        self.declaration = declaration
        slotCount = declaration.fields.count
        slots = .allocate(capacity: slotCount)
        slots.initialize(repeating: SlotValue(), count: slotCount)
        arena = .allocate(capacity: 1)
        arena.initialize(to: ByteArena())
        parts = .allocate(capacity: slotCount)
        parts.initialize(repeating: nil, count: slotCount)
    }

    deinit {
        for index in 0..<slotCount {
            if let part = parts[index] { Unmanaged<AnyObject>.fromOpaque(part).release() }
        }
        parts.deallocate()
        slots.deallocate()
        arena.deinitialize(count: 1)
        arena.deallocate()
    }

    /// Makes every slot absent and takes back the memory of what was written.
    public func clear() {
        for index in 0..<slotCount { slots[index] = SlotValue() }
        arena.pointee.clear()
    }

    /// Makes one slot absent: falsey in sections, nothing where it is printed, `null` in JSON.
    public func setAbsent(_ slot: ContextDeclaration.Slot) {
        self[slot.index] = SlotValue()
    }

    /// Sets text, number or markup slots from a string, which is copied; nil makes the slot absent.
    ///
    /// For a number slot the string is the number as it is to be printed.
    public func set(_ slot: ContextDeclaration.Slot, text: String?) {
        guard let text else { return setAbsent(slot) }
        set(slot, text: text)
    }

    /// Sets a text or number slot from a string, which is copied.
    @inlinable
    public func set(_ slot: ContextDeclaration.Slot, text: String) {
        if text.utf8.withContiguousStorageIfAvailable({ set(slot, copying: $0) }) == nil { set(slot, bridged: text) }
    }

    @usableFromInline
    func set(_ slot: ContextDeclaration.Slot, bridged text: String) {
        var copy = text
        copy.withUTF8 { set(slot, copying: $0) }
    }

    /// Sets a text or number slot to bytes of UTF-8 that stay where they are until the next row or the rendering's end.
    @inlinable
    @inline(__always)
    public func set(_ slot: ContextDeclaration.Slot, borrowing bytes: UnsafeBufferPointer<UInt8>) {
        precondition(slot.kind == .text || slot.kind == .number, "this slot holds neither text nor a number")
        self[slot.index] = SlotValue(base: UnsafeRawPointer(bytes.baseAddress) ?? SlotValue.present, count: bytes.count)
    }

    /// Sets a text or number slot to bytes of UTF-8, which are copied.
    public func set(_ slot: ContextDeclaration.Slot, copying bytes: UnsafeBufferPointer<UInt8>) {
        precondition(slot.kind == .text || slot.kind == .number, "this slot holds neither text nor a number")
        store(slot.index, bytes)
    }

    /// Sets a number slot to an integer.
    public func set(_ slot: ContextDeclaration.Slot, number: Int64) {
        write(slot) { $0.write(number) }
    }

    /// Sets a flag.
    @inlinable
    public func set(_ slot: ContextDeclaration.Slot, flag: Bool) {
        precondition(slot.kind == .flag, "this slot holds no flag")
        self[slot.index] = SlotValue(base: SlotValue.present, count: flag ? 1 : 0)
    }

    /// Sets a markup slot, which is printed as it is.
    public func set(_ slot: ContextDeclaration.Slot, markup: Markup) {
        precondition(slot.kind == .markup, "this slot holds no markup")
        var text = markup.text
        text.withUTF8 { store(slot.index, $0) }
    }

    /// Sets a slot to a URL that is not looked at further.
    public func set(_ slot: ContextDeclaration.Slot, url: TrustedURL) {
        precondition(slot.kind == .trustedURL, "this slot holds no trusted URL")
        var text = url.text
        text.withUTF8 { store(slot.index, $0) }
    }

    /// Writes the value of a text or number slot straight into the record's memory.
    public func write(_ slot: ContextDeclaration.Slot, _ body: (inout ByteWriter) throws -> Void) rethrows {
        precondition(slot.kind == .text || slot.kind == .number, "this slot holds neither text nor a number")
        var writer = ByteWriter(self)
        try body(&writer)
        arena.pointee.take(writer.count)
        self[slot.index] = SlotValue(base: UnsafeRawPointer(writer.base), count: writer.count)
    }

    /// Sets a text or number slot to what `body` writes into `capacity` bytes; it returns how many it used.
    @inlinable
    @inline(__always)
    public func set(
        _ slot: ContextDeclaration.Slot, capacity: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int
    ) {
        precondition(slot.kind == .text || slot.kind == .number, "this slot holds neither text nor a number")
        let address = arena.pointee.room(for: capacity)
        let count = body(address)
        precondition(count <= capacity, "more was written than there was room for")
        arena.pointee.take(count)
        self[slot.index] = SlotValue(base: UnsafeRawPointer(address), count: count)
    }

    /// Sets a text or number slot to what another slot of the record holds.
    public func set(_ slot: ContextDeclaration.Slot, sameAs other: ContextDeclaration.Slot) {
        precondition(slot.kind == .text || slot.kind == .number, "this slot holds neither text nor a number")
        precondition(other.kind == .text || other.kind == .number, "that slot holds neither text nor a number")
        self[slot.index] = self[other.index]
    }

    /// Makes the record behind one slot stand behind another too, which declares the same names.
    ///
    /// Until the record is cleared neither is to be filled again.
    public func set(_ slot: ContextDeclaration.Slot, sameRecordAs other: ContextDeclaration.Slot) {
        precondition(slot.kind == .record && other.kind == .record, "these slots do not both hold records")
        self[slot.index] = self[other.index]
    }

    /// The record behind a slot, cleared and present from now on.
    @discardableResult
    public func record(_ slot: ContextDeclaration.Slot) -> Record {
        present(slot).takeUnretainedValue()
    }

    /// Fills the record behind a slot, cleared and present from now on; quicker than ``record(_:)`` row after row.
    public func fill(_ slot: ContextDeclaration.Slot, _ body: (Record) throws -> Void) rethrows {
        try present(slot)._withUnsafeGuaranteedRef { try body($0) }
    }

    private func present(_ slot: ContextDeclaration.Slot) -> Unmanaged<Record> {
        precondition(slot.kind == .record && slot.index < slotCount, "this slot holds no record")
        let record: Unmanaged<Record>
        if let used = parts[slot.index] {
            record = .fromOpaque(used)
            record._withUnsafeGuaranteedRef { $0.clear() }
        } else {
            record = .passRetained(Record(innerDeclaration(slot)))
            parts[slot.index] = record.toOpaque()
        }
        self[slot.index] = SlotValue(base: UnsafeRawPointer(record._withUnsafeGuaranteedRef { $0.slots }), count: 1)
        return record
    }

    private func innerDeclaration(_ slot: ContextDeclaration.Slot) -> ContextDeclaration {
        switch declaration.fields[slot.index].type {
        case .record(let inner), .list(let inner), .stream(let inner): inner
        case .text, .number, .flag, .markup, .trustedURL: preconditionFailure("nothing is declared inside this slot")
        }
    }

    /// A further element of a list in memory, cleared.
    ///
    /// The list is empty until the first call after ``clear()``.
    public func append(to slot: ContextDeclaration.Slot) -> Record {
        appended(slot).takeUnretainedValue()
    }

    /// Fills a further element of a list in memory, cleared; quicker than ``append(to:)`` row after row.
    public func append(to slot: ContextDeclaration.Slot, _ body: (Record) throws -> Void) rethrows {
        try appended(slot)._withUnsafeGuaranteedRef { try body($0) }
    }

    private func appended(_ slot: ContextDeclaration.Slot) -> Unmanaged<Record> {
        precondition(slot.kind == .list && slot.index < slotCount, "this slot holds no list")
        let list: Unmanaged<RecordList>
        if let used = parts[slot.index] {
            list = .fromOpaque(used)
        } else {
            list = .passRetained(RecordList(innerDeclaration(slot)))
            parts[slot.index] = list.toOpaque()
        }
        return list._withUnsafeGuaranteedRef { list in
            if slots[slot.index].base == nil { list.count = 0 }
            let element = list.append()
            self[slot.index] = SlotValue(base: UnsafeRawPointer(list.rows), count: list.count)
            return element
        }
    }

    /// Makes a list in memory empty, which is falsey.
    public func setEmpty(_ slot: ContextDeclaration.Slot) {
        precondition(slot.kind == .list, "this slot holds no list")
        self[slot.index] = SlotValue()
    }

    /// Puts a source of rows behind a stream slot.
    public func set(_ slot: ContextDeclaration.Slot, stream source: some RowSource) {
        precondition(declaration.kinds[slot.index] == .stream, "this slot holds no stream")
        let box = Unmanaged<RowStream>.passRetained(TypedRowStream(source, innerDeclaration(slot))).toOpaque()
        if let former = parts[slot.index] { Unmanaged<AnyObject>.fromOpaque(former).release() }
        parts[slot.index] = box
        self[slot.index] = SlotValue(base: UnsafeRawPointer(box), count: 1)
    }

    /// Copies every text into the record's own memory.
    func keepBorrowed() {
        for (index, kind) in declaration.kinds.enumerated() where slots[index].base != nil {
            switch kind {
            case .text, .number:
                let bytes = slots[index].base?.assumingMemoryBound(to: UInt8.self)
                if slots[index].count > 0 { store(index, UnsafeBufferPointer(start: bytes, count: slots[index].count)) }
            case .record:
                if let part = parts[index] { Unmanaged<Record>.fromOpaque(part).takeUnretainedValue().keepBorrowed() }
            case .list:
                if let part = parts[index] {
                    Unmanaged<RecordList>.fromOpaque(part).takeUnretainedValue().keepBorrowed()
                }
            case .flag, .markup, .trustedURL, .stream:
                break
            }
        }
    }

    private func store(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else {
            self[index] = SlotValue(base: SlotValue.present, count: 0)
            return
        }
        let address = arena.pointee.copy(source, bytes.count)
        self[index] = SlotValue(base: UnsafeRawPointer(address), count: bytes.count)
    }

    @inlinable
    @inline(__always)
    subscript(index: Int) -> SlotValue {
        get { slots[index] }
        set {
            precondition(index < slotCount, "this slot is of another declaration")
            slots[index] = newValue
        }
    }
}

/// What one slot holds, as plain memory: where its bytes, inner record, rows or source are.
@usableFromInline
struct SlotValue {
    /// Nil where the value is absent.
    @usableFromInline
    var base: UnsafeRawPointer?
    /// Bytes of text, rows of a list, 1 or 0 of a flag.
    @usableFromInline
    var count: Int

    @inlinable
    init(base: UnsafeRawPointer? = nil, count: Int = 0) {
        self.base = base
        self.count = count
    }

    /// Stands for "present" where there are no bytes to point at.
    @inlinable
    static var present: UnsafeRawPointer { UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped }
}
