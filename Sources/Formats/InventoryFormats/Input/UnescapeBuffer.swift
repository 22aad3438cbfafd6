/// Memory for the text of a field whose doubled quotes are removed.
struct UnescapeBuffer: ~Copyable {
    private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4096)

    deinit { buffer.deallocate() }

    /// Returns the text with a single quote for each doubled one. The view is valid until the next call.
    mutating func unescape(_ bytes: ByteView) -> ByteView {
        if bytes.count > buffer.count {
            buffer.deallocate()
            buffer = .allocate(capacity: bytes.count)
        }
        var count = 0
        var index = 0
        while index < bytes.count {
            buffer[count] = bytes[index]
            index += bytes[index] == UInt8(ascii: "\"") ? 2 : 1
            count += 1
        }
        return ByteView(UnsafeBufferPointer(rebasing: buffer[..<count]))
    }
}
