import CXLSX

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
