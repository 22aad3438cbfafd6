import Inventory

/// Turns the evidence of a table into a reading, and into questions where the evidence is not enough.
extension TableAnalysis {
    func proposal(usual: Currency, origin: CurrencyOrigin) -> ReadingProposal {
        var analysis = self
        return analysis.decide(usual: usual, origin: origin)
    }

    private mutating func decide(usual: Currency, origin: CurrencyOrigin) -> ReadingProposal {
        decideEncoding()
        decideTable()
        let totals = leaveOutLineTotals()
        takeValueFromGroup()
        var columns = chooseTargets(lineTotals: totals)
        decideName(&columns)
        askAboutValues(columns)
        askAboutTotals(&columns, lineTotals: totals)
        askAboutAmounts(&columns)
        askAboutRivals(columns)
        askAboutAges(columns)
        askAboutDoubtfulCells(&columns)
        for index in columns.indices { reading.columns[index].target = columns[index].target }
        decideRows(columns)
        decideCurrency(usual: usual, origin: origin)
        decideDecimals()
        decideDates()
        decideOtherCells()
        decideLists()
        decideLinks()
        noteKeptCells()
        return ReadingProposal(
            reading: reading, columns: columns, evidence: evidence, questions: questions, leftOut: leftOut,
            encodings: encoding?.candidates ?? [])
    }

    // MARK: Cells

    /// The columns whose fields have values of these kinds.
    func indices(_ kinds: Set<ItemField.Kind>) -> [Int] {
        reading.columns.indices.filter { reading.columns[$0].target.kind.map(kinds.contains) ?? false }
    }

    private mutating func decideEncoding() {
        guard let encoding, let best = encoding.candidates.first, best.encoding != .utf8 else { return }
        if !best.samples.isEmpty {
            evidence.append(.encoding(best.encoding, confidence: best.confidence, samples: best.samples))
        }
        if !encoding.isCertain {
            questions.append(
                ReadingQuestion(
                    topic: .encoding,
                    answers: encoding.candidates.map { .encoding($0.encoding, samples: $0.samples) }))
        }
    }

    private mutating func decideLists() {
        // Semicolons separate the tags of these programs, whether a table has any or not.
        if reading.hasCertainColumns { return }
        for index in reading.columns.indices {
            let marks = statistics[index].listMarks
            switch reading.columns[index].target {
            case .field(.tags):
                // Semicolons separate tags; without any, commas do.
                for mark in [UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "|")] where marks[mark] != nil {
                    reading.columns[index].listSeparator = mark
                    break
                }
            case .field(.location):
                reading.columns[index].pathSeparator =
                    statistics[index].pathMarks.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
            default: break
            }
        }
    }

    /// The addresses that cells link to are the URL if no other column is, and those of names and URLs alone.
    private mutating func decideLinks() {
        let hasURLs = reading.columns.indices.contains {
            reading.columns[$0].target == .field(.url) && statistics[$0].count > 0
        }
        for index in reading.columns.indices {
            guard let example = statistics[index].links.example, reading.columns[index].target != .ignored else {
                continue
            }
            let isURL =
                reading.columns[index].target == .field(.url) || (!hasURLs && index == reading.nameColumn)
            let target = isURL ? .field(.url) : reading.columns[index].defaultLink(number: index + 1)
            reading.columns[index].link = target
            evidence.append(
                .links(
                    heading: reading.columns[index].heading, count: statistics[index].links.count, example,
                    field: target.name))
        }
    }

    private mutating func noteKeptCells() {
        if let name = reading.nameColumn, fills[name] < items {
            evidence.append(.nameless(heading: reading.columns[name].heading, count: items - fills[name]))
        }
        for index in reading.columns.indices {
            let (lost, twice) = (statistics[index].lostCharacters, statistics[index].twiceConverted)
            let heading = TableReading.customName(reading.columns[index].heading, index + 1)
            if let example = lost.example {
                evidence.append(.lostCharacters(heading: heading, count: lost.count, example))
            }
            if let example = twice.example {
                evidence.append(.twiceConverted(heading: heading, count: twice.count, example))
            }
        }
        for index in indices([.date]) {
            let isExact = !reading.columns[index].target.takesApproximateDates
            let kept = isExact ? statistics[index].partialDates : statistics[index].vagueDates
            guard let example = kept.example else { continue }
            evidence.append(
                .keptAsText(
                    heading: reading.columns[index].heading, count: kept.count,
                    example: example.text))
        }
        for index in indices([.text]) + reading.columns.indices.filter({ reading.columns[$0].target.kind == nil }) {
            guard let example = statistics[index].cutNumbers.example else { continue }
            evidence.append(
                .cutNumbers(
                    heading: reading.columns[index].heading, count: statistics[index].cutNumbers.count, example))
        }
        for index in indices([.quantity]) where reading.columns[index].target == .field(.quantity) {
            guard let example = statistics[index].measures.example else { continue }
            evidence.append(
                .units(
                    heading: reading.columns[index].heading, count: statistics[index].measures.count,
                    example: example.text))
        }
        for index in indices([.money]) {
            guard let example = statistics[index].finest?.text else { continue }
            let heading = reading.columns[index].heading
            let texts = statistics[index].amounts(withMoreDecimalsThan: digits(of: index)).count
            let stored = statistics[index].storedDecimalCounts.filter { $0.key > digits(of: index) }.values
                .reduce(0, +)
            if reading.keepsExcessDecimals, texts + stored > 0 {
                evidence.append(.excessDecimals(heading: heading, count: texts + stored, example))
            } else if stored > 0 {
                evidence.append(.rounded(heading: heading, count: stored, example))
            }
        }
    }
}

/// Decides the currencies of a table: what signs and codes mean, and the currency of amounts without either.
extension TableAnalysis {
    mutating func decideCurrency(usual: Currency, origin: CurrencyOrigin) {
        var counts: [String: Int] = [:]
        var unsigned = 0
        for index in indices([.money]) {
            for (sign, count) in statistics[index].signs { counts[sign, default: 0] += count }
            let column = reading.columns[index]
            if let sign = Heading(column.heading).currencySign {
                if statistics[index].unsigned > 0 { counts[sign, default: 0] += statistics[index].unsigned }
            } else if statistics[index].unsigned > statedCurrencies(of: column.target) {
                unsigned += statistics[index].unsigned
            }
        }
        for (sign, count) in counts.sorted(by: { ($0.value, $1.key) > ($1.value, $0.key) }) {
            let known = CurrencySymbols.currencies(of: sign)
            let spoken = (language?.currencies ?? []).filter(known.contains)
            let candidates = spoken + known.filter { !spoken.contains($0) }
            guard let first = candidates.first else { continue }
            var settled = overrides.signs[sign] ?? candidates.only
            if settled == nil, candidates.contains(usual), spoken.allSatisfy({ $0 == usual }) || isChosen(origin) {
                settled = usual
            }
            if settled == nil, sign == "£" { settled = first }
            if settled == nil { settled = currencyByLanguage(candidates) }
            reading.currencySigns[sign] = settled ?? first
            evidence.append(.sign(sign, settled ?? first, count: count))
            if settled == nil {
                questions.append(
                    ReadingQuestion(
                        topic: .currency(sign: sign), answers: candidates.prefix(6).map(ReadingAnswer.currency)))
            }
        }
        for index in indices([.money]) {
            if let sign = Heading(reading.columns[index].heading).currencySign {
                reading.columns[index].currency = reading.currencySigns[sign]
            }
        }
        askAboutSignsUnderHeadings()
        // Exports of this program state the currency of each amount.
        let signed = Set(reading.currencySigns.values).union(reading.isOwnFile ? [] : onlyCodes)
        if overrides.currency == nil, let only = signed.first, signed.count == 1 {
            reading.currency = only
            return
        }
        reading.currency = usual
        guard unsigned > 0 else { return }
        let others = currencies(insteadOf: usual, origin, signed)
        if others.isEmpty {
            evidence.append(.usualCurrency(usual, origin))
        } else {
            reading.currency = others[0]
            questions.append(
                ReadingQuestion(
                    topic: .usualCurrency(count: unsigned),
                    answers: (others.filter { $0 != usual }.prefix(5) + [usual]).map(ReadingAnswer.currency)))
        }
    }

    /// Whether the usual currency is the owner's choice, or that of a locale in the language of the headings.
    private func isChosen(_ origin: CurrencyOrigin) -> Bool {
        switch origin {
        case .option, .inventory: true
        case .locale(let name): language.map { name.hasPrefix($0.language.prefix(2)) } ?? true
        case .standard: false
        }
    }

    /// Asks about amounts with a sign of another currency than the one that their heading names.
    private mutating func askAboutSignsUnderHeadings() {
        for column in indices([.money]) {
            let heading = reading.columns[column].heading
            guard let named = reading.columns[column].currency, Heading(heading).currencySign != nil else { continue }
            for sign in statistics[column].signs.keys.sorted() where overrides.signs[sign] == nil {
                guard let meant = reading.currencySigns[sign], meant != named,
                    !questions.contains(where: { $0.topic.sign == sign })
                else { continue }
                questions.append(
                    ReadingQuestion(
                        topic: .signUnderHeading(sign: sign, heading: heading),
                        answers: [.currency(meant), .currency(named)]))
            }
        }
    }

    /// The currencies that amounts without any may rather be in than in the usual one, the likeliest first; empty if the table
    /// says nothing against that.
    private func currencies(insteadOf usual: Currency, _ origin: CurrencyOrigin, _ signed: Set<Currency>) -> [Currency]
    {
        if origin == .option { return [] }
        let spoken = language?.currencies ?? []
        if !signed.isEmpty {
            return signed.contains(usual) ? [] : spoken.filter(signed.contains) + signed.subtracting(spoken).sorted()
        }
        // The owner chose the currency of the inventory; nobody chose the locale's, or the one that is used without a locale.
        if origin == .inventory { return [] }
        if isWrittenOtherwise(usual, origin) { return spoken.isEmpty ? CurrencySymbols.currencies(of: "€") : spoken }
        return origin != .standard && spoken.contains(usual) ? [] : spoken
    }

    /// Whether amounts have a decimal comma, and the currency is that of an English locale, or of none, and written with a
    /// point.
    private func isWrittenOtherwise(_ usual: Currency, _ origin: CurrencyOrigin) -> Bool {
        // Homebox's files have no currencies, whatever the decimal separator.
        guard reading.program != "homebox", Self.writtenWithPoint.contains(usual.code) else { return false }
        if case .locale(let name) = origin, !name.hasPrefix("en") { return false }
        let found = Set(indices([.money]).flatMap { statistics[$0].decimals.keys })
        return (overrides.decimal.map { [$0] } ?? found) == [.comma]
    }

    /// The currencies of countries that write a decimal point.
    static let writtenWithPoint: Set = ["USD", "GBP", "CAD", "AUD", "NZD", "HKD", "SGD", "INR"]

    /// The language of the headings.
    var language: LanguageWords? { HeadingMatcher().language(of: reading.columns.map(\.heading)) }

    /// The number of amounts of a column whose currency another column names.
    private func statedCurrencies(of target: ColumnTarget) -> Int {
        reading.columns.indices.filter { index in
            guard case .currency(let field) = reading.columns[index].target else { return false }
            return field.map(target.fields.contains) ?? true
        }
        .map { statistics[$0].count }.max() ?? 0
    }

    /// The currencies of columns that hold the same code in every row.
    private var onlyCodes: [Currency] {
        reading.columns.indices.compactMap { index in
            guard case .currency = reading.columns[index].target, let code = statistics[index].onlyText else {
                return nil
            }
            return CurrencySymbols.currencies(of: code).only
        }
    }

    /// The yuan and the yen share a sign, but not their text.
    private func currencyByLanguage(_ candidates: [Currency]) -> Currency? {
        let code: String? =
            switch (language?.language, reading.encoding) {
            case ("ja", _), (_, .shiftJIS), (_, .eucJP): "JPY"
            case ("zh-Hans", _), (_, .gb18030): "CNY"
            case (_, .eucKR): "KRW"
            default: nil
            }
        return candidates.first { $0.code == code }
    }
}

/// Decides which sheet and which rows hold items.
extension TableAnalysis {
    mutating func decideTable() {
        if lists.count > 1 {
            questions.append(ReadingQuestion(topic: .sheet, answers: lists.map(ReadingAnswer.sheet)))
        }
        if !otherSheets.visible.isEmpty || !otherSheets.hidden.isEmpty {
            evidence.append(.otherSheets(visible: otherSheets.visible, hidden: otherSheets.hidden))
        }
        if lacksHeadings {
            questions.append(
                ReadingQuestion(topic: .headings, answers: [.headerRow(0), .headerRow(1)], rowNumbers: [1, 2]))
        }
        if !otherHeadings.isEmpty, overrides.headerRow == nil {
            let rows = [reading.headerRow] + otherHeadings.prefix(8)
            let places = rows.map { HeaderPlace(row: $0, column: reading.tableColumns?.first) }
            let beside = questions.first { $0.topic == .tables }?.answers ?? []
            questions.removeAll { $0.topic == .tables }
            questions.append(
                ReadingQuestion(
                    topic: .tables,
                    answers: places.map(ReadingAnswer.headerRow).filter { !beside.contains($0) } + beside,
                    rowNumbers: rows))
        }
    }

    mutating func decideRows(_ columns: [ColumnProposal]) {
        decideGroups(columns)
        decideGaps()
        decideHidden()
        // Later decisions about columns may change a sum, which does not make an item of a total.
        reading.totalRows = overrides.totalRows ?? (leftOut.hasTotals ? .omit : .items)
        if let example = doubtfulTotal, overrides.totalRows == nil {
            questions.append(
                ReadingQuestion(
                    topic: .totalRows(example), answers: [.totalRows(.omit), .totalRows(.items)],
                    rowNumbers: rowsBelow.cells.rows))
        } else if let example = rowsBelow.cells.example, overrides.totalRows == nil {
            let answers = [ReadingAnswer.totalRows(.omit), .totalRows(.items)]
            questions.append(
                ReadingQuestion(
                    topic: .rowsBelow(count: rowsBelow.cells.count, example),
                    answers: rowsBelow.hasAmount ? answers : answers.reversed(), rowNumbers: rowsBelow.cells.rows))
        }
    }

    /// Rows that a spreadsheet hides or filters out are a question, and hidden columns are named.
    private mutating func decideHidden() {
        for (column, sum) in hidden.sumsOfColumns.sorted(by: { $0.key < $1.key }) where column < reading.columns.count {
            let heading = TableReading.customName(reading.columns[column].heading, column + 1)
            evidence.append(.hiddenColumn(heading: heading, sum: sum == 0 ? nil : HiddenCells.text(sum)))
        }
        guard let example = hidden.rows.example else { return }
        for index in indices([.money]) {
            guard let sum = hidden.sumsOfRows[index] else { continue }
            evidence.append(.hiddenAmounts(heading: reading.columns[index].heading, sum: HiddenCells.text(sum)))
        }
        guard overrides.hiddenRows == nil else { return }
        questions.append(
            ReadingQuestion(
                topic: .hiddenRows(count: hidden.rows.count, example),
                answers: [.hiddenRows(.items), .hiddenRows(.omit)], rowNumbers: hidden.rows.rows))
    }

    private mutating func decideGroups(_ columns: [ColumnProposal]) {
        let hasLocation = columns.contains { $0.target == .field(.location) && $0.count > 0 }
        let finding = groups.finding(reading, fills: fills, hasLocation: hasLocation)
        if let meaning = overrides.groupRows {
            reading.groupRows = meaning
        } else {
            switch finding {
            case .items: break
            case .location: reading.groupRows = .location
            case .column(let index):
                reading.columns[index].fillsDown = true
                leaveOutSingleCells(.location)
                evidence.append(
                    .filledDown(
                        heading: reading.columns[index].heading, example: groups.singles.first?.example.text ?? ""))
            case .open(let example, let meanings):
                reading.groupRows = meanings.first ?? .items
                questions.append(
                    ReadingQuestion(
                        topic: .groupRows(example: example), answers: meanings.map(ReadingAnswer.groupRows),
                        rowNumbers: groups.singles.map(\.example.row))
                )
            }
        }
        guard groups.count > 0, reading.groupRows != .items else {
            // A room above the headings may be the only row with a single cell: each room may have a table.
            if let row = rowAboveHeader, overrides.groupRows == nil, !hasLocation, Vocabulary.shared.isRoom(row.text) {
                takeGroupAboveHeader()
                evidence.append(.groupRows(example: row.text))
            }
            return
        }
        leaveOutSingleCells(reading.groupRows)
        if reading.groupRows != .omit {
            takeGroupAboveHeader()
            let example = groups.singles.first { $0.isLeftOut(by: reading.groupRows) }?.example.text ?? ""
            evidence.append(.groupRows(example: example))
        }
    }

    /// The most columns whose empty cells continue the cell above: each row has a copy of all these cells.
    private static let mostFilledDown = 16

    /// Decides whether the empty cells of locations and categories continue the cell above: people write a room once, or
    /// merge its cells, and then every run of rows has another name in its first row only.
    private mutating func decideGaps() {
        // Programs write every cell that they know.
        guard reading.program == nil || overrides.fillsDown == true else { return }
        var filled = 0
        for (index, column) in reading.columns.enumerated()
        where !column.fillsDown && filled < TableAnalysis.mostFilledDown {
            guard [.field(.location), .field(.category)].contains(column.target), fills[index] < items,
                overrides.fillsDown != false, let example = statistics[index].example
            else { continue }
            // Whoever writes the room of each item repeats it in the next row.
            let isWrittenOnce =
                (fills[index] > 1 || items > 2) && (items - fills[index]) * 5 >= items * 2 && firstFills.contains(index)
                && !statistics[index].repeatsAbove
            guard overrides.fillsDown == true || isWrittenOnce else { continue }
            reading.columns[index].fillsDown = true
            filled += 1
            if overrides.fillsDown == true {
                evidence.append(.filledDown(heading: column.heading, example: example.text))
            } else if !questions.contains(where: \.isAboutGaps) {
                questions.append(
                    ReadingQuestion(
                        topic: .fillDown(heading: column.heading, example),
                        answers: [.fillDown(true), .fillDown(false)]))
            }
        }
    }
}

extension ReadingQuestion {
    fileprivate var isAboutGaps: Bool { if case .fillDown = topic { true } else { false } }
}
