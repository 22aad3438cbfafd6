import CXLSX

/// Text as cells can carry it: XML characters only, at most 32,767 UTF-16 units (Excel's limit).
struct CellTextEncoder {
    /// The end of a text that was too long.
    private static let truncationMark: [UInt8] = Array(" […]".utf8)
    private static let truncationMarkUnits = 4
    private static let maxUTF16Units = 32_767

    /// The text's bytes with a zero behind them.
    private(set) var bytes: [CChar] = []
    /// Whether the last text was cut.
    private(set) var isTruncated = false
    /// Whether a character of any text so far was replaced.
    private(set) var hasReplaced = false

    /// Reads UTF-8. Characters that XML cannot carry (zeros, U+FFFE, U+FFFF) become U+FFFD; the library writes other
    /// control characters in the workbook's own way, `_x0007_` (ECMA-376 part 1, 22.9.2.19), and a text that looks like one is
    /// escaped here.
    mutating func set(_ text: some Collection<UInt8>) {
        bytes.removeAll(keepingCapacity: true)
        isTruncated = false
        let underscore = UInt8(ascii: "_")
        let needsCare =
            text.count > CellTextEncoder.maxUTF16Units || text.contains { $0 == 0 || $0 == 0xEF || $0 == underscore }
        if needsCare {
            setSanitized(text)
        } else {
            bytes.append(contentsOf: text.lazy.map { CChar(bitPattern: $0) })
        }
        bytes.append(0)
    }

    private mutating func setSanitized(_ text: some Collection<UInt8>) {
        var units = 0
        var kept: [UInt8] = []
        var end = 0
        let room = CellTextEncoder.maxUTF16Units - CellTextEncoder.truncationMarkUnits
        let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            units += scalar.value > 0xFFFF ? 2 : 1
            let isForbidden = scalar.value == 0 || scalar.value == 0xFFFE || scalar.value == 0xFFFF
            if isForbidden { hasReplaced = true }
            kept += Array(String(isForbidden ? "\u{FFFD}" : scalar).utf8)
            if scalar == "_", CellTextEncoder.looksEscaped(scalars[index...].prefix(7)) { kept += Array("x005F_".utf8) }
            if units <= room { end = kept.count }
            if units > CellTextEncoder.maxUTF16Units {
                isTruncated = true
                kept = Array(kept[..<end]) + CellTextEncoder.truncationMark
                break
            }
        }
        bytes.append(contentsOf: kept.map { CChar(bitPattern: $0) })
    }

    /// Whether a text reads as a character written as `_xHHHH_`.
    private static func looksEscaped(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
        let places = Array(text)
        return places.count == 7 && places[1] == "x" && places[6] == "_"
            && places[2...5].allSatisfy { $0.properties.isASCIIHexDigit }
    }

    /// A text as cells can carry it, with a zero at its end.
    static func cString(_ text: String) -> [CChar] {
        var cell = CellTextEncoder()
        cell.set(text.utf8)
        return cell.bytes
    }
}

/// The look of cells: emphasis, number format, alignment.
struct CellStyle: Hashable, Sendable {
    /// Heavy letters.
    var isBold = false
    /// A shaded ground with a line below, for headings.
    var isHeading = false
    /// A line above, for totals.
    var isTotal = false
    /// Long texts are broken into lines.
    var isWrapped = false
    /// The alignment; nil for texts at the left and numbers at the right.
    var alignment: Alignment?
    /// The number format (ECMA-376 part 1, 18.8.30), such as `#,##0.00`.
    var numbers: String?
    /// The size of the letters in points; nil for the usual one.
    var size: Double?

    /// The side of a cell at which its content is.
    enum Alignment: Sendable {
        case left, center, right
    }

    /// Plain cells.
    init(numbers: String? = nil, isBold: Bool = false) {
        self.numbers = numbers
        self.isBold = isBold
    }

    func apply(to format: UnsafeMutablePointer<lxw_format>?) {
        if isBold || isHeading || isTotal { format_set_bold(format) }
        switch alignment {
        case .left: format_set_align(format, UInt8(LXW_ALIGN_LEFT.rawValue))
        case .center: format_set_align(format, UInt8(LXW_ALIGN_CENTER.rawValue))
        case .right:
            format_set_align(format, UInt8(LXW_ALIGN_RIGHT.rawValue))
            // A text at the left of the next column does not touch the number.
            format_set_indent(format, 1)
        case nil: break
        }
        if isWrapped { format_set_text_wrap(format) }
        if let numbers { format_set_num_format(format, numbers) }
        if let size { format_set_font_size(format, size) }
        if isHeading {
            format_set_text_wrap(format)
            format_set_bg_color(format, 0xE8EDF2)
            format_set_bottom(format, UInt8(LXW_BORDER_THIN.rawValue))
        }
        if isTotal { format_set_top(format, UInt8(LXW_BORDER_THIN.rawValue)) }
    }
}

/// A format of a workbook; valid as long as the workbook.
struct CellFormat {
    let format: UnsafeMutablePointer<lxw_format>?

    init(_ format: UnsafeMutablePointer<lxw_format>?) { self.format = format }
}
