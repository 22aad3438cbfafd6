import Inventory

/// A column of amounts beside a column of their currencies' codes, and formulas that add them up.
struct AmountColumn {
    private let sheet: Sheet
    private let amounts: Int
    private let codes: Int
    /// The rows whose amount is a text, so that no formula can add it.
    private var inexact: [Currency: [Int]] = [:]

    init(_ sheet: Sheet, amounts: Int, codes: Int) {
        (self.sheet, self.amounts, self.codes) = (sheet, amounts, codes)
    }

    /// Writes an amount into a row.
    mutating func write(_ money: Money, row: Int, _ styles: WorkbookStyles) throws(SpreadsheetError) {
        if CellNumbers.number(money) == nil { inexact[money.currency, default: []].append(row) }
        try sheet.write(money, row: row, column: amounts, styles)
    }

    /// Writes the sum of some rows in one currency, onto the same sheet or another.
    ///
    /// Different currencies are never added up. A sum that numbers of a sheet cannot hold, or one of an amount that
    /// they cannot hold, is a text.
    /// - Parameter condition: a formula that is true for the rows that count; nil for all of them.
    /// - Returns: whether it is a number.
    func writeSum(
        _ total: Money, of rows: ClosedRange<Int>, where condition: String? = nil, to other: Sheet, row: Int,
        column: Int,
        _ format: CellFormat
    ) throws(SpreadsheetError) -> Bool {
        let isExact = !inexact[total.currency, default: []].contains(where: rows.contains)
        guard isExact, let result = CellNumbers.number(total) else {
            try other.write(total.amountText, row: row, column: column, format)
            return false
        }
        let values = sheet.reference(column: amounts, rows, from: other)
        let currencies = sheet.reference(column: codes, rows, from: other)
        let (code, decimals) = (total.currency.code, total.currency.fractionDigits)
        let sum =
            if let condition {
                "SUMPRODUCT(\(condition)*(\(currencies)=\"\(code)\"),\(values))"
            } else {
                "SUMIF(\(currencies),\"\(code)\",\(values))"
            }
        try other.write(
            formula: "=ROUND(\(sum),\(decimals))", result: result, row: row, column: column, format)
        return true
    }
}

/// A column of quantities, and formulas that add them up.
struct QuantityColumn {
    private let sheet: Sheet
    private let column: Int
    private var inexact: [Int] = []

    init(_ sheet: Sheet, _ column: Int) { (self.sheet, self.column) = (sheet, column) }

    /// Writes a quantity into a row.
    mutating func write(_ quantity: Quantity, row: Int, _ format: CellFormat? = nil) throws(SpreadsheetError) {
        if CellNumbers.number(quantity) == nil { inexact.append(row) }
        try sheet.write(quantity, row: row, column: column, format)
    }

    /// Writes the sum of some rows, onto the same sheet or another.
    /// - Parameter condition: a formula that is true for the rows that count; nil for all of them.
    func writeSum(
        _ units: Quantity, of rows: ClosedRange<Int>, where condition: String? = nil, to other: Sheet, row: Int,
        column target: Int, _ format: CellFormat
    ) throws(SpreadsheetError) {
        guard !inexact.contains(where: rows.contains), let result = CellNumbers.number(units) else {
            return try other.write(units.description, row: row, column: target, format)
        }
        let values = sheet.reference(column: column, rows, from: other)
        let sum = condition.map { "SUMPRODUCT(\($0)*1,\(values))" } ?? "SUM(\(values))"
        try other.write(formula: "=ROUND(\(sum),6)", result: result, row: row, column: target, format)
    }
}

extension Sheet {
    /// The cells of a column for a formula on a sheet.
    func reference(column: Int, _ rows: ClosedRange<Int>, from other: Sheet) -> String {
        let cells = Sheet.cells(column: column, row: rows.lowerBound, to: rows.upperBound)
        return other === self ? cells : reference(cells)
    }
}

/// Exact values as the numbers of a sheet, which keep 15 digits.
enum CellNumbers {
    private static let bound: Int64 = 1_000_000_000_000_000

    /// The number nearest to a decimal; nil if it has more digits than a sheet keeps.
    static func number(_ value: Int64, fractionDigits: Int) -> Double? {
        guard value > -bound, value < bound else { return nil }
        // Both are exact, so that the quotient is the number nearest to the decimal (IEEE 754).
        var unit: Int64 = 1
        for _ in 0..<fractionDigits { unit *= 10 }
        return Double(value) / Double(unit)
    }

    static func number(_ money: Money) -> Double? {
        number(money.minorUnits, fractionDigits: money.currency.fractionDigits)
    }

    static func number(_ quantity: Quantity) -> Double? {
        var value = quantity.millionths
        var digits = 6
        while digits > 0, value % 10 == 0 {
            value /= 10
            digits -= 1
        }
        return number(value, fractionDigits: digits)
    }

    /// The day as sheets count it; nil before March 1900, because programs differ by a day there.
    static func number(_ day: CalendarDate) -> Double? {
        let serial = Int(day.daysSinceEpoch) + 25_569
        return serial > 60 ? Double(serial) : nil
    }
}

extension Sheet {
    /// Writes an amount.
    func write(_ money: Money, row: Int, column: Int, _ styles: WorkbookStyles) throws(SpreadsheetError) {
        if let number = CellNumbers.number(money) {
            try write(number, row: row, column: column, styles.amount(money.currency))
        } else {
            try write(money.description, row: row, column: column, styles.right)
        }
    }

    func write(_ day: CalendarDate, row: Int, column: Int, _ styles: WorkbookStyles) throws(SpreadsheetError) {
        if let number = CellNumbers.number(day) {
            try write(number, row: row, column: column, styles.date)
        } else {
            try write(day.description, row: row, column: column)
        }
    }

    func write(_ quantity: Quantity, row: Int, column: Int, _ format: CellFormat? = nil) throws(SpreadsheetError) {
        if let number = CellNumbers.number(quantity) {
            try write(number, row: row, column: column, format)
        } else {
            try write(quantity.description, row: row, column: column, format)
        }
    }

    /// Writes the heading row of a table.
    /// - Parameter numbers: the columns of numbers.
    func writeHeadings(
        _ texts: [String], numbers: Set<Int>, centered: Set<Int> = [], row: Int, _ styles: WorkbookStyles
    ) throws(SpreadsheetError) {
        setHeight(of: row, holding: texts)
        for (column, text) in texts.enumerated() {
            let others = centered.contains(column) ? styles.centerHeading : styles.heading
            let format = numbers.contains(column) ? styles.numberHeading : others
            try write(text, row: row, column: column, format)
        }
    }
}
