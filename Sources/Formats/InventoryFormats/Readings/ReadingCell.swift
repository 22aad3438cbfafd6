package import Inventory

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
            guard !rules.isStrict, let known = rules.signs[sign] ?? CurrencySymbols.currencies(of: sign).only else {
                return .malformed
            }
            named = known
        }
        rest = CurrencySymbols.withoutEnding(rest)
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

    /// Whether a cell begins and ends with bytes that ``trimmed(_:)`` keeps, as nearly all do.
    static func isTrimmed(_ cell: ByteView) -> Bool {
        guard let first = cell.first, let last = cell.last else { return true }
        return first > 0x20 && last > 0x20 && first < 0xC2 && last != 0xA0 && last != 0x80
    }

    /// A cell without blanks around it, and without the signs before it by which programs make spreadsheets take digits for
    /// text: U+001F, U+200B, U+FEFF.
    static func trimmed(_ cell: Slice<ByteView>) -> Slice<ByteView> {
        var rest = NumberCellParser.trimmed(cell)
        while let first = rest.first, first == 0x1F || first == 0xE2 || first == 0xEF {
            if first == 0x1F {
                rest = NumberCellParser.trimmed(rest.dropFirst())
            } else if rest.starts(with: [0xE2, 0x80, 0x8B]) || rest.starts(with: [0xEF, 0xBB, 0xBF]) {
                rest = NumberCellParser.trimmed(rest.dropFirst(3))
            } else {
                break
            }
        }
        return rest
    }

    /// Whether a cell is the zero of dates that several programs write for none: `0001-01-01`, also with a time.
    static func isNoDay(_ cell: Slice<ByteView>) -> Bool {
        cell.first == UInt8(ascii: "0") && cell.starts(with: "0001-01-01".utf8)
    }

    /// Whether a spreadsheet has dropped the last digits of a number: `6.37702E+15`.
    static func isCutNumber(_ cell: Slice<ByteView>) -> Bool {
        guard cell.first?.isDigit == true, let mark = cell.lastIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) else {
            return false
        }
        let exponent = cell[(mark + 1)...].drop { $0 == UInt8(ascii: "+") }
        return (1...2).contains(exponent.count) && exponent.allSatisfy(\.isDigit) && mark > cell.startIndex
            && cell[..<mark].allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
    }

    /// Whether a number that a spreadsheet stores has more than the 15 digits that it keeps, zeros from the 16th on.
    static func isRoundedNumber(_ cell: Slice<ByteView>) -> Bool {
        cell.count > 15 && cell.allSatisfy(\.isDigit) && cell.dropFirst(15).allSatisfy { $0 == UInt8(ascii: "0") }
    }

    /// Digits and signs at full width (U+FF01 to U+FF5E), and Arabic and Persian digits with their separators, as the ASCII
    /// ones; nil if the cell has no such digit.
    static func withASCIISigns(_ cell: Slice<ByteView>) -> [UInt8]? {
        guard cell.contains(where: { $0 == 0xEF || $0 == 0xD9 || $0 == 0xDB }) else { return nil }
        var result: [UInt8] = []
        var hasDigits = false
        var index = cell.startIndex
        while index < cell.endIndex {
            let byte = cell[index]
            if byte == 0xEF, index + 2 < cell.endIndex, cell[index + 1] == 0xBC, (0x81...0xBF).contains(cell[index + 2])
            {
                result.append(cell[index + 2] - 0x60)
                if (0x90...0x99).contains(cell[index + 2]) { hasDigits = true }
                index += 3
            } else if byte == 0xD9 || byte == 0xDB, index + 1 < cell.endIndex,
                let sign = arabicSign(byte, cell[index + 1])
            {
                result.append(sign)
                if sign.isDigit { hasDigits = true }
                index += 2
            } else {
                result.append(byte)
                index += 1
            }
        }
        return hasDigits ? result : nil
    }

    /// The ASCII sign of a digit (U+0660 to U+0669, U+06F0 to U+06F9) or separator (U+066B, U+066C); nil for other bytes.
    private static func arabicSign(_ first: UInt8, _ second: UInt8) -> UInt8? {
        switch (first, second) {
        case (0xD9, 0xA0...0xA9): second - 0x70
        case (0xDB, 0xB0...0xB9): second - 0x80
        case (0xD9, 0xAB): UInt8(ascii: ".")
        case (0xD9, 0xAC): UInt8(ascii: ",")
        default: nil
        }
    }

    /// Returns a text without the apostrophe that makes spreadsheets take digits for text: `'0000025`.
    ///
    /// - Parameter isIdentifier: whether the text is a number of some kind, which may have letters: `'0A25`.
    static func withoutTextMark(_ cell: ByteView, isIdentifier: @autoclosure () -> Bool) -> ByteView {
        guard cell.first == UInt8(ascii: "'"), cell.count > 1, cell[1].isDigit else { return cell }
        let rest = ByteView(rebasing: cell.dropFirst())
        let isNumber = rest.allSatisfy { $0.isDigit || [0x20, 0x2D, 0x2E, 0x2F].contains($0) }
        return isNumber || isIdentifier() ? rest : cell
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
        let mark = rules.decimal.map { UInt8(ascii: $0 == .point ? "." : ",") }
        func isMark(_ byte: UInt8?) -> Bool {
            mark.map { $0 == byte } ?? (byte == UInt8(ascii: ".") || byte == UInt8(ascii: ","))
        }
        // .99 and 12. have no digit on one side of their separator.
        if cell.count > 1, isMark(cell.last) {
            return try number(
                ByteView(rebasing: cell.dropLast()), type: type, fractionDigits: fractionDigits, rules: rules)
        }
        if isMark(cell.first) {
            return try ByteView.of([UInt8(ascii: "0")] + cell) { cell in
                Result { () throws(ImportFieldDiagnostic.Reason) in
                    try number(cell, type: type, fractionDigits: fractionDigits, rules: rules)
                }
            }.get()
        }
        guard let separator = rules.decimal else {
            // Without a decimal separator there are only whole numbers, grouped by spaces or apostrophes or not at all.
            return try NumberCellParser.grouped(cell, fractionDigits: fractionDigits, separator: .point)
        }
        return try NumberCellParser.grouped(cell, fractionDigits: fractionDigits, separator: separator)
    }

    private static let yearWords: Set = [
        "y", "yr", "yrs", "year", "years", "j", "jr", "jahr", "jahre", "jahren", "an", "ans", "año", "años", "anno",
        "anni",
        "ano", "anos", "jaar", "年",
    ]
    private static let monthWords: Set = [
        "m", "mo", "mos", "mth", "mths", "month", "months", "mon", "monat", "monate", "monaten", "mois", "mes", "meses",
        "mese", "mesi", "maand", "maanden", "个月", "個月", "か月", "ヶ月",
    ]

    /// The approximate date of purchase of something of an age: `4`, `4.5`, `4 years`, `18 mo`.
    /// - Parameter day: the day on which it has the age; nil is that of the import.
    /// - Returns: nil for an age in another unit, or one that is negative or before 1800.
    /// - Throws: the fault of a cell that does not hold an age.
    static func purchaseDate(
        ofAge cell: ByteView, _ type: CellType?, inMonths: Bool, on day: CalendarDate?, rules: ReadingRules
    ) throws(ImportFieldDiagnostic.Reason) -> CalendarDate? {
        var (number, inMonths) = (cell, inMonths)
        if type != .number, let measure = measure(cell[...]) {
            number = ByteView(rebasing: measure)
            let unit = String(decoding: cell[measure.endIndex...], as: UTF8.self).lowercased()
                .filter { $0 != "." && $0 != " " }
            inMonths = monthWords.contains(unit)
            guard inMonths || yearWords.contains(unit) else { return nil }
        }
        let millionths = try self.number(number, type: type, fractionDigits: 6, rules: rules)
        let (year, month, _) = (day ?? rules.today).components
        let oldest = Int64(year - DateScan.firstYear) * (inMonths ? 12 : 1) * Quantity.scale
        guard millionths >= 0, millionths < oldest else { return nil }
        let months = (millionths * (inMonths ? 1 : 12) + Quantity.scale / 2) / Quantity.scale
        let bought = year * 12 + month - 1 - Int(months)
        return try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in
            // A whole number of years tells no month.
            !inMonths && millionths % Quantity.scale == 0
                ? try CalendarDate(year: bought / 12) : try CalendarDate(year: bought / 12, month: bought % 12 + 1)
        }
    }

    /// A date that the field takes, or the reason why the cell is none.
    enum Day {
        case day(CalendarDate)
        /// A date that the field does not take: a year, or a month of a year.
        case partial
        case malformed
    }

    static func day(_ cell: ByteView, of field: ItemField, rules: ReadingRules) -> Day {
        if rules.isCertain, let day = (try? CalendarDate(cell.pointer.span)) ?? (try? field.date(cell)) {
            return .day(day)
        }
        if rules.isStrict { return .malformed }
        let latest = rules.latest(of: field)
        let found: CalendarDate?
        switch DateScan(cell[...], months: rules.vocabulary.months) {
        case .full(let year, let month, let day): found = try? CalendarDate(year: year, month: month, day: day)
        case .numeric(let date):
            let same = date.first == date.second ? DateOrder.dayMonthYear : nil
            guard let order = rules.dateOrder ?? date.orders.only ?? same, date.orders.contains(order) else {
                return .malformed
            }
            found = date.day(order, latest: latest)
        case .partial(let date):
            guard field.takesApproximateDates, let date,
                latest.map({ date.components.year <= $0.components.year }) ?? true
            else { return .partial }
            return .day(date)
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

/// A proposed reading, and the result of trying it.
package struct ReadingAttempt: Sendable {
    package private(set) var proposal: ReadingProposal
    package let trial: ReadingTrial

    /// Proposes a reading and tries it.
    ///
    /// - Parameters:
    ///   - overrides: the parts that the caller settles.
    ///   - usual: the currency of amounts that name none.
    ///   - origin: the origin of that currency.
    ///   - inventory: the inventory into which the file is read. Rows whose items it has are a question; nil asks nothing.
    /// - Throws: ``InventoryFileError`` if the file cannot be read, or holds no table of items.
    package init(
        of source: TableSource, overrides: ReadingOverrides, usual: Currency, origin: CurrencyOrigin = .inventory,
        inventory: ItemVisitor? = nil, options: ImportOptions
    ) throws(InventoryFileError) {
        proposal = try ReadingProposal(
            of: source, overrides: overrides, usual: usual, origin: origin, timestamp: options.timestamp)
        var known: KnownRows?
        if inventory != nil, overrides.recognition == nil { known = KnownRows(proposal.reading) }
        trial = try ReadingTrial(source, reading: proposal.reading, options: options) { known?.add($0) }
        inventory? { known?.compare(with: $0) }
        if let question = known?.question {
            proposal.questions.append(question)
            if case .recognition(let way)? = question.answers.first { proposal.reading.recognition = way }
        }
        // A list of prices may name its items by their numbers alone.
        guard proposal.namesItems || overrides.recognition != nil else {
            throw InventoryFileError(.missingNames(header: proposal.columns.map(\.name)), file: source.name)
        }
        guard trial.items + trial.faultyRows > 0 else { throw InventoryFileError(.noTable, file: source.name) }
        proposal.addRows(of: source)
    }
}

/// The rules of a reading for the cells of one column.
final class ReadingRules: Sendable {
    let heading: String
    /// The index of the column.
    let place: Int
    let target: ColumnTarget
    /// Whether an empty cell has a meaning, too.
    let readsEmpty: Bool
    /// Whether an empty cell continues the cell above.
    let fillsDown: Bool
    let decimal: DecimalSeparator?
    let dateOrder: DateOrder?
    /// The currency of amounts that name none.
    let currency: Currency
    let signs: [String: Currency]
    let listSeparator: UInt8
    let pathSeparator: [UInt8]?
    /// The text between the values of columns that feed one field.
    let joint: String?
    let keepsExcessDecimals: Bool
    let keepsOtherCells: Bool
    /// Whether the columns are those of a program, which may write any day.
    let isCertain: Bool
    /// Whether amounts and dates have the one form that programs write: what others mean, only a proposal can judge.
    let isStrict: Bool
    /// Whether texts are kept as they are: in files of this program.
    let isVerbatim: Bool
    let vocabulary: Vocabulary
    /// The last day that a date of the past may be.
    let today: CalendarDate

    init(_ column: ReadingColumn, place: Int, in reading: TableReading, options: ImportOptions, isJoined: Bool) {
        heading = column.heading
        self.place = place
        target = column.target
        readsEmpty = target.readsEmpty
        fillsDown = column.fillsDown
        decimal = column.decimal ?? reading.decimal
        dateOrder = column.dateOrder ?? reading.dateOrder
        currency = column.currency ?? reading.currency ?? options.currency
        signs = reading.currencySigns
        listSeparator = column.listSeparator ?? UInt8(ascii: ";")
        pathSeparator = column.pathSeparator.map { Array($0.utf8) }
        joint = isJoined ? ReadingRules.joint(of: column.target) : nil
        keepsExcessDecimals = reading.keepsExcessDecimals
        keepsOtherCells = reading.keepsOtherCells
        isCertain = reading.hasCertainColumns
        isStrict = options.refusesUnusualRows
        isVerbatim = reading.isOwnFile
        vocabulary = .shared
        today = CalendarDate(of: options.timestamp)
    }

    private static func joint(of target: ColumnTarget) -> String {
        switch target {
        case .field(.location): " / "
        case .field(.notes), .field(.description): "\n"
        default: " "
        }
    }

    /// The last day that a date of a field may be; nil if it may lie ahead.
    func latest(of field: ItemField) -> CalendarDate? { field == .warrantyExpires || isCertain ? nil : today }
}

extension CalendarDate {
    /// The day of a time in UTC.
    init(of timestamp: Timestamp) { self.init(daysSinceEpoch: Int32(timestamp.milliseconds / 86_400_000)) }
}

/// The items that a file gives, counted without taking them.
package struct ReadingTrial: Sendable {
    /// The format of the file; of a table with the columns of a program, that program's.
    package let format: FileFormat
    /// The number of items.
    package private(set) var items = 0
    package private(set) var units = Quantity.zero
    /// The totals of quantity × value, one for each currency, in the order of the codes.
    package private(set) var totals: [Money] = []
    /// The items without a value.
    package private(set) var itemsWithoutValue = 0
    /// The first three items.
    package private(set) var firstItems: [Item] = []
    /// The rows that cannot be read.
    package private(set) var faultyRows = 0
    /// The first of them.
    package private(set) var firstFaults: [RejectedRow] = []
    /// Whether a total is too large to be counted.
    package private(set) var hasOverflow = false

    /// Reads a table by a reading.
    /// - Throws: ``InventoryFileError`` if the table cannot be read to its end.
    package init(
        _ source: TableSource, reading: TableReading, options: ImportOptions, _ visit: (IncomingItem) -> Void = { _ in }
    ) throws(InventoryFileError) {
        try self.init(try InventoryReader(source, reading: reading, options: options), visit)
    }

    /// Reads a file of a documented format.
    /// - Throws: as ``InventoryReader/init(_:format:options:)``, or if the file cannot be read to its end.
    package init(_ source: TableSource, options: ImportOptions) throws(InventoryFileError) {
        try self.init(try InventoryReader(source, options: options)) { _ in }
    }

    private init(
        _ entries: consuming InventoryReader, _ visit: (IncomingItem) -> Void
    ) throws(InventoryFileError) {
        var reader = entries
        format = reader.format
        var sums: [Currency: Money] = [:]
        while let entry = try reader.next() {
            switch entry {
            case .rejected(let row):
                faultyRows += 1
                if firstFaults.count < 20 { firstFaults.append(row) }
            case .item(let incoming):
                let item = incoming.item
                visit(incoming)
                items += 1
                if firstItems.count < 3 { firstItems.append(item) }
                if let sum = try? units.adding(item.quantity) { units = sum } else { hasOverflow = true }
                guard let value = item.value else {
                    itemsWithoutValue += 1
                    continue
                }
                let before = sums[value.currency] ?? Money(minorUnits: 0, currency: value.currency)
                if let line = try? item.lineValue(), let sum = try? before.adding(line) {
                    sums[value.currency] = sum
                } else {
                    hasOverflow = true
                }
            }
        }
        totals = sums.sorted { $0.key < $1.key }.map(\.value)
    }
}
