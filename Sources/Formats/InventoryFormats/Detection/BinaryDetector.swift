import JSON

/// Distinguishes binary data from text that is damaged or in another encoding.
enum BinaryDetector {
    /// Whether the beginning of a file is neither UTF-8 nor text with one byte per character.
    ///
    /// A line without NUL bytes is text if it is UTF-8 or Windows-1252: neither has control characters among bytes
    /// that are not UTF-8.
    /// - Parameter isTruncated: whether the file continues.
    static func are(_ bytes: ArraySlice<UInt8>, isTruncated: Bool) -> Bool {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        if line.contains(0) { return true }
        guard !isUTF8(bytes, isTruncated: isTruncated) else { return false }
        let controls = bytes.count { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1A && $0 != 0x1B }
        let isLineText = isUTF8(line, isTruncated: isTruncated && line.endIndex == bytes.endIndex)
        return isLineText ? controls * 16 >= bytes.count : controls > 0
    }

    /// The encoding with two or four bytes per character that bytes without a byte order mark seem to have.
    static func encoding(of bytes: ArraySlice<UInt8>) -> String? {
        let beginning = Array(bytes.prefix(64))
        guard beginning.count >= 8 else { return nil }
        func isEmpty(_ remainder: Int, of step: Int) -> Bool {
            stride(from: remainder, to: beginning.count, by: step).allSatisfy { beginning[$0] == 0 }
        }
        if (0..<4).contains(where: { kept in (0..<4).allSatisfy { $0 == kept || isEmpty($0, of: 4) } }) {
            return beginning.contains { $0 != 0 } ? "UTF-32" : nil
        }
        return isEmpty(0, of: 2) || isEmpty(1, of: 2) ? "UTF-16" : nil
    }

    private static func isUTF8(_ bytes: ArraySlice<UInt8>, isTruncated: Bool) -> Bool {
        ByteView.of(bytes) { bytes in
            guard let invalid = UTF8Validation.firstInvalidIndex(in: bytes.pointer) else { return true }
            // The last character may continue behind the end.
            return isTruncated && invalid >= bytes.count - 3
        }
    }
}
