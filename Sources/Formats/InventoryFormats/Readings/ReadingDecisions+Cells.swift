import Inventory

/// Decides how the numbers and dates of a table are written, and about cells that are neither.
extension TableAnalysis {
    // MARK: Numbers

    mutating func decideDecimals() {
        if let named = overrides.decimal {
            reading.decimal = named
            return
        }
        let numeric = indices([.money, .quantity, .percentage])
        // Numbers such as 12.50 have one reading. Those such as 1.234 are open: they have two.
        let found = first(of: numeric, \.decimals)
        let open = first(of: numeric, \.ambiguous)
        if let point = found[.point], let comma = found[.comma] {
            // Each column may have its own separator, if all of its numbers agree on it.
            let isMixed = numeric.contains { index in
                statistics[index].decimals.count > 1
                    || (statistics[index].decimals.isEmpty && !statistics[index].ambiguous.isEmpty)
            }
            if isMixed { return askAboutDecimals(point.example, comma.example) }
            reading.decimal = .point
            for index in numeric {
                guard let (separator, example) = statistics[index].decimals.first else { continue }
                reading.columns[index].decimal = separator
                evidence.append(.decimalOfColumn(separator, heading: reading.columns[index].heading, example))
            }
        } else if let (separator, place) = found.first {
            reading.decimal = separator
            evidence.append(.decimal(separator, place.example))
        } else if let point = open[.point], let comma = open[.comma] {
            // 1.234 and 5,678: one of them is a thousand, and nothing says which.
            askAboutDecimals(point.example, comma.example)
        } else if let (separator, place) = open.first {
            decideThousands(separator, place, among: numeric)
        } else if numeric.contains(where: { statistics[$0].grouped > 0 }) {
            reading.decimal = .point
        }
    }

    /// The first number of each separator, with its column.
    private func first(
        of columns: [Int], _ numbers: KeyPath<ColumnStatistics, [DecimalSeparator: CellExample]>
    ) -> [DecimalSeparator: (column: Int, example: CellExample)] {
        var result: [DecimalSeparator: (column: Int, example: CellExample)] = [:]
        for index in columns {
            for (separator, example) in statistics[index][keyPath: numbers] where result[separator] == nil {
                result[separator] = (index, example)
            }
        }
        return result
    }

    private mutating func askAboutDecimals(_ point: CellExample, _ comma: CellExample) {
        // The languages that write the day first also write a decimal comma.
        let likely: DecimalSeparator = language?.writesDayFirst == true ? .comma : .point
        reading.decimal = likely
        questions.append(
            ReadingQuestion(
                topic: .mixedDecimals(point, comma),
                answers: [.decimal(likely), .decimal(likely == .point ? .comma : .point)]))
    }

    /// Decides about numbers whose only separator is before three digits, if all have the same one.
    private mutating func decideThousands(
        _ separator: DecimalSeparator, _ place: (column: Int, example: CellExample), among numeric: [Int]
    ) {
        if separator == .point, groupsNoThousandsWithPoints {
            reading.decimal = .point
            evidence.append(.decimal(.point, place.example))
            return
        }
        let other: DecimalSeparator = separator == .point ? .comma : .point
        let columns = numeric.filter { !statistics[$0].ambiguous.isEmpty }
        reading.decimal = other
        // An amount of dollars or euros never has three decimals, so the separator groups thousands.
        if columns.contains(where: { reading.columns[$0].target.kind == .money && digits(of: $0) < 3 }) {
            evidence.append(.thousands(separator, place.example))
        } else {
            questions.append(
                ReadingQuestion(
                    topic: .decimal(heading: reading.columns[place.column].heading, place.example),
                    answers: [.decimal(other), .decimal(separator)]))
        }
    }

    /// Whether `1.234` is not a thousand: programs, the documented columns, and people who count in such currencies write a
    /// point before decimals.
    private var groupsNoThousandsWithPoints: Bool {
        if reading.program != nil { return true }
        guard reading.separator == UInt8(ascii: ",") else { return false }
        return language?.language == "en"
            && reading.currency.map { Self.writtenWithPoint.contains($0.code) } ?? false
    }

    func digits(of index: Int) -> Int {
        (reading.columns[index].currency ?? reading.currency)?.fractionDigits ?? 2
    }

    // MARK: Dates

    mutating func decideDates() {
        if let named = overrides.dateOrder {
            reading.dateOrder = named
            return
        }
        let columns = indices([.date, .timestamp])
        // 98/5/20 is a day of 2009 in Taiwan, where years count from 1912, unless the call names the order.
        let countsFromRepublic = language?.language == "zh-Hant"
        var settled: [DateOrder: (column: Int, example: CellExample)] = [:]
        for index in columns {
            if let order = Heading(reading.columns[index].heading).dateOrder {
                reading.columns[index].dateOrder = order
                evidence.append(.dateOrderInHeading(order, heading: reading.columns[index].heading))
                continue
            }
            for (order, example) in statistics[index].settledOrders where settled[order] == nil {
                if order == .yearMonthDay, countsFromRepublic { continue }
                settled[order] = (index, example)
            }
        }
        let open = columns.filter { statistics[$0].openDate != nil && reading.columns[$0].dateOrder == nil }
        let known = settled.sorted { $0.key.rawValue < $1.key.rawValue }
        if known.count > 1 {
            decideOrders(known.map { ($0.key, $0.value.example) }, of: columns, open: open)
        } else if let (order, place) = known.first {
            reading.dateOrder = order
            evidence.append(.dateOrder(order, heading: reading.columns[place.column].heading, place.example))
        } else if let index = open.first, let example = statistics[index].openDate {
            let orders = open.reduce(statistics[index].openOrders) { $0.intersection(statistics[$1].openOrders) }
            let answers = [DateOrder.dayMonthYear, .monthDayYear, .yearMonthDay].filter(orders.contains)
            reading.dateOrder = answers.first ?? .dayMonthYear
            if answers.count == 1 { return }
            if let amount = amountOfDayFirstCountry {
                reading.dateOrder = .dayMonthYear
                evidence.append(.dateOrderByAmounts(.dayMonthYear, amount))
                return
            }
            questions.append(
                ReadingQuestion(
                    topic: .dateOrder(heading: reading.columns[index].heading, example),
                    answers: (answers.isEmpty ? [.dayMonthYear, .monthDayYear] : answers).map(
                        ReadingAnswer.dateOrder)))
        } else if countsFromRepublic, columns.contains(where: { statistics[$0].shortYearsFirst.count > 0 }) {
            // In this order no such date is read.
            reading.dateOrder = .dayMonthYear
        }
    }

    /// Decides about dates of which some have the day and others the month first: each column may have its own order.
    private mutating func decideOrders(
        _ known: [(order: DateOrder, example: CellExample)], of columns: [Int], open: [Int]
    ) {
        reading.dateOrder = known[0].order
        if columns.contains(where: { statistics[$0].settledOrders.count > 1 })
            || open.contains(where: { statistics[$0].settledOrders.isEmpty })
        {
            questions.append(
                ReadingQuestion(
                    topic: .mixedDates(known[0].example, known[1].example),
                    answers: known.map { .dateOrder($0.order) }))
            return
        }
        for index in columns where reading.columns[index].dateOrder == nil {
            guard let (order, example) = statistics[index].settledOrders.first else { continue }
            reading.columns[index].dateOrder = order
            evidence.append(.dateOrder(order, heading: reading.columns[index].heading, example))
        }
    }

    /// An amount as only countries write it that have the day before the month: with a decimal comma under headings of such a
    /// language, or in one of the currencies of these countries. Nil if amounts are in others too.
    private var amountOfDayFirstCountry: String? {
        let writesDayFirst = language?.writesDayFirst ?? false
        guard writesDayFirst || language?.language == "en" else { return nil }
        let signs = reading.currencySigns.sorted { $0.key < $1.key }
        if let sign = signs.first?.key, signs.allSatisfy({ ["EUR", "GBP", "BRL"].contains($0.value.code) }) {
            return sign
        }
        guard writesDayFirst, signs.isEmpty, reading.decimal == .comma else { return nil }
        return indices([.money, .quantity]).lazy.compactMap { statistics[$0].decimals[.comma] }.first?.text
    }

    // MARK: Other cells

    /// Asks about cells that their field cannot hold, such as `gift` among dates or `about 300` among amounts.
    ///
    /// In files of Homebox and of this program they are faults.
    mutating func decideOtherCells() {
        if reading.hasCertainColumns { return }
        let totals = reading.columns.indices.filter { reading.columns[$0].target == .lineTotal }
            .map { (index: $0, cells: lineTotals.undivided($0, digits: digits(of: $0))) }.filter { $0.cells.count > 0 }
        // A line of several pieces can be one item with its whole amount.
        keep(totals, asking: ReadingQuestion.Topic.wholeLines, .wholeLines, noting: ReadingEvidence.wholeLines)
        let others = reading.columns.indices.compactMap { index in
            otherCells(of: index).map { (index: index, cells: $0) }
        }
        if others.isEmpty { return }
        questions.removeAll { $0.answers.contains(.wholeLines) }
        keep(
            others, asking: ReadingQuestion.Topic.otherCells, .otherCells(areKept: true),
            noting: ReadingEvidence.otherCells)
    }

    /// Keeps cells of some columns that their fields cannot hold, and asks about them unless the owner has said what they are.
    private mutating func keep(
        _ found: [(index: Int, cells: CellCount)], asking topic: (Int, String, CellExample) -> ReadingQuestion.Topic,
        _ answer: ReadingAnswer, noting note: (String, Int, CellExample) -> ReadingEvidence
    ) {
        guard let (index, cells) = found.first, let example = cells.example else { return }
        reading.keepsOtherCells = overrides.keepsOtherCells ?? true
        if overrides.keepsOtherCells == nil {
            let count = found.map(\.cells.count).reduce(0, +)
            questions.append(
                ReadingQuestion(
                    topic: topic(count, reading.columns[index].heading, example),
                    answers: [answer, .otherCells(areKept: false)], rowNumbers: found.flatMap(\.cells.rows)))
        }
        guard reading.keepsOtherCells else { return }
        for (index, cells) in found {
            guard let example = cells.example else { continue }
            evidence.append(note(reading.columns[index].heading, cells.count, example))
        }
    }

    /// The cells of a column that are not values of its field; nil if there are none.
    private func otherCells(of index: Int) -> CellCount? {
        // The owner has said that the column holds such values, although most of its cells are none.
        let target = reading.columns[index].target
        guard let kind = target.kind, statistics[index].confirms(kind, takesYears: target.takesApproximateDates) else {
            return nil
        }
        var found = otherCells(statistics[index], of: index, kind)
        if let stray = strayCells[index], [.items, .rooms].contains(reading.groupRows) {
            found = found + otherCells(stray, of: index, kind)
        }
        return found.count > 0 ? found : nil
    }

    private func otherCells(_ cells: ColumnStatistics, of index: Int, _ kind: ItemField.Kind) -> CellCount {
        var found = CellCount()
        switch kind {
        case .money:
            found = cells.notNumbers + cells.measures
            if !reading.keepsExcessDecimals {
                found = found + cells.amounts(withMoreDecimalsThan: digits(of: index))
            }
        case .quantity: found = cells.notNumbers
        case .date, .timestamp:
            found = cells.notDates
            if reading.columns[index].target != .field(.warrantyExpires) { found = found + cells.datesAhead }
            if reading.columns[index].dateOrder ?? reading.dateOrder == .dayMonthYear {
                found = found + cells.shortYearsFirst
            }
        default: break
        }
        return found
    }
}
