/// A statement whose parameters `?1`, `?2`… are written as PostgreSQL has them: `$1`, `$2`… without gaps, as the type of
/// a parameter that does not occur cannot be inferred.
struct PlaceholderSQL: Equatable {
    let text: String
    /// The index of each parameter `?N` among those that occur, from 0; -1 for one that does not occur.
    let indexes: [Int]
    /// The number of parameters that occur.
    let count: Int

    init(_ sql: String) {
        var text: [UInt8] = []
        text.reserveCapacity(sql.utf8.count)
        var indexes: [Int] = []
        var count = 0
        var isQuoted = false
        var bytes = sql.utf8.makeIterator()
        var next = bytes.next()
        while let byte = next {
            next = bytes.next()
            if byte == UInt8(ascii: "'") { isQuoted.toggle() }
            guard byte == UInt8(ascii: "?"), !isQuoted else {
                text.append(byte)
                continue
            }
            var number = 0
            while let digit = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit), number < 10_000 {
                number = 10 * number + Int(digit - UInt8(ascii: "0"))
                next = bytes.next()
            }
            guard number > 0 else { continue }
            while indexes.count < number { indexes.append(-1) }
            if indexes[number - 1] < 0 {
                indexes[number - 1] = count
                count += 1
            }
            text += Array("$\(indexes[number - 1] + 1)".utf8)
        }
        self.text = String(decoding: text, as: UTF8.self)
        self.indexes = indexes
        self.count = count
    }
}
