import Inventory
import Synchronization

/// Folds the case of texts, for all scripts, over UTF-8.
///
/// Folding is the lower case of the upper case, letter by letter, which makes Σ, σ and ς equal, and ß and SS. It follows
/// the Unicode Character Database of the Swift library; composed and decomposed letters stay different.
enum CaseFolding {
    @inline(__always) static func fold(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    /// A text with its case folded.
    static func folded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.count)
        append(text, to: &folded)
        return folded
    }

    static func append(_ text: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8]) {
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

    /// Whether a letter may have case; the large blocks of Chinese, Japanese and Korean have none.
    @inline(__always) private static func hasCase(_ code: UInt32) -> Bool {
        code < 0x2E80 || (0xA640...0xABFF).contains(code) || code >= 0xFB00
    }

    private static let pages = FoldingPages()
}

/// The folded letters in pages of 256, computed when a letter of a page is first met.
private final class FoldingPages: Sendable {
    private let pages = Mutex<[UInt32: [[UInt8]]]>([:])

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
        return scalar.properties.uppercaseMapping.unicodeScalars.flatMap { Array($0.properties.lowercaseMapping.utf8) }
    }
}
