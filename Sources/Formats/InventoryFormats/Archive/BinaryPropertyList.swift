import Inventory

/// Apple's binary property list, version 00 (CFBinaryPList.c): values, then a table of their offsets, then a trailer.
///
/// Every offset and every sum is checked: any bytes lead to a value or an error.
struct BinaryPropertyList: PropertyList {
    private let bytes: [UInt8]
    private let count: Int
    private let offsetSize: Int
    private let referenceSize: Int
    private let table: Int
    let root: Int

    init(_ bytes: [UInt8]) throws(PropertyListError) {
        self.bytes = bytes
        guard bytes.count >= 8 + 32, bytes.starts(with: "bplist0".utf8) else {
            throw .cutOff
        }
        let trailer = bytes.count - 32
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw .damagedTrailer
        }
        func number(_ start: Int) -> UInt64 { bytes[start..<(start + 8)].reduce(0) { $0 << 8 | UInt64($1) } }
        guard let count = Int(exactly: number(trailer + 8)), let root = Int(exactly: number(trailer + 16)),
            let table = Int(exactly: number(trailer + 24)), count > 0, root < count, table >= 8, table <= trailer,
            count <= (trailer - table) / offsetSize
        else { throw .damagedOffsetTable }
        (self.count, self.root, self.table) = (count, root, table)
    }

    /// A big-endian number of up to 8 bytes.
    private func number(at start: Int, size: Int) throws(PropertyListError) -> UInt64 {
        guard start >= 8, size >= 1, start <= table - size || (start >= table && start <= bytes.count - 32 - size)
        else {
            throw .outOfBounds
        }
        var value: UInt64 = 0
        for index in start..<(start + size) { value = value << 8 | UInt64(bytes[index]) }
        return value
    }

    func reference(_ references: PropertyListReferences, at place: Int) throws(PropertyListError) -> Int {
        guard place >= 0, place < references.count,
            let index = Int(exactly: try number(at: references.start + place * referenceSize, size: referenceSize)),
            index < count
        else { throw .danglingReference }
        return index
    }

    func node(_ index: Int) throws(PropertyListError) -> PropertyListNode {
        guard index >= 0, index < count,
            let place = Int(exactly: try number(at: table + index * offsetSize, size: offsetSize)), place >= 8,
            place < table
        else { throw .danglingReference }
        let marker = bytes[place]
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0: return try simple(marker)
        case 0x1: return .integer(try integer(at: place + 1, power: low))
        case 0x2: return .real(try real(at: place + 1, power: low))
        case 0x3:
            guard low == 3 else { throw .damagedDate }
            return .date(try real(at: place + 1, power: 3))
        case 0x4:
            _ = try span(place, low, unit: 1)
            return .data
        case 0x5: return .string(try ascii(try span(place, low, unit: 1)))
        case 0x6: return .string(try utf16(try span(place, low, unit: 2)))
        case 0x8:
            guard let uid = Int(exactly: try number(at: place + 1, size: min(low + 1, 8))), low < 8 else {
                throw .damagedReference
            }
            return .uid(uid)
        case 0xA, 0xC:
            let span = try span(place, low, unit: referenceSize)
            return .array(PropertyListReferences(start: span.start, count: span.count))
        case 0xD:
            let span = try span(place, low, unit: 2 * referenceSize)
            return .dictionary(
                keys: PropertyListReferences(start: span.start, count: span.count),
                values: PropertyListReferences(start: span.start + span.count * referenceSize, count: span.count))
        default: throw .unknownValue
        }
    }

    private func simple(_ marker: UInt8) throws(PropertyListError) -> PropertyListNode {
        switch marker {
        case 0x00: .null
        case 0x08: .bool(false)
        case 0x09: .bool(true)
        default: throw .unknownValue
        }
    }

    /// Whole numbers of 1, 2 and 4 bytes are not negative; those of 8 bytes are two's complement, of 16 are too large.
    private func integer(at start: Int, power: Int) throws(PropertyListError) -> Int64 {
        switch power {
        case 0...2: return Int64(try number(at: start, size: 1 << power))
        case 3: return Int64(bitPattern: try number(at: start, size: 8))
        case 4:
            let high = try number(at: start, size: 8)
            let low = try number(at: start + 8, size: 8)
            let value = Int64(bitPattern: low)
            guard high == (value < 0 ? .max : 0) else {
                throw .integerTooLarge
            }
            return value
        default: throw .integerTooLarge
        }
    }

    private func real(at start: Int, power: Int) throws(PropertyListError) -> Double {
        switch power {
        case 2: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: try number(at: start, size: 4))))
        case 3: return Double(bitPattern: try number(at: start, size: 8))
        default: throw .damagedReal
        }
    }

    /// Returns the offset and the number of the contents of a value.
    private func span(_ place: Int, _ low: Int, unit: Int) throws(PropertyListError) -> PropertyListReferences {
        var start = place + 1
        var count = low
        if low == 0x0F {
            guard start < table, bytes[start] >> 4 == 0x1, bytes[start] & 0x0F <= 3 else {
                throw .damagedLength
            }
            let size = 1 << Int(bytes[start] & 0x0F)
            guard let long = Int(exactly: try number(at: start + 1, size: size)) else {
                throw .damagedLength
            }
            count = long
            start += 1 + size
        }
        guard start <= table, count <= (table - start) / unit else {
            throw .outOfBounds
        }
        return PropertyListReferences(start: start, count: count)
    }

    private func ascii(_ span: PropertyListReferences) throws(PropertyListError) -> String {
        guard span.count <= Item.textLimit else { throw .textTooLong }
        let text = bytes[span.start..<(span.start + span.count)]
        guard text.allSatisfy({ $0 < 0x80 }) else { throw .notASCII }
        return String(decoding: text, as: UTF8.self)
    }

    private func utf16(_ span: PropertyListReferences) throws(PropertyListError) -> String {
        guard span.count <= Item.textLimit else { throw .textTooLong }
        var units: [UInt16] = []
        units.reserveCapacity(span.count)
        for place in 0..<span.count {
            let index = span.start + 2 * place
            units.append(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw .notUTF16
        }
        return text
    }
}
