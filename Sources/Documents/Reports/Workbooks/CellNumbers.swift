import Inventory

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
