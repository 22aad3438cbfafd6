import Inventory

/// The value of a cell under the rules of a reading.
enum ReadingCell {
    /// An amount, or the reason why the cell is none.
    enum Amount {
        case money(Money)
        /// A number with more decimals than the currency has.
        case tooManyDecimals(allowed: Int)
        case malformed
    }

    /// Reads an amount with or without the sign of a currency.
    static func money(_ cell: ByteView, type: CellType?, currency: Currency, rules: ReadingRules) -> Amount {
        var (sign, rest) = CurrencySymbols.split(cell[...])
        var named = currency
        if !sign.isEmpty {
            guard let known = rules.signs[sign] ?? CurrencySymbols.currencies(of: sign).only else { return .malformed }
            named = known
        }
        for ending in ["--", "–", "—", "-"] where rest.suffix(ending.utf8.count).elementsEqual(ending.utf8) {
            let before = rest.dropLast(ending.utf8.count)
            if before.last == UInt8(ascii: ",") || before.last == UInt8(ascii: ".") { rest = before.dropLast() }
        }
        do throws(ImportFieldDiagnostic.Reason) {
            let units = try number(
                ByteView(rebasing: rest), type: type, fractionDigits: named.fractionDigits, rules: rules)
            return .money(Money(minorUnits: units, currency: named))
        } catch .value(.tooManyDecimals(let allowed)) {
            if type == .number, !rules.keepsExcessDecimals, let units = rounded(rest, fractionDigits: allowed) {
                return .money(Money(minorUnits: units, currency: named))
            }
            return .tooManyDecimals(allowed: allowed)
        } catch {
            return .malformed
        }
    }

    /// Whether a cell has a dash in place of an amount: `$-`, the zero of Excel's accounting formats.
    static func isNoAmount(_ cell: Slice<ByteView>) -> Bool {
        guard cell.count <= 12, let first = cell.first, let last = cell.last,
            // The last byte of a hyphen or a dash, or their first one.
            [0x2D, 0x93, 0x94].contains(last) || [0x2D, 0xE2].contains(first)
        else { return false }
        let (sign, rest) = CurrencySymbols.split(cell)
        return !sign.isEmpty && ["-", "–", "—"].contains { rest.elementsEqual($0.utf8) }
    }

    /// Returns the number of a cell with a unit, such as `2 Packs` or `3個`; nil if it has none.
    static func measure(_ cell: Slice<ByteView>) -> Slice<ByteView>? {
        let number = cell.prefix { $0.isDigit || [0x20, 0x27, 0x2C, 0x2E].contains($0) }
        let unit = cell[number.endIndex...]
        let isUnit = unit.allSatisfy { $0 >= 0x80 || (0x41...0x5A).contains($0 & ~0x20) || $0 == 0x20 || $0 == 0x2E }
        guard let first = number.first, first != 0x20, !unit.isEmpty, unit.count <= 24, isUnit else { return nil }
        return NumberCellParser.trimmed(number)
    }

    /// Rounds the stored number of a spreadsheet as the spreadsheet shows it: 129.9 × 1.19 is 154.58.
    /// - Returns: nil for a number below 1, which is a price of small parts rather than the result of a formula.
    static func rounded(_ cell: Slice<ByteView>, fractionDigits: Int) -> Int64? {
        guard let point = cell.firstIndex(of: UInt8(ascii: ".")),
            cell[..<point].contains(where: { (0x31...0x39).contains($0) })
        else {
            return nil
        }
        let end = point + 1 + fractionDigits
        guard end < cell.endIndex else { return nil }
        let kept = fractionDigits == 0 ? cell[..<point] : cell[..<end]
        guard let units = try? NumberCellParser.decimal(ByteView(rebasing: kept), fractionDigits: fractionDigits) else {
            return nil
        }
        guard cell[end] >= UInt8(ascii: "5") else { return units }
        return units < 0 ? units - 1 : units + 1
    }

    /// Reads a number as a count of `10^-fractionDigits`.
    static func number(
        _ cell: ByteView, type: CellType?, fractionDigits: Int, rules: ReadingRules
    ) throws(ImportFieldDiagnostic.Reason) -> Int64 {
        if type == .number { return try NumberCellParser.decimal(cell, fractionDigits: fractionDigits) }
        guard let separator = rules.decimal else {
            // Without a decimal separator there are only whole numbers, grouped by spaces or apostrophes or not at all.
            return try NumberCellParser.grouped(cell, fractionDigits: fractionDigits, separator: .point)
        }
        return try NumberCellParser.grouped(cell, fractionDigits: fractionDigits, separator: separator)
    }

    /// A date, or the reason why the cell is none.
    enum Day {
        case day(CalendarDate)
        /// A year, or a month of a year.
        case partial
        case malformed
    }

    static func day(_ cell: ByteView, latest: CalendarDate?, rules: ReadingRules) -> Day {
        let found: CalendarDate?
        switch DateScan(cell[...], months: rules.vocabulary.months) {
        case .full(let year, let month, let day): found = try? CalendarDate(year: year, month: month, day: day)
        case .numeric(let date):
            let same = date.first == date.second ? DateOrder.dayMonthYear : nil
            guard let order = rules.dateOrder ?? date.orders.only ?? same, date.orders.contains(order) else {
                return .malformed
            }
            found = date.day(order, latest: latest)
        case .partial: return .partial
        case .none: return .malformed
        }
        // Nobody has bought in a year to come. Thailand's 2563 is 2020.
        guard let found, latest.map({ found.components.year <= $0.components.year }) ?? true else { return .malformed }
        return .day(found)
    }
}

extension Array {
    /// The only element; nil if there are none or several.
    var only: Element? { count == 1 ? self[0] : nil }
}
