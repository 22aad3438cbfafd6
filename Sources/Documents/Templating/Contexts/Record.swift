/// The values of one context: a slot for each declared name, filled and reused for row after row.
///
///     let report = Record(declaration)
///     report.set(title, text: "Home inventory")
///     report.set(items, stream: rows)
///     try template.render(report, into: &file)
///
/// A record must not be used by two threads at once. Filling a slot of another kind than it was declared with stops
/// the program.
public final class Record {
    /// The names and types of this record.
    public let declaration: ContextDeclaration
    @usableFromInline
    let slots: Slots<SlotValue>
    private var arena = ByteArena()
    /// The values that stay when the record is cleared, and the memory of their texts; nil if none do.
    private var kept: (slots: Slots<SlotValue>, arena: ByteArena)?
    /// The record, list or stream of each slot, once one was needed; nothing if the declaration has none.
    let parts: Slots<Part?>

    enum Part {
        case record(Record)
        case list(RecordList)
        case stream(RowStream)
    }

    /// A record with every slot absent.
    public init(_ declaration: ContextDeclaration) {
        self.declaration = declaration
        slots = Slots(repeating: .absent, count: declaration.fields.count)
        parts = Slots(repeating: nil, count: declaration.hasParts ? declaration.fields.count : 0)
    }

    /// A record of no declaration, with absent slots.
    init(absentSlots count: Int) {
        declaration = ContextDeclaration([], unknown: [])
        slots = Slots(repeating: .absent, count: count)
        parts = Slots(repeating: nil, count: 0)
    }

    deinit {
        slots.deallocate()
        parts.deallocate()
        kept?.slots.deallocate()
    }

    /// Makes every slot absent and reuses the memory of the values.
    public func clear() {
        if let kept { slots.copy(kept.slots) } else { slots.setAll(.absent) }
        arena.clear()
    }

    /// Whether some values stay when the record is cleared.
    package var keepsValues: Bool { kept != nil }

    /// Lets the present values stay when the record is cleared: texts, numbers and flags that are the same in every row.
    package func keepValues() {
        precondition(kept == nil, "a record keeps the values of one moment")
        let copy = Slots(repeating: SlotValue.absent, count: declaration.fields.count)
        copy.copy(slots)
        kept = (copy, arena)
        arena = ByteArena()
    }

    /// Makes one slot absent: falsey in sections, nothing when it is printed, `null` in JSON.
    public func setAbsent(_ slot: ContextDeclaration.Slot) {
        slots[slot.index] = .absent
    }

    /// Sets a text or number slot from a string, which is copied; nil makes the slot absent.
    ///
    /// For a number slot the string is the number as it is to be printed.
    public func set(_ slot: ContextDeclaration.Slot, text: String?) {
        guard let text else { return setAbsent(slot) }
        set(slot, text: text)
    }

    /// Sets a text or number slot from a string, which is copied.
    public func set(_ slot: ContextDeclaration.Slot, text: String) {
        precondition(slot.kind == .text || slot.kind == .number, "this slot holds neither text nor a number")
        slots[slot.index] = arena.copy(text.utf8Span.span)
    }

    /// Sets a text or number slot to bytes of UTF-8 that stay valid until the next row or the end of the rendering.
    @inlinable
    @inline(__always)
    public func set(_ slot: ContextDeclaration.Slot, borrowing bytes: UnsafeBufferPointer<UInt8>) {
        precondition(slot.kind == .text || slot.kind == .number, "this slot holds neither text nor a number")
        slots[slot.index] = .bytes(bytes)
    }

    /// Sets a text or number slot to bytes of UTF-8, which are copied.
    public func set(_ slot: ContextDeclaration.Slot, copying bytes: UnsafeBufferPointer<UInt8>) {
        precondition(slot.kind == .text || slot.kind == .number, "this slot holds neither text nor a number")
        slots[slot.index] = arena.copy(bytes.span)
    }

    /// Sets a number slot to an integer.
    public func set(_ slot: ContextDeclaration.Slot, number: Int64) {
        write(slot) { $0.write(number) }
    }

    /// Sets a flag.
    @inlinable
    public func set(_ slot: ContextDeclaration.Slot, flag: Bool) {
        precondition(slot.kind == .flag, "this slot holds no flag")
        slots[slot.index] = .flag(flag)
    }

    /// Sets a markup slot, which is printed as it is.
    public func set(_ slot: ContextDeclaration.Slot, markup: Markup) {
        precondition(slot.kind == .markup, "this slot holds no markup")
        slots[slot.index] = arena.copy(markup.text.utf8Span.span)
    }

    /// Sets a slot to a URL that is not checked further.
    public func set(_ slot: ContextDeclaration.Slot, url: TrustedURL) {
        precondition(slot.kind == .trustedURL, "this slot holds no trusted URL")
        slots[slot.index] = arena.copy(url.text.utf8Span.span)
    }

    /// Writes the value of a text or number slot straight into the record's memory.
    public func write(_ slot: ContextDeclaration.Slot, _ body: (inout ByteWriter) throws -> Void) rethrows {
        precondition(slot.kind == .text || slot.kind == .number, "this slot holds neither text nor a number")
        var writer = ByteWriter(arena)
        try body(&writer)
        slots[slot.index] = writer.finish()
    }

    /// Sets a text or number slot to the bytes that `body` writes into memory for `capacity` bytes; it returns how many.
    public func set(
        _ slot: ContextDeclaration.Slot, capacity: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int
    ) {
        precondition(slot.kind == .text || slot.kind == .number, "this slot holds neither text nor a number")
        guard let room = arena.room(for: max(capacity, 1)).baseAddress else { return }
        let count = body(room)
        precondition(count <= capacity, "more was written than there was room for")
        slots[slot.index] = arena.take(count)
    }

    /// Sets a text or number slot to the value of another slot of the record.
    public func set(_ slot: ContextDeclaration.Slot, sameAs other: ContextDeclaration.Slot) {
        precondition(slot.kind == .text || slot.kind == .number, "this slot holds neither text nor a number")
        precondition(other.kind == .text || other.kind == .number, "that slot holds neither text nor a number")
        slots[slot.index] = slots[other.index]
    }

    /// Copies text that was lent by a row source into the record's own memory.
    func copyBorrowedText() {
        for index in slots.indices {
            switch slots[index] {
            case .bytes(let bytes) where [.text, .number].contains(declaration.kinds[index]):
                slots[index] = arena.copy(bytes.span)
            case .part(let part, _):
                switch parts[part] {
                case .record(let record)?: record.copyBorrowedText()
                case .list(let list)?: list.copyBorrowedText()
                case .stream?, nil: break
                }
            case .bytes, .flag, .absent: break
            }
        }
    }
}

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
        let list = list(slot)
        if case .absent = slots[slot.index] { list.count = 0 }
        let element = list.append()
        slots[slot.index] = .part(at: slot.index, count: list.count)
        return element
    }

    /// Makes a list in memory one of `count` elements, each cleared.
    package func elements(of slot: ContextDeclaration.Slot, count: Int) -> ArraySlice<Record> {
        let list = list(slot)
        list.count = 0
        for _ in 0..<count { _ = list.append() }
        slots[slot.index] = .part(at: slot.index, count: count)
        return list.elements.prefix(count)
    }

    private func list(_ slot: ContextDeclaration.Slot) -> RecordList {
        precondition(slot.kind == .list, "this slot holds no list")
        if case .list(let used)? = parts[slot.index] { return used }
        let list = RecordList(innerDeclaration(slot))
        parts[slot.index] = .list(list)
        return list
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

/// The elements of a list in memory. Records that a shorter list does not need are kept for the next one.
final class RecordList {
    private let declaration: ContextDeclaration
    private(set) var elements: [Record] = []
    var count = 0

    init(_ declaration: ContextDeclaration) {
        self.declaration = declaration
    }

    /// A further element, cleared.
    func append() -> Record {
        if count < elements.count {
            elements[count].clear()
        } else {
            elements.append(Record(declaration))
        }
        count += 1
        return elements[count - 1]
    }

    /// Copies text that was lent by a row source.
    func copyBorrowedText() {
        for element in elements.prefix(count) { element.copyBorrowedText() }
    }
}
