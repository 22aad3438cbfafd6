import Synchronization
import _FoundationICU

/// The order of texts in a language (Unicode CLDR, through ICU), with numbers by their value: Å after Z in Swedish, ñ
/// after n in Spanish, Chinese by pinyin, and Box 2 before Box 10.
///
/// A text becomes a byte string that compares byte by byte, so that every database, list and page sorts alike. Only equal
/// texts have equal keys.
package final class Collation: Sendable {
    /// Raised when the keys of a text change, as with the data of another ICU. Keys of earlier generations are then made
    /// again: in a store by the next change, in published folders by the next publication.
    package static let generation = 2

    package let language: String
    // ICU's collators are safe to share once their attributes are set.
    nonisolated(unsafe) let collator: OpaquePointer
    private let weights: [ASCIIWeight]

    private static let known = Mutex<[String: Collation]>([:])

    /// The order of a language (BCP 47), that of the root locale if ICU does not know it.
    package static func of(_ language: String) -> Collation {
        known.withLock { known in
            if let collation = known[language] { return collation }
            let collation = Collation(language)
            known[language] = collation
            return collation
        }
    }

    private init(_ language: String) {
        self.language = language
        var error = U_ZERO_ERROR
        // ICU falls back to the root locale, whose data is always there.
        guard let opened = swift_ucol_open(language.replacing("-", with: "_"), &error), error.rawValue <= 0 else {
            preconditionFailure("ICU has no data for collation")
        }
        swift_ucol_setAttribute(opened, UCOL_NUMERIC_COLLATION, UCOL_ON, &error)
        collator = opened
        weights = ASCIIWeight.table(opened)
    }

    deinit { swift_ucol_close(collator) }

    /// Appends the key of a text.
    package func append(keyOf text: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) {
        if appendFast(keyOf: text, to: &key) { return }
        Collation.append(keyOf: text, by: collator, to: &key)
        // ICU's key has no zero byte. Texts that differ in what it ignores, such as zeros before a number, differ here.
        key.append(0)
        key.append(contentsOf: text)
    }

    /// Appends the key of a location: its names one after the other, so that a place comes before what is in it.
    package func append(keyOfPath path: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) {
        LocationPath.forEachName(path) { name in
            if !appendFast(keyOf: name, to: &key) { Collation.append(keyOf: name, by: collator, to: &key) }
            key.append(0)
        }
        // The end sorts before another name, whose key has no zero byte.
        key.append(0)
        key.append(contentsOf: path)
    }

    /// The key of a text.
    package func key(_ text: String) -> [UInt8] { Array(text.utf8).withUnsafeBufferPointer { key($0) } }

    /// The key of a text; empty for none.
    package func key(_ text: UnsafeBufferPointer<UInt8>?) -> [UInt8] {
        var key: [UInt8] = []
        if let text { append(keyOf: text, to: &key) }
        return key
    }

    /// Sorts values by a text.
    package func sorted<Value>(_ values: some Sequence<Value>, by text: (Value) -> String) -> [Value] {
        values.map { (key: key(text($0)), value: $0) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }

    /// Sorts locations as their items are sorted.
    package func sorted<Value>(_ values: some Sequence<Value>, byPath path: (Value) -> String) -> [Value] {
        values.map { value in
            var key: [UInt8] = []
            Array(path(value).utf8).withUnsafeBufferPointer { append(keyOfPath: $0, to: &key) }
            return (key: key, value: value)
        }.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }

    /// Appends ICU's key without its final zero byte.
    static func append(
        keyOf text: UnsafeBufferPointer<UInt8>, by collator: OpaquePointer, to key: inout [UInt8]
    ) {
        withUnsafeTemporaryAllocation(of: UChar.self, capacity: text.count + 1) { units in
            var (error, count) = (U_ZERO_ERROR, Int32(0))
            text.withMemoryRebound(to: CChar.self) { text in
                _ = swift_u_strFromUTF8WithSub(
                    units.baseAddress, Int32(units.count), &count, text.baseAddress, Int32(text.count), 0xFFFD, nil,
                    &error)
            }
            var room = 4 * Int(count) + 16
            while true {
                let length = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { bytes in
                    let length = Int(
                        swift_ucol_getSortKey(collator, units.baseAddress, count, bytes.baseAddress, Int32(room)))
                    if length <= room { key.append(contentsOf: bytes.prefix(max(length - 1, 0))) }
                    return length
                }
                guard length > room else { return }
                room = length
            }
        }
    }
}

// Keys of ASCII texts without ICU, which takes five to ten times as long: an import makes five keys a row. Tests compare
// the two.
extension Collation {
    /// Appends the key that ICU makes of a text; does nothing and returns false for a text that is left to ICU: with
    /// letters beyond ASCII, or with numbers that begin with 0 or are long.
    ///
    /// The format is that of ICU's `CollationKeys::writeSortKeyUpToQuaternary`: the primary weights, the number of
    /// characters with the common secondary weight, the tertiary weights, of which runs of common ones are counted.
    func appendFast(keyOf text: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) -> Bool {
        guard !weights.isEmpty, !text.isEmpty else { return false }
        let start = key.count
        var (index, count, capitals) = (0, 0, false)
        while index < text.count {
            let byte = text[index]
            if byte &- 0x30 < 10 {
                let length = Collation.digits(text, at: index)
                guard length <= 6, length == 1 || byte != 0x30 else { break }
                let value = text[index..<index + length].reduce(0) { 10 * $0 + Int($1 &- 0x30) }
                append(number: value, to: &key)
                index += length
            } else {
                guard byte < 0x80, weights[Int(byte)].low != 0 else { break }
                let weight = weights[Int(byte)]
                if weight.high != 0 { key.append(weight.high) }
                key.append(weight.low)
                if weight.tertiary != 0 { capitals = true }
                index += 1
            }
            count += 1
        }
        guard index == text.count else {
            key.removeLast(key.count - start)
            return false
        }
        key.append(1)
        Collation.append(commonSecondaries: count, to: &key)
        key.append(1)
        if capitals {
            appendTertiaries(of: text, to: &key)
        } else {
            Collation.append(commonTertiaries: count, to: &key, beforeCapital: false)
        }
        return true
    }

    private func appendTertiaries(of text: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) {
        var (index, common) = (0, 0)
        while index < text.count {
            let byte = text[index]
            if weights[Int(byte)].tertiary != 0 {
                Collation.append(commonTertiaries: common, to: &key, beforeCapital: true)
                common = 0
                key.append(weights[Int(byte)].tertiary)
                index += 1
            } else {
                common += 1
                index += byte &- 0x30 < 10 ? Collation.digits(text, at: index) : 1
            }
        }
        Collation.append(commonTertiaries: common, to: &key, beforeCapital: false)
    }

    private static func digits(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
        var end = start + 1
        while end < text.count, text[end] &- 0x30 < 10 { end += 1 }
        return end - start
    }

    /// Appends the weight of a number of at most six digits (`CollationIterator::appendNumericSegmentCEs`).
    private func append(number: Int, to key: inout [UInt8]) {
        key.append(weights[0x30].low)
        if number < 74 { return key.append(UInt8(2 + number)) }
        var value = number - 74
        if value < 40 * 254 {
            key.append(UInt8(76 + value / 254))
        } else {
            value -= 40 * 254
            key.append(UInt8(116 + value / (254 * 254)))
            key.append(UInt8(2 + value / 254 % 254))
        }
        key.append(UInt8(2 + value % 254))
    }

    private static func append(commonSecondaries count: Int, to key: inout [UInt8]) {
        var rest = count - 1
        while rest >= 33 {
            key.append(0x25)
            rest -= 33
        }
        key.append(UInt8(0x05 + rest))
    }

    private static func append(commonTertiaries count: Int, to key: inout [UInt8], beforeCapital: Bool) {
        guard count > 0 else { return }
        var rest = count - 1
        while rest >= 97 {
            key.append(0x65)
            rest -= 97
        }
        key.append(UInt8(beforeCapital ? 0xC5 - rest : 0x05 + rest))
    }
}

/// The weight of an ASCII character. That of 0 is the first byte of all numbers.
private struct ASCIIWeight {
    /// The first of two bytes of the primary weight, 0 if it has one.
    var high: UInt8 = 0
    /// The last byte of the primary weight, 0 for a character that is left to ICU.
    var low: UInt8 = 0
    /// The tertiary weight, that of capitals; 0 if it is the common one.
    var tertiary: UInt8 = 0

    /// The weights of a language; empty if ASCII texts have other rules in it: letters that sort as one (`aa` in Danish),
    /// or capitals before small letters.
    static func table(_ collator: OpaquePointer) -> [ASCIIWeight] {
        guard !hasASCIIContractions(collator) else { return [] }
        func key(_ byte: UInt8) -> [UInt8] {
            var key: [UInt8] = []
            withUnsafeBytes(of: byte) {
                Collation.append(keyOf: $0.assumingMemoryBound(to: UInt8.self), by: collator, to: &key)
            }
            return key
        }
        let two = key(0x32)
        guard two.dropFirst() == [4, 1, 5, 1, 5] else { return [] }
        var table = [ASCIIWeight](repeating: ASCIIWeight(), count: 0x80)
        table[0x30].low = two[0]
        for byte in UInt8(0x20)..<0x7F where !(0x30...0x39).contains(byte) {
            let key = key(byte)
            guard let end = key.firstIndex(of: 1), (1...2).contains(end) else { return [] }
            guard let tertiary = key.last, key[end...].elementsEqual([1, 5, 1, tertiary]),
                tertiary == 5 || tertiary > 0xC5
            else { return [] }
            table[Int(byte)] = ASCIIWeight(
                high: end == 2 ? key[0] : 0, low: key[end - 1], tertiary: tertiary == 5 ? 0 : tertiary)
        }
        return table
    }

    private static func hasASCIIContractions(_ collator: OpaquePointer) -> Bool {
        var error = U_ZERO_ERROR
        let set = swift_uset_openEmpty()
        defer { swift_uset_close(set) }
        swift_ucol_getContractionsAndExpansions(collator, set, nil, 0, &error)
        var (start, end) = (UChar32(0), UChar32(0))
        var units = [UChar](repeating: 0, count: 64)
        for item in 0..<swift_uset_getItemCount(set) {
            let length = swift_uset_getItem(set, item, &start, &end, &units, Int32(units.count), &error)
            if length >= 2, units.prefix(Int(length)).allSatisfy({ $0 < 0x80 }) { return true }
        }
        return error.rawValue > 0
    }
}
