/// The value of one slot.
@usableFromInline
enum SlotValue {
    case absent
    /// Text, a number, markup or a trusted URL: bytes in the record's arena, or lent by a row source.
    case bytes(UnsafeBufferPointer<UInt8>)
    case flag(Bool)
    /// A record, list or stream, found among the record's parts; `count` is the number of a list's elements, else 1.
    case part(at: Int, count: Int)

    /// Number of bytes or elements.
    var count: Int {
        switch self {
        case .absent: 0
        case .bytes(let bytes): bytes.count
        case .flag(let flag): flag ? 1 : 0
        case .part(_, let count): count
        }
    }
}

/// A value for each slot of one record, in memory that never moves; the record owns it.
///
/// An array inside a class is checked for overlapping access and for a second owner at every store, which a table's
/// row does for every cell. A renderer that looked up cells through records would count references for every cell.
@usableFromInline
struct Slots<Value> {
    @usableFromInline
    let memory: UnsafeMutableBufferPointer<Value>

    init(repeating value: Value, count: Int) {
        memory = .allocate(capacity: count)
        memory.initialize(repeating: value)
    }

    func deallocate() {
        memory.deinitialize()
        memory.deallocate()
    }

    func setAll(_ value: Value) {
        memory.update(repeating: value)
    }

    /// Takes the values of as many other slots.
    func copy(_ other: Slots<Value>) {
        if let start = memory.baseAddress, let source = other.memory.baseAddress {
            start.update(from: source, count: memory.count)
        }
    }

    var indices: Range<Int> { memory.indices }

    /// Stops the program if the index is of a larger declaration.
    @inlinable
    subscript(index: Int) -> Value {
        @inline(__always) get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: memory.count), "a slot of another declaration")
            return memory[index]
        }
        @inline(__always) nonmutating set {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: memory.count), "a slot of another declaration")
            memory[index] = newValue
        }
    }
}
