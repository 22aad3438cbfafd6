/// The parameters of one run, copied into one block of bytes, in the form in which libpq sends them.
///
/// Whole numbers are sent as text, which the server reads as the type that it inferred; texts and byte strings are sent
/// as their bytes.
struct StatementParameters: Equatable {
    /// No parameters.
    static let none = StatementParameters(PlaceholderSQL(""))

    /// A parameter's place in the block; a count of -1 means NULL.
    private struct Slot {
        var start = 0
        var count = -1
        var isBinary = false
        var number: Int64 = 0
    }

    /// The value of a parameter.
    enum Value {
        case null
        case number(Int64)
        case bytes(ArraySlice<UInt8>)
    }

    private let indexes: [Int]
    private var slots: [Slot]
    private var block: [UInt8] = []

    init(_ sql: PlaceholderSQL) {
        indexes = sql.indexes
        slots = Array(repeating: Slot(), count: sql.count)
    }

    /// Sets all parameters to NULL. A block that became very large is given back.
    mutating func removeAll() {
        for index in slots.indices { slots[index] = Slot() }
        block.removeAll(keepingCapacity: block.capacity <= 1 << 20)
    }

    /// Sets a parameter, counted from 1, to NULL. One that does not occur in the statement is ignored.
    mutating func setNull(_ parameter: Int) {
        if let index = index(of: parameter) { slots[index] = Slot() }
    }

    mutating func set(_ parameter: Int, _ number: Int64) {
        guard let index = index(of: parameter) else { return }
        let digits = String(number).utf8
        slots[index] = Slot(start: block.count, count: digits.count, number: number)
        block += digits
        // libpq sends text up to a zero byte.
        block.append(0)
    }

    mutating func set(_ parameter: Int, _ bytes: Span<UInt8>) {
        guard let index = index(of: parameter) else { return }
        slots[index] = Slot(start: block.count, count: bytes.count, isBinary: true)
        bytes.withUnsafeBufferPointer { block.append(contentsOf: $0) }
    }

    private func index(of parameter: Int) -> Int? {
        guard indexes.indices.contains(parameter - 1), indexes[parameter - 1] >= 0 else { return nil }
        return indexes[parameter - 1]
    }

    /// The number of parameters.
    var count: Int { slots.count }

    /// Visits the values, in the statement's order.
    func forEach(_ body: (Value) -> Void) {
        for slot in slots {
            switch (slot.count, slot.isBinary) {
            case (..<0, _): body(.null)
            case (_, false): body(.number(slot.number))
            default: body(.bytes(block[slot.start..<slot.start + slot.count]))
            }
        }
    }

    /// Whether both have the same values. A value that was set twice leaves its former bytes in the block.
    static func == (first: StatementParameters, second: StatementParameters) -> Bool {
        first.slots.count == second.slots.count
            && zip(first.slots, second.slots).allSatisfy { one, other in
                one.count == other.count && one.isBinary == other.isBinary
                    && (one.count <= 0
                        || first.block[one.start..<one.start + one.count]
                            == second.block[other.start..<other.start + other.count])
            }
    }

    /// Calls the body with libpq's four arguments: number of parameters, addresses, lengths and formats.
    func withArguments<Result>(
        _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Result
    ) -> Result {
        block.withUnsafeBytes { block in
            // An empty text still needs an address: none means NULL.
            let empty: StaticString = ""
            let none = UnsafeRawPointer(empty.utf8Start)
            let addresses = slots.map { slot -> UnsafePointer<CChar>? in
                guard slot.count >= 0 else { return nil }
                let start = slot.count == 0 ? none : block.baseAddress.map { $0 + slot.start }
                return start?.assumingMemoryBound(to: CChar.self)
            }
            let lengths = slots.map { Int32(clamping: max(0, $0.count)) }
            let formats = slots.map { Int32($0.isBinary ? 1 : 0) }
            return body(Int32(slots.count), addresses, lengths, formats)
        }
    }
}
