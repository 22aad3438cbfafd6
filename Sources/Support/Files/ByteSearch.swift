import CSupport

/// Searches bytes for a sequence of bytes (memmem of the C library, which Swift does not import).
package enum ByteSearch {
    /// The index of the first occurrence of a pattern at or after `start`; nil for none or the pattern is empty.
    package static func first(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        first(pattern, in: bytes.span, from: start)
    }

    /// The index of the first occurrence of a pattern at or after `start`; nil for none or the pattern is empty.
    package static func first(_ pattern: [UInt8], in bytes: Span<UInt8>, from start: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            guard !pattern.isEmpty, start <= bytes.count, let base = bytes.baseAddress else { return nil }
            return csupport_find(base + start, bytes.count - start, pattern, pattern.count).map { $0 - base }
        }
    }

    /// The index of the last occurrence of a pattern at or after `start`; nil for none or the pattern is empty.
    package static func last(_ pattern: [UInt8], in bytes: Span<UInt8>, from start: Int) -> Int? {
        guard let final = pattern.last else { return nil }
        var index = bytes.count - pattern.count
        while index >= start {
            // Comparing one byte first makes long runs of other bytes cheap.
            if bytes[index + pattern.count - 1] == final,
                pattern.indices.allSatisfy({ bytes[index + $0] == pattern[$0] })
            {
                return index
            }
            index -= 1
        }
        return nil
    }
}
