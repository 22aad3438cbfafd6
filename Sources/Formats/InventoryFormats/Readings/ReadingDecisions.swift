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
        askAboutAmounts(columns)
        for index in columns.indices { reading.columns[index].target = columns[index].target }
        decideRows(columns)
        decideCurrency(usual: usual, origin: origin)
        decideDecimals()
        decideDates()
        decideOtherCells()
        decideLists()
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

    private mutating func noteKeptCells() {
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
