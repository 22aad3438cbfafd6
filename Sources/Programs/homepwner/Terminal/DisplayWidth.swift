/// Text that is safe for a terminal: one line, no control characters, a known width.
extension String {
    /// The text with everything that could move the cursor, colour the screen or turn the line around made visible.
    ///
    /// Control characters become their pictures (Unicode chart 2400), line and paragraph separators a return sign,
    /// bidirectional controls (UAX 9) and C1 controls the replacement character.
    var onOneLine: String {
        guard unicodeScalars.contains(where: { DisplayWidth.replacement(of: $0) != nil }) else { return self }
        var text = ""
        for scalar in unicodeScalars { text.unicodeScalars.append(DisplayWidth.replacement(of: scalar) ?? scalar) }
        return text
    }

    /// The text as ``onOneLine`` makes it, but with its line ends and tabs.
    var harmless: String {
        func replacement(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
            scalar == "\n" || scalar == "\t" ? nil : DisplayWidth.replacement(of: scalar)
        }
        guard unicodeScalars.contains(where: { replacement($0) != nil }) else { return self }
        var text = ""
        for scalar in unicodeScalars { text.unicodeScalars.append(replacement(scalar) ?? scalar) }
        return text
    }

    /// The text on one line, cut to the length of a message.
    var shown: String { onOneLine.cut(toWidth: 60) }

    /// The columns the text takes on a terminal.
    var displayWidth: Int {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
        return reduce(0) { $0 + DisplayWidth.columns(of: $1) }
    }

    /// The text, or as much of it as fits `width` columns with an ellipsis at the end.
    func cut(toWidth width: Int) -> String {
        guard displayWidth > width else { return self }
        var text = ""
        var used = 0
        for character in self {
            let columns = DisplayWidth.columns(of: character)
            if used + columns > width - 1 { break }
            text.append(character)
            used += columns
        }
        return width > 0 ? text + "…" : ""
    }

    /// The text followed by spaces up to `width` columns.
    func padded(toWidth width: Int) -> String { self + String(repeating: " ", count: max(0, width - displayWidth)) }
}

/// Widths of characters on a terminal, in columns (UAX 11).
enum DisplayWidth {
    /// Columns of a character: 2 for East Asian wide ones and emoji, 0 for a lone mark, 1 otherwise.
    static func columns(of character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            if scalar.value == 0xFE0F { return 2 }
            width = max(width, columns(of: scalar))
        }
        return character.unicodeScalars.count > 1 && isRegionalIndicator(character) ? 2 : width
    }

    private static func isRegionalIndicator(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
        if wide.contains(where: { $0.contains(scalar.value) }) { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return 1
        }
    }

    /// The blocks whose characters are wide (East Asian Width W and F) or shown as wide pictures.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
        0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1,
        0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
        0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
        0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
        0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x303E,
        0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
        0x1AFF0...0x1B2FF, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A,
        0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA,
        0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440,
        0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A,
        0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC,
        0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D7, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC,
        0x1F7E0...0x1F7EB, 0x1F7F0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF,
        0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
    ]

    /// The replacement for a scalar that must not reach a terminal; nil if the scalar is harmless.
    static func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x00..<0x20: Unicode.Scalar(0x2400 + scalar.value)
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C, 0xFEFF: "\u{FFFD}"
        case 0x2028...0x2029: "\u{23CE}"
        default: nil
        }
    }
}
