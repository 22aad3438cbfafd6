import Glibc

/// Finds bytes in bytes.
enum ByteSearch {
    /// Where a pattern first stands at or after a place.
    static func first(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard let first = pattern.first, start <= bytes.count else { return nil }
        return bytes.withUnsafeBytes { buffer in
            pattern.withUnsafeBytes { pattern in
                guard let base = buffer.baseAddress, let key = pattern.baseAddress else { return nil }
                var place = start
                while place + pattern.count <= buffer.count {
                    let room = buffer.count - pattern.count + 1 - place
                    guard let found = memchr(base + place, Int32(first), room) else { return nil }
                    if memcmp(found, key, pattern.count) == 0 { return UnsafeRawPointer(found) - base }
                    place = UnsafeRawPointer(found) - base + 1
                }
                return nil
            }
        }
    }
}
