import Inventory

/// A cell that shows something, with its row.
package struct CellExample: Equatable, Sendable {
    package let row: Int
    package let text: String
}

/// A number of cells, and the first of them.
struct CellCount {
    var count = 0
    var example: CellExample?
    /// The first rows with one.
    var rows: [Int] = []

    mutating func add(_ cell: @autoclosure () -> CellExample) {
        count += 1
        guard rows.count < ReadingQuestion.rowLimit else { return }
        let cell = cell()
        if example == nil { example = cell }
        rows.append(cell.row)
    }

    static func + (one: CellCount, other: CellCount) -> CellCount {
        CellCount(
            count: one.count + other.count,
            example: [one.example, other.example].compactMap { $0 }.min { $0.row < $1.row },
            rows: Array((one.rows + other.rows).sorted().prefix(ReadingQuestion.rowLimit)))
    }
}

/// The evidence of one column: how its cells are written. Its size does not grow with the table.
struct ColumnStatistics {
    /// Cells that are neither empty nor a word for "none".
    private(set) var count = 0
    /// Cells with a word for "none".
    private(set) var blanks = 0
    private(set) var samples: [String] = []
    /// The first of the cells.
    private(set) var example: CellExample?
    private(set) var numbers = 0
    private(set) var grouped = 0
    private(set) var decimals: [DecimalSeparator: CellExample] = [:]
    private(set) var ambiguous: [DecimalSeparator: CellExample] = [:]
    /// The most digits after a decimal separator.
    private(set) var fractionDigits = 0
    /// Numbers with decimals, by how many they have: those of text, and those that a spreadsheet stores.
    private(set) var decimalCounts: [Int: CellCount] = [:]
    private(set) var storedDecimalCounts: [Int: Int] = [:]
    private(set) var finest: (text: CellExample, digits: Int)?
    /// Numbers without a currency, and those with each sign.
    private(set) var unsigned = 0
    private(set) var signs: [String: Int] = [:]
    /// Numbers with a unit: `2 Packs`.
    private(set) var measures = CellCount()
    /// Cells that are neither numbers nor numbers with a unit.
    private(set) var notNumbers = CellCount()
    /// Cells of text with digits, neither numbers nor dates: `about 300`, `200-250`.
    private var vague = 0
    /// Numbers with a percent sign.
    private(set) var percentages = 0
    /// Cells with U+FFFD.
    var lostCharacters = CellCount()
    /// Cells that were converted into UTF-8 twice: `KÃ¼che`.
    var twiceConverted = CellCount()
    /// Addresses that cells link to.
    var links = CellCount()
    /// Empty cells that are merged with a number above.
    private(set) var covered = CellCount()
    /// Numbers whose last digits a spreadsheet has dropped: `6.37702E+15`, or has replaced by zeros.
    private(set) var cutNumbers = CellCount()
    /// Dates that a spreadsheet stores, and the first whose day cannot be a month.
    private(set) var storedDates: CellExample?
    private(set) var settledStoredDate: CellExample?
    private(set) var dates = 0
    /// Cells that are no dates, not even in part.
    private(set) var notDates = CellCount()
    /// Dates in years to come, which no purchase has.
    private(set) var datesAhead = CellCount()
    /// Dates that begin with a year of two digits.
    private(set) var shortYearsFirst = CellCount()
    private(set) var partialDates = CellCount()
    /// Those that a field for approximate dates does not take either.
    private(set) var vagueDates = CellCount()
    /// Dates that only one order reads.
    private(set) var settledOrders: [DateOrder: CellExample] = [:]
    /// A date that several orders read, and those that read all such dates.
    private(set) var openDate: CellExample?
    private(set) var openOrders: Set<DateOrder> = []
    private(set) var flags = 0
    /// Flags that are words, such as "yes", and boolean cells of a spreadsheet.
    private var flagWords = 0
    private(set) var identifiers = 0
    private(set) var errors = 0
    private(set) var listMarks: [UInt8: Int] = [:]
    private(set) var pathMarks: [String: Int] = [:]
    private(set) var slashes = 0
    private var distinct: Set<Int> = []
    private var lastHash = 0
    /// Whether a cell has the text of the last one above that is not empty.
    private(set) var repeatsAbove = false
    /// The year of the import.
    private let thisYear: Int
    private var letters = 0
    /// The bytes of the longest cell.
    private var longest = 0

    private static let arrows = ["->", "→", " > ", "»", "\\", "::"]

    init(thisYear: Int) { self.thisYear = thisYear }

    /// The share of different texts among the cells, from 0 to 1.
    var variety: Double { count == 0 ? 0 : Double(distinct.count) / Double(min(count, 1000)) }
    /// The text of every cell, if all are equal.
    var onlyText: String? { distinct.count == 1 && blanks == 0 ? samples.first : nil }
    /// Cells with letters.
    var texts: Int { letters }

    /// Whether cells repeat.
    var repeats: Bool { distinct.count < min(count, 1000) }
    /// Whether the cells look like amounts of money: signs, or two decimals.
    var areAmounts: Bool { confirms(.money) && count > 0 && (!signs.isEmpty || fractionDigits == 2) }
    /// Whether the cells look like numbers of pieces: whole, without signs, below 1000.
    var areCounts: Bool { confirms(.quantity) && signs.isEmpty && fractionDigits == 0 && longest <= 3 }
    /// Amounts that have more decimals than a currency and are not rounded.
    func amounts(withMoreDecimalsThan digits: Int) -> CellCount {
        decimalCounts.filter { $0.key > digits }.values.reduce(CellCount(), +)
    }

    /// Counts a cell.
    mutating func add(_ whole: ByteView, type: CellType?, row: Int, vocabulary: Vocabulary) {
        let cell = ReadingCell.trimmed(whole[...])
        if type == .covered { covered.add(CellExample(row: row, text: "")) }
        if cell.isEmpty { return }
        if cell.count <= 60, let plain = ReadingCell.withASCIISigns(cell) {
            return ByteView.of(plain[...]) { add($0, type: type, row: row, vocabulary: vocabulary) }
        }
        if vocabulary.isBlank(ByteView(rebasing: cell)) || ReadingCell.isNoAmount(cell) || ReadingCell.isNoDay(cell) {
            blanks += 1
            return
        }
        count += 1
        longest = max(longest, cell.count)
        if samples.count < 2 { samples.append(String(decoding: cell.prefix(80), as: UTF8.self)) }
        if distinct.count < 1000 {
            let hash = cell.prefix(200).reduce(into: 5381) { $0 = ($0 << 5) &+ $0 &+ Int($1) }
            if hash == lastHash { repeatsAbove = true }
            lastHash = hash
            distinct.insert(hash)
        }
        var example: CellExample { CellExample(row: row, text: String(decoding: cell.prefix(40), as: UTF8.self)) }
        if self.example == nil { self.example = example }
        switch type {
        case .error, .notCalculated, .dateOutOfRange:
            errors += 1
            return
        case .number:
            numbers += 1
            if ReadingCell.isRoundedNumber(cell) { cutNumbers.add(example) }
            // A cell that is styled as an amount comes with the currency of its style.
            let sign = CurrencySymbols.split(cell).sign
            if sign.isEmpty { unsigned += 1 } else { signs[sign, default: 0] += 1 }
            if let point = cell.firstIndex(of: UInt8(ascii: ".")) {
                let decimals = cell[(point + 1)...].prefix { $0 &- UInt8(ascii: "0") <= 9 }
                fractionDigits = max(fractionDigits, decimals.count)
                // Numbers below 1 are not rounded, so they serve as an example only for want of another.
                if cell[..<point].contains(where: { (0x31...0x39).contains($0) }) {
                    storedDecimalCounts[decimals.count, default: 0] += 1
                    if decimals.count > finest?.digits ?? 0 { finest = (example, decimals.count) }
                } else {
                    decimalCounts[decimals.count, default: CellCount()].add(example)
                    if finest == nil { finest = (example, 0) }
                }
            }
            if cell.count == 1 { flags += 1 }
            return
        case .date:
            dates += 1
            notNumbers.add(example)
            if storedDates == nil { storedDates = example }
            if settledStoredDate == nil, cell.dropFirst(8).prefix(2).reduce(0, { $0 * 10 + Int($1 & 0xF) }) > 12 {
                settledStoredDate = example
            }
            if case .full(let year, _, _) = DateScan(cell, months: vocabulary.months), year > thisYear {
                datesAhead.add(example)
            }
            return
        case .boolean:
            flags += 1
            flagWords += 1
            notNumbers.add(example)
            notDates.add(example)
            return
        case .text, .covered, nil: break
        }
        let first = cell[cell.startIndex]
        let beginsWithDigit = first.isDigit
        // Only short cells are numbers, dates or flags, and no number or date is without digits. Most texts are.
        if cell.count <= 40, cell.contains(where: \.isDigit) {
            if ReadingCell.isCutNumber(cell) { cutNumbers.add(example) }
            var isNumber = false
            if cell.last == UInt8(ascii: "%"), let number = NumberScan(NumberCellParser.trimmed(cell.dropLast())) {
                percentages += 1
                countStyle(number, example)
            }
            if let number = NumberScan(cell) {
                isNumber = true
                count(number, example)
            }
            var isMeasure = false
            if !isNumber, beginsWithDigit, let measure = ReadingCell.measure(cell), let number = NumberScan(measure) {
                measures.add(example)
                countStyle(number, example)
                isMeasure = true
            }
            if !isNumber, !isMeasure { notNumbers.add(example) }
            let otherThanDates = notDates.count
            if beginsWithDigit || !isNumber {
                countDate(DateScan(cell, months: vocabulary.months), example)
            } else {
                notDates.add(example)
            }
            if !isNumber { letters += 1 }
            if !isNumber, !isMeasure, notDates.count > otherThanDates { vague += 1 }
        } else {
            letters += 1
            notNumbers.add(example)
            notDates.add(example)
        }
        if cell.count == 36, isUUID(cell) { identifiers += 1 }
        if cell.count <= 12, vocabulary.flag(String(decoding: cell, as: UTF8.self)) != nil {
            flags += 1
            if !beginsWithDigit { flagWords += 1 }
        }
        for mark in [UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "|")] where cell.contains(mark) {
            listMarks[mark, default: 0] += 1
        }
        if cell.contains(UInt8(ascii: "/")) { slashes += 1 }
        for mark in ColumnStatistics.pathMarks(in: cell) { pathMarks[mark, default: 0] += 1 }
    }

    /// The signs in a cell that may separate the parts of a location.
    static func pathMarks(in cell: Slice<ByteView>) -> [String] {
        guard cell.count <= 200,
            cell.contains(where: {
                $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: ":") || $0 >= 0xC2
            })
        else { return [] }
        let text = String(decoding: cell, as: UTF8.self)
        return arrows.filter(text.contains)
    }

    private mutating func count(_ number: NumberScan, _ example: @autoclosure () -> CellExample) {
        numbers += 1
        if number.sign.isEmpty { unsigned += 1 } else { signs[number.sign, default: 0] += 1 }
        countStyle(number, example())
    }

    private mutating func countStyle(_ number: NumberScan, _ example: @autoclosure () -> CellExample) {
        if number.isGrouped { grouped += 1 }
        switch number.style {
        case .whole: break
        case .decimal(let separator):
            if decimals[separator] == nil { decimals[separator] = example() }
            fractionDigits = max(fractionDigits, number.decimals)
            decimalCounts[number.decimals, default: CellCount()].add(example())
            if number.decimals > finest?.digits ?? 0 { finest = (example(), number.decimals) }
        case .ambiguous(let separator): if ambiguous[separator] == nil { ambiguous[separator] = example() }
        }
    }

    private mutating func countDate(_ date: DateScan, _ example: @autoclosure () -> CellExample) {
        switch date {
        case .full(let year, _, _):
            dates += 1
            if year > thisYear { datesAhead.add(example()) }
        case .numeric(let numeric):
            let orders = numeric.orders
            if orders.isEmpty { return notDates.add(example()) }
            dates += 1
            if numeric.yearDigits == 4, numeric.third > thisYear { datesAhead.add(example()) }
            if date.beginsWithShortYear { shortYearsFirst.add(example()) }
            if let order = orders.only {
                if settledOrders[order] == nil { settledOrders[order] = example() }
            } else if numeric.first != numeric.second {
                if openDate == nil { openDate = example() }
                openOrders = openOrders.isEmpty ? Set(orders) : openOrders.intersection(orders)
            }
        case .partial(let date):
            partialDates.add(example())
            if date == nil || date.map({ $0.components.year > thisYear }) == true { vagueDates.add(example()) }
        case .none: notDates.add(example())
        }
    }

    private func isUUID(_ cell: Slice<ByteView>) -> Bool {
        cell.enumerated().allSatisfy { offset, byte in
            [8, 13, 18, 23].contains(offset)
                ? byte == UInt8(ascii: "-")
                : byte.isDigit
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
        }
    }

    /// Whether the cells can be values of a kind: most of them are, or there are none.
    /// - Parameter takesYears: whether years and months alone are dates.
    func confirms(_ kind: ItemField.Kind, takesYears: Bool = false) -> Bool {
        func most(_ number: Int) -> Bool { count == errors || number * 2 > count - errors }
        return switch kind {
        case .money: most(numbers) || (numbers > 0 && most(numbers + vague))
        case .percentage: most(numbers + percentages)
        case .quantity: most(numbers + measures.count)
        case .date, .timestamp:
            most(dates + partialDates.count)
                && (count == 0 || dates > 0 || takesYears && partialDates.count > vagueDates.count)
        case .flag: most(flags)
        case .identifier: most(identifiers)
        case .customFields: count == 0
        case .text: flagWords * 2 <= count
        case .tags, .photos, .documents: true
        }
    }
}
