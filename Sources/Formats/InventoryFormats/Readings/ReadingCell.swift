import Inventory

/// The value of a cell under the rules of a reading.
enum ReadingCell {
    /// An amount, or the reason why the cell is none.
    enum Amount {
        case money(Money)
        /// A number with more decimals than the currency has: no amount of money.
        case tooManyDecimals
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
        } catch .value(.tooManyDecimals) {
            return .tooManyDecimals
        } catch {
            return .malformed
        }
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
        switch DateScan(cell[...], months: rules.vocabulary.months) {
        case .full(let year, let month, let day):
            return (try? CalendarDate(year: year, month: month, day: day)).map(Day.day) ?? .malformed
        case .numeric(let date):
            let same = date.first == date.second ? DateOrder.dayMonthYear : nil
            guard let order = rules.dateOrder ?? date.orders.only ?? same, let day = date.day(order, latest: latest),
                date.orders.contains(order)
            else { return .malformed }
            return .day(day)
        case .partial: return .partial
        case .none: return .malformed
        }
    }
}

extension Array {
    /// The only element; nil if there are none or several.
    var only: Element? { count == 1 ? self[0] : nil }
}
