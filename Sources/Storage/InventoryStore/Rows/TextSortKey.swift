/// Byte strings that sort texts as dictionaries do: Ä beside A, É beside E, whatever the case (DIN 5007-1; the root order
/// of Latin letters in CLDR).
///
/// A key has three levels, separated by a zero byte, which no text contains: letters without marks and case; letters with
/// marks if there are any; the text itself, or 0xFF if it is all lower case. Comparing keys byte by byte compares level
/// after level, and only equal texts have equal keys.
enum TextSortKey {
    static func key(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var key: [UInt8] = []
        append(text, to: &key)
        return key
    }

    /// Appends the key of a text.
    static func append(_ text: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) {
        let start = key.count
        key.reserveCapacity(start + 2 * text.count + 3)
        var isPlain = true
        var isLower = true
        for byte in text {
            if byte >= 0x80 {
                isPlain = false
                break
            }
            let folded = CaseFolding.fold(byte)
            if folded != byte { isLower = false }
            key.append(folded)
        }
        if isPlain {
            key.append(0)
            key.append(0)
        } else {
            key.removeLast(key.count - start)
            CaseFolding.append(text, to: &key, .plain)
            let marked = CaseFolding.folded(text)
            let hasMarks = !key[start...].elementsEqual(marked)
            isLower = marked.elementsEqual(text)
            key.append(0)
            if hasMarks { key += marked }
            key.append(0)
        }
        if isLower { key.append(0xFF) } else { key.append(contentsOf: text) }
    }

    static func key(_ text: String) -> [UInt8] { Array(text.utf8).withUnsafeBufferPointer(key) }
}

extension CaseFolding {
    /// Compares texts by their sort keys: negative if the first one comes first, 0 only for equal texts.
    package static func compare(_ one: String, _ other: String) -> Int {
        let (key, otherKey) = (TextSortKey.key(one), TextSortKey.key(other))
        if key == otherKey { return 0 }
        return key.lexicographicallyPrecedes(otherKey) ? -1 : 1
    }
}
