/// ASCII characters as bytes of UTF-8.
extension UInt8 {
    /// Whether it is one of `0` to `9`.
    @inlinable package var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether it is one of `a` to `z` and `A` to `Z`.
    @inlinable package var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
