/// Checks of text bytes.
public enum UTF8Validation {
    /// The index of the first byte that is not well-formed UTF-8 (Unicode 16, table 3-7); nil if all bytes are.
    public static func firstInvalidIndex(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        if isASCII(bytes) { return nil }
        do {
            _ = try UTF8Span(validating: Span(_unsafeElements: bytes))
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    /// Whether every byte is at most 0x7F.
    public static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return true }
        var index = 0
        var seen: UInt64 = 0
        while index &+ 8 <= bytes.count {
            seen |= base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        while index < bytes.count {
            seen |= UInt64(bytes[index])
            index &+= 1
        }
        return seen & 0x8080_8080_8080_8080 == 0
    }

}
