internal import Glibc

extension UnsafeRawBufferPointer {
    /// Where `byte` is first, at `from` or after it.
    func firstIndex(of byte: UInt8, from: Int) -> Int? {
        guard let base = baseAddress, from < count else { return nil }
        return memchr(base + from, Int32(byte), count - from).map { UnsafeRawPointer($0) - base }
    }

    /// Where `mark` begins first, at `from` or after it.
    func firstRange(of mark: [UInt8], from: Int) -> Int? {
        guard let base = baseAddress, let first = mark.first else { return nil }
        let last = count - mark.count
        var from = from
        while from <= last, let found = memchr(base + from, Int32(first), last - from + 1) {
            let start = UnsafeRawPointer(found) - base
            if memcmp(found, mark, mark.count) == 0 {
                return start
            }
            from = start + 1
        }
        return nil
    }

    /// Where `mark` begins last, at `downTo` or after it.
    func lastRange(of mark: [UInt8], downTo: Int) -> Int? {
        guard let base = baseAddress, let final = mark.last else { return nil }
        var start = count - mark.count
        while start >= downTo {
            if self[start + mark.count - 1] == final, memcmp(base + start, mark, mark.count) == 0 {
                return start
            }
            start -= 1
        }
        return nil
    }
}
