import CSupport

/// Finds bytes in bytes, by the C library's own search.
package enum ByteSearch {
    /// Where a pattern first stands at or after a place; nil where it does not, or is empty.
    package static func first(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { first(pattern, in: $0, from: start) }
    }

    /// Where a pattern first stands at or after a place; nil where it does not, or is empty.
    package static func first(_ pattern: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard !pattern.isEmpty, start <= bytes.count, let base = bytes.baseAddress else { return nil }
        return byte_search(base + start, bytes.count - start, pattern, pattern.count).map {
            $0 - UnsafeRawPointer(base)
        }
    }
}
