import CXLSX

/// A sheet of a workbook; rows are written from the first to the last. Rows and columns count from 0.
final class Sheet {
    /// The most rows that a sheet holds.
    static let maxRows = 1_048_576

    /// The name on its tab.
    let name: String
    /// The number of texts that were too long for a cell and were cut, as their ending `[…]` shows.
    private(set) var truncatedTextCount = 0
    /// Whether a text has U+FFFD in place of a character that no cell holds.
    var hasReplacement: Bool { text.hasReplaced }
    private let sheet: UnsafeMutablePointer<lxw_worksheet>
    private var text = CellTextEncoder()
    private var widths: [Int: Double] = [:]
    private var hidden: Set<Int> = []

    init(_ sheet: UnsafeMutablePointer<lxw_worksheet>, name: String) {
        self.sheet = sheet
        self.name = name
    }

    /// Writes a text, which stays a text whatever it begins with.
    /// - Throws: `library`, as all methods that write, for example if the row is past the last one or before one that
    ///   is written already.
    func write(
        _ value: some Collection<UInt8>, row: Int, column: Int, _ format: CellFormat? = nil
    ) throws(SpreadsheetError) {
        text.set(value)
        if text.isTruncated { truncatedTextCount += 1 }
        // The library copies the text.
        try check(
            worksheet_write_string(sheet, lxw_row_t(clamping: row), lxw_col_t(column), text.bytes, format?.format))
    }

    /// Writes a text.
    func write(_ value: String, row: Int, column: Int, _ format: CellFormat? = nil) throws(SpreadsheetError) {
        try write(value.utf8, row: row, column: column, format)
    }

    /// Writes a number, of which cells keep 15 digits.
    func write(_ value: Double, row: Int, column: Int, _ format: CellFormat? = nil) throws(SpreadsheetError) {
        try check(
            worksheet_write_number(sheet, lxw_row_t(clamping: row), lxw_col_t(column), value, format?.format))
    }

    /// Writes TRUE or FALSE.
    func write(_ value: Bool, row: Int, column: Int) throws(SpreadsheetError) {
        try check(worksheet_write_boolean(sheet, lxw_row_t(clamping: row), lxw_col_t(column), value ? 1 : 0, nil))
    }

    /// Writes a formula with its result, which programs show until they recalculate.
    func write(
        formula: String, result: Double, row: Int, column: Int, _ format: CellFormat? = nil
    ) throws(SpreadsheetError) {
        try check(
            worksheet_write_formula_num(
                sheet, lxw_row_t(clamping: row), lxw_col_t(column), formula, format?.format, result))
    }

    /// Writes a formula whose result is a number, or an empty text if there is none.
    func write(
        formula: String, result: Double?, row: Int, column: Int, _ format: CellFormat? = nil
    ) throws(SpreadsheetError) {
        if let result {
            return try write(formula: formula, result: result, row: row, column: column, format)
        }
        try check(
            worksheet_write_formula_str(sheet, lxw_row_t(clamping: row), lxw_col_t(column), formula, format?.format, "")
        )
    }

    /// Sets the width of a column in characters, whether it is hidden, and the default format of its cells.
    /// Call before any row.
    func setColumn(_ column: Int, width: Double, isHidden: Bool = false, _ format: CellFormat? = nil) {
        var options = lxw_row_col_options()
        options.hidden = isHidden ? 1 : 0
        widths[column] = width
        if isHidden { hidden.insert(column) }
        _ = worksheet_set_column_opt(sheet, lxw_col_t(column), lxw_col_t(column), width, format?.format, &options)
    }

    /// Makes a row as high as its texts need if they are broken into lines, one text a column. Call before its cells.
    func setHeight(of row: Int, holding texts: [String]) {
        let lines = texts.enumerated().map { column, text in
            let letters = text.unicodeScalars.reduce(0.0) { $0 + ($1.value >= 0x1100 ? 2.2 : 1.15) }
            return (letters / (widths[column] ?? 8.43)).rounded(.up)
        }
        let height = 15 * max(1, lines.max() ?? 1)
        if height > 15 { _ = worksheet_set_row(sheet, lxw_row_t(clamping: row), height, nil) }
    }

    /// Keeps the first rows visible and repeats them on every printed page.
    func repeatHeaderRows(rows: Int) {
        worksheet_freeze_panes(sheet, lxw_row_t(rows), 0)
        _ = worksheet_repeat_rows(sheet, 0, lxw_row_t(rows - 1))
    }

    /// Offers to filter the columns of a table by their headings.
    func filter(rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
        _ = worksheet_autofilter(
            sheet, lxw_row_t(rows.lowerBound), lxw_col_t(columns.lowerBound), lxw_row_t(rows.upperBound),
            lxw_col_t(columns.upperBound))
    }

    /// Repeats the first columns on every printed page.
    func repeatColumns(through last: Int) { _ = worksheet_repeat_columns(sheet, 0, lxw_col_t(last)) }

    /// The most characters that a page is wide if letters stay readable, about 8 points.
    private static let printedWidth = 190.0

    /// Prints on the paper, as wide as the fewest pages on which letters stay readable, with a title above and page numbers
    /// below. Call after the widths of the columns are set.
    func configurePrinting(
        title: String, paper: ReportPaper, isLandscape: Bool, printedColumns: ClosedRange<Int>? = nil
    ) {
        if isLandscape { worksheet_set_landscape(sheet) }
        worksheet_set_paper(sheet, paper == .a4 ? 9 : 1)
        worksheet_set_margins(sheet, 0.5, 0.5, 0.8, 0.7)
        let width = (printedColumns ?? 0...0).filter { !hidden.contains($0) }.reduce(0) { $0 + (widths[$1] ?? 0) }
        worksheet_fit_to_pages(sheet, UInt16(max(1, (width / Sheet.printedWidth).rounded(.up))), 0)
        // `&` begins a code in headers and is doubled; a header has 255 characters at most.
        let plain = title.unicodeScalars.filter { $0.value >= 0x20 }.prefix(60).map { $0 == "&" ? "&&" : String($0) }
        _ = worksheet_set_header(sheet, "&L" + plain.joined())
        _ = worksheet_set_footer(sheet, "&C&P / &N")
    }

    /// Prints these cells only.
    func setPrintArea(rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
        _ = worksheet_print_area(
            sheet, lxw_row_t(rows.lowerBound), lxw_col_t(columns.lowerBound), lxw_row_t(rows.upperBound),
            lxw_col_t(columns.upperBound))
    }

    private func check(_ result: lxw_error) throws(SpreadsheetError) {
        if result == LXW_NO_ERROR { return }
        throw .library(String(cString: lxw_strerror(result)))
    }

    /// A name as tabs can carry it.
    static func name(_ text: String) -> String {
        let plain = text.unicodeScalars.map { "[]:*?/\\'".unicodeScalars.contains($0) || $0.value < 0x20 ? " " : $0 }
        return String(String.UnicodeScalarView(plain.prefix(31)))
    }

    /// The name of cells of this sheet for formulas of others: `'Items'!F2:F9`.
    func reference(_ cells: String) -> String { "'\(name)'!\(cells)" }

    /// The name of a cell or, with `to`, of cells: `F2`, `F2:F9`.
    /// - Parameter isFixed: whether it stays the same cell if the formula is copied to another.
    static func cells(column: Int, row: Int, to last: Int? = nil, isFixed: Bool = false) -> String {
        var letters = ""
        var rest = column
        repeat {
            letters = String(UnicodeScalar(UInt8(65 + rest % 26))) + letters
            rest = rest / 26 - 1
        } while rest >= 0
        if isFixed { return "$\(letters)$\(row + 1)" }
        return "\(letters)\(row + 1)" + (last.map { ":\(letters)\($0 + 1)" } ?? "")
    }
}
