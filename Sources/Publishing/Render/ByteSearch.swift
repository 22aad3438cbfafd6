import CByteSearch

/// Finds bytes in bytes.
enum ByteSearch {
    /// Where a pattern first stands at or after a place.
    static func first(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard !pattern.isEmpty, start <= bytes.count else { return nil }
        return bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return nil }
            return byte_search(base + start, buffer.count - start, pattern, pattern.count).map { $0 - base }
        }
    }
}
