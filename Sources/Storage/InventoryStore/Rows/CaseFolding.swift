import Inventory
import Synchronization

/// Texts without regard to case, for all scripts, over UTF-8.
///
/// Folding is lower case of upper case, letter by letter, which makes Σ, σ and ς one, and ß and SS. It follows the
/// Unicode Character Database of the Swift library; composed and decomposed letters stay apart.
package enum CaseFolding {
    /// Below 0 where `one` comes first, 0 only for the same bytes: the plain letters are compared, then the folded texts,
    /// then the bytes. So names stand as dictionaries have them: Ä beside A, É beside E (DIN 5007-1; CLDR's root order of
    /// Latin letters).
    static func compare(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Int32 {
        var index = 0
        let shared = min(one.count, other.count)
        while index < shared {
            let first = one[index]
            let second = other[index]
            guard first | second < 0x80 else { return compareFolded(one, other) }
            let lower = fold(first)
            let upper = fold(second)
            if lower != upper {
                // A letter that is not ASCII may fold into one that is, so what follows cannot decide; this does.
                return lower < upper ? -1 : 1
            }
            index += 1
        }
        if one.count != other.count { return one.count < other.count ? -1 : 1 }
        return compareBytes(one, other)
    }

    package static func compare(_ one: String, _ other: String) -> Int32 {
        Array(one.utf8).withUnsafeBufferPointer { one in
            Array(other.utf8).withUnsafeBufferPointer { other in compare(one, other) }
        }
    }

    private static func compareFolded(
        _ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>
    ) -> Int32 {
        for letters in [Letters.plain, .marked] {
            let order = compare(folded(one, letters), folded(other, letters))
            if order != 0 { return order }
        }
        return compareBytes(one, other)
    }

    private static func compare(_ one: [UInt8], _ other: [UInt8]) -> Int32 {
        one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in compareBytes(one, other) }
        }
    }

    private static func compareBytes(
        _ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>
    ) -> Int32 {
        for index in 0..<min(one.count, other.count) where one[index] != other[index] {
            return one[index] < other[index] ? -1 : 1
        }
        return one.count == other.count ? 0 : one.count < other.count ? -1 : 1
    }

    @inline(__always) static func fold(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    /// A text with the case of its letters taken away.
    static func folded(_ text: UnsafeBufferPointer<UInt8>, _ letters: Letters = .marked) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.count)
        append(text, to: &folded, letters)
        return folded
    }

    static func append(
        _ text: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8], _ letters: Letters = .marked
    ) {
        let pages = letters == .plain ? plainPages : pages
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                folded.append(fold(byte))
                index += 1
                continue
            }
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            guard byte >= 0xC2, index + length <= text.count else {
                folded.append(byte)
                index += 1
                continue
            }
            var code = UInt32(byte) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
            for offset in 1..<length { code = code << 6 | UInt32(text[index + offset] & 0x3F) }
            if hasCase(code) {
                folded.append(contentsOf: pages.fold(code))
            } else {
                for offset in 0..<length { folded.append(text[index + offset]) }
            }
            index += length
        }
    }

    /// Whether a letter may have case at all; the large blocks of Chinese, Japanese and Korean have none.
    @inline(__always) private static func hasCase(_ code: UInt32) -> Bool {
        code < 0x2E80 || (0xA640...0xABFF).contains(code) || code >= 0xFB00
    }

    /// Whether letters keep their marks.
    enum Letters {
        case marked, plain
    }

    private static let pages = FoldingPages(.marked)
    private static let plainPages = FoldingPages(.plain)
}

/// The folded letters, worked out page by page when first met.
private final class FoldingPages: Sendable {
    private let pages = Mutex<[UInt32: [[UInt8]]]>([:])
    private let letters: CaseFolding.Letters

    init(_ letters: CaseFolding.Letters) { self.letters = letters }

    func fold(_ code: UInt32) -> [UInt8] {
        pages.withLock { pages in
            let number = code >> 8
            if let page = pages[number] { return page[Int(code & 0xFF)] }
            let page = (0..<UInt32(256)).map { fold(Unicode.Scalar(number << 8 | $0)) }
            pages[number] = page
            return page[Int(code & 0xFF)]
        }
    }

    private func fold(_ scalar: Unicode.Scalar?) -> [UInt8] {
        guard let scalar else { return [] }
        if letters == .plain {
            // A mark of its own belongs to the letter before it (Combining Diacritical Marks).
            if (0x300...0x36F).contains(scalar.value) { return [] }
            if scalar != "ß", scalar != "ẞ", let base = LatinLetters.base(of: scalar) {
                return Array(base.lowercased().utf8)
            }
        }
        return scalar.properties.uppercaseMapping.unicodeScalars.flatMap { Array($0.properties.lowercaseMapping.utf8) }
    }
}
