/// Code points past ASCII that a format cannot carry.
enum Noncharacter {
    /// Whether the well-formed sequence is a C1 control or a noncharacter (HTML), or U+FFFE or U+FFFF (XML 1.0, [2]).
    static func starts(_ bytes: UnsafePointer<UInt8>, _ length: Int, isHTML: Bool) -> Bool {
        switch length {
        case 2: return isHTML && bytes[0] == 0xC2 && bytes[1] < 0xA0
        case 3:
            if bytes[0] != 0xEF { return false }
            if bytes[1] == 0xBF { return bytes[2] >= 0xBE }
            return isHTML && bytes[1] == 0xB7 && (0x90...0xAF).contains(bytes[2])
        default: return isHTML && bytes[1] & 0x0F == 0x0F && bytes[2] == 0xBF && bytes[3] >= 0xBE
        }
    }
}
