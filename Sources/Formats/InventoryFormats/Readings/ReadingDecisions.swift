import Inventory

/// Turns the evidence of a table into a reading, and into questions where the evidence is not enough.
extension TableAnalysis {
    func proposal(usual: Currency, origin: CurrencyOrigin) -> ReadingProposal {
        var analysis = self
        return analysis.decide(usual: usual, origin: origin)
    }

    private mutating func decide(usual: Currency, origin: CurrencyOrigin) -> ReadingProposal {
        var questions: [ReadingQuestion] = []
        var evidence: [ReadingEvidence] = []
        decideEncoding(&questions, &evidence)
        decideTable(&questions, &evidence)
        let totals = leaveOutLineTotals()
        var columns = chooseTargets(lineTotals: totals)
        decideName(&columns, &questions)
        askAboutValues(columns, &questions)
        askAboutAmounts(columns, &questions)
        for index in columns.indices { reading.columns[index].target = columns[index].target }
        decideRows(columns, &questions, &evidence)
        decideCurrency(usual: usual, origin: origin, &questions, &evidence)
        decideDecimals(&questions, &evidence)
        decideDates(&questions, &evidence)
        decideLists()
        noteKeptCells(&evidence)
        return ReadingProposal(
            reading: reading, columns: columns, evidence: evidence, questions: questions, leftOut: leftOut,
            encodings: encoding?.candidates ?? [])
    }

    // MARK: Cells

    /// The columns whose fields have values of these kinds.
    func indices(_ kinds: Set<ItemField.Kind>) -> [Int] {
        reading.columns.indices.filter { reading.columns[$0].target.kind.map(kinds.contains) ?? false }
    }

    private mutating func decideEncoding(_ questions: inout [ReadingQuestion], _ evidence: inout [ReadingEvidence]) {
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

    private mutating func decideDecimals(_ questions: inout [ReadingQuestion], _ evidence: inout [ReadingEvidence]) {
        if let named = overrides.decimal {
            reading.decimal = named
            return
        }
        let numeric = indices([.money, .quantity, .percentage])
        var found: [DecimalSeparator: (column: Int, example: CellExample)] = [:]
        var open: [DecimalSeparator: (column: Int, example: CellExample)] = [:]
        for index in numeric {
            for separator in DecimalSeparator.allCases {
                if let example = statistics[index].decimals[separator], found[separator] == nil {
                    found[separator] = (index, example)
                }
                if let example = statistics[index].ambiguous[separator], open[separator] == nil {
                    open[separator] = (index, example)
                }
            }
        }
        if let point = found[.point], let comma = found[.comma] {
            // Each column may have its own.
            let mixed = numeric.contains { statistics[$0].decimals.count > 1 }
            for index in numeric { reading.columns[index].decimal = statistics[index].decimals.keys.first }
            reading.decimal = .point
            if mixed
                || numeric.contains(where: { statistics[$0].decimals.isEmpty && !statistics[$0].ambiguous.isEmpty })
            {
                for index in numeric { reading.columns[index].decimal = nil }
                questions.append(
                    ReadingQuestion(
                        topic: .mixedDecimals(point.example, comma.example),
                        answers: [.decimal(.point), .decimal(.comma)]))
            }
            return
        }
        if let (separator, place) = found.first {
            reading.decimal = separator
            evidence.append(.decimal(separator, place.example))
            return
        }
        guard let (separator, place) = open.first(where: { _ in true }) else {
            if numeric.contains(where: { statistics[$0].grouped > 0 }) { reading.decimal = .point }
            return
        }
        if separator == .point, open.count == 1, groupsNoThousandsWithPoints {
            reading.decimal = .point
            evidence.append(.decimal(.point, place.example))
            return
        }
        let other: DecimalSeparator = separator == .point ? .comma : .point
        let columns = numeric.filter { !statistics[$0].ambiguous.isEmpty }
        reading.decimal = other
        // An amount of dollars or euros never has three decimals, so the separator groups thousands.
        if open.count == 1, columns.contains(where: { reading.columns[$0].target.kind == .money && digits(of: $0) < 3 })
        {
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
        if matches.allSatisfy({ $0?.reason == .documented }) { return true }
        let isEnglish = HeadingMatcher().language(of: reading.columns.map(\.heading))?.language == "en"
        return isEnglish && ["USD", "GBP", "CAD", "AUD", "NZD", "HKD", "SGD", "INR"].contains(reading.currency?.code)
    }

    private func digits(of index: Int) -> Int {
        (reading.columns[index].currency ?? reading.currency)?.fractionDigits ?? 2
    }

    private mutating func decideDates(_ questions: inout [ReadingQuestion], _ evidence: inout [ReadingEvidence]) {
        if let named = overrides.dateOrder {
            reading.dateOrder = named
            return
        }
        let columns = indices([.date, .timestamp])
        var settled: [DateOrder: (column: Int, example: CellExample)] = [:]
        for index in columns {
            if let order = Heading(reading.columns[index].heading).dateOrder {
                reading.columns[index].dateOrder = order
                evidence.append(.dateOrderInHeading(order, heading: reading.columns[index].heading))
                continue
            }
            for (order, example) in statistics[index].settledOrders where settled[order] == nil {
                settled[order] = (index, example)
            }
        }
        let open = columns.filter { statistics[$0].openDate != nil && reading.columns[$0].dateOrder == nil }
        let known = settled.sorted { $0.key.rawValue < $1.key.rawValue }
        if known.count > 1 {
            let isMixed =
                columns.contains { statistics[$0].settledOrders.count > 1 }
                || open.contains { statistics[$0].settledOrders.isEmpty }
            for index in columns where reading.columns[index].dateOrder == nil {
                reading.columns[index].dateOrder = isMixed ? nil : statistics[index].settledOrders.keys.first
            }
            reading.dateOrder = known[0].key
            if isMixed {
                questions.append(
                    ReadingQuestion(
                        topic: .mixedDates(known[0].value.example, known[1].value.example),
                        answers: known.map { .dateOrder($0.key) }))
            }
        } else if let (order, place) = known.first {
            reading.dateOrder = order
            evidence.append(.dateOrder(order, heading: reading.columns[place.column].heading, place.example))
        } else if let index = open.first, let example = statistics[index].openDate {
            let orders = open.reduce(statistics[index].openOrders) { $0.intersection(statistics[$1].openOrders) }
            let answers = [DateOrder.dayMonthYear, .monthDayYear, .yearMonthDay].filter(orders.contains)
            reading.dateOrder = answers.first ?? .dayMonthYear
            if answers.count != 1 {
                questions.append(
                    ReadingQuestion(
                        topic: .dateOrder(heading: reading.columns[index].heading, example),
                        answers: (answers.isEmpty ? [.dayMonthYear, .monthDayYear] : answers).map(
                            ReadingAnswer.dateOrder)))
            }
        }
    }

    private mutating func decideLists() {
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

    private func noteKeptCells(_ evidence: inout [ReadingEvidence]) {
        for index in indices([.date]) {
            guard let example = statistics[index].partialDates.example else { continue }
            evidence.append(
                .keptAsText(
                    heading: reading.columns[index].heading, count: statistics[index].partialDates.count,
                    example: example.text))
        }
        for index in indices([.quantity]) {
            guard let example = statistics[index].measures.example else { continue }
            evidence.append(
                .units(
                    heading: reading.columns[index].heading, count: statistics[index].measures.count,
                    example: example.text))
        }
        for index in indices([.money]) {
            guard let example = statistics[index].finest?.text else { continue }
            let heading = reading.columns[index].heading
            func count(_ counts: [Int: Int]) -> Int {
                counts.filter { $0.key > digits(of: index) }.values.reduce(0, +)
            }
            let (texts, stored) = (count(statistics[index].decimalCounts), count(statistics[index].storedDecimalCounts))
            if reading.keepsFineAmounts, texts + stored > 0 {
                evidence.append(.fineAmounts(heading: heading, count: texts + stored, example))
            } else if stored > 0 {
                evidence.append(.rounded(heading: heading, count: stored, example))
            }
        }
    }
}
