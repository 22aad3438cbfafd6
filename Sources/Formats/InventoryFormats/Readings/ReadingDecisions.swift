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
        if otherSheets.count > 1 {
            questions.append(ReadingQuestion(topic: .sheet, answers: otherSheets.map(ReadingAnswer.sheet)))
        }
        var columns = chooseTargets()
        decideName(&columns, &questions)
        askAboutValues(columns, &questions)
        decideGroups(columns, &questions, &evidence)
        for index in columns.indices { reading.columns[index].target = columns[index].target }
        decideCurrency(usual: usual, origin: origin, &questions, &evidence)
        decideDecimals(&questions, &evidence)
        decideDates(&questions, &evidence)
        decideOtherCells(&questions, &evidence)
        decideLists()
        noteKeptCells(&evidence)
        return ReadingProposal(
            reading: reading, columns: columns, evidence: evidence, questions: questions, leftOut: leftOut,
            encodings: encoding?.candidates ?? [])
    }

    // MARK: Columns

    private func chooseTargets() -> [ColumnProposal] {
        let hasValue = matches.contains { $0?.target == .field(.value) }
        return reading.columns.indices.map { index in
            let (target, reason) = target(of: index, hasValue: hasValue)
            return ColumnProposal(
                number: index + 1, heading: reading.columns[index].heading, target: target, reason: reason,
                samples: statistics[index].samples, count: statistics[index].count)
        }
    }

    private func target(of index: Int, hasValue: Bool) -> (ColumnTarget, ColumnProposal.Reason) {
        let heading = reading.columns[index].heading
        if let mapped = overrides.target(ofColumn: index, heading: heading) { return (mapped, .option) }
        let custom = ColumnTarget.customField(
            preset?.customName(in: heading) ?? TableReading.customName(heading, index + 1))
        guard let match = matches[index] else {
            let isEmpty = heading.isEmpty && statistics[index].count == 0
            return isEmpty ? (.ignored, .empty) : (custom, .unknown)
        }
        let target = resolved(match.target, hasValue: hasValue)
        // What Homebox names is what it is: other cells are faults.
        if let kind = target.kind, reading.program != "homebox", !statistics[index].confirms(kind) {
            return (custom, .otherValues(target.fields.first ?? .value))
        }
        // Texts of several columns are joined; of other fields the best heading counts.
        if target.joinsColumns { return (target, match.reason) }
        if overrides.statedTargets.contains(where: target.conflicts) { return (custom, .taken(by: "")) }
        for other in reading.columns.indices where other != index {
            guard let rival = matches[other], target.conflicts(with: resolved(rival.target, hasValue: hasValue)),
                overrides.target(ofColumn: other, heading: reading.columns[other].heading) == nil,
                (resolved(rival.target, hasValue: hasValue).kind).map(statistics[other].confirms) ?? true
            else { continue }
            if (rival.rank, statistics[other].count == 0 ? 1 : 0, other) < (
                match.rank, statistics[index].count == 0 ? 1 : 0, index
            ) {
                return (custom, .taken(by: reading.columns[other].heading))
            }
        }
        return (target, match.reason)
    }

    /// A price is what was paid; it is the value too if no column has the value.
    private func resolved(_ target: ColumnTarget, hasValue: Bool) -> ColumnTarget {
        let holdsValue = hasValue || overrides.statedTargets.contains(.field(.value))
        let hasPaid = matches.contains { $0?.target == .field(.purchasePrice) }
        return switch target {
        case .price where holdsValue && reading.program != "homebox": .field(.purchasePrice)
        case .price where hasPaid: .field(.value)
        case .field(.purchasePrice) where !holdsValue && !matches.contains { $0?.target == .price }: .price
        default: target
        }
    }

    /// Items need names: without a column of names, another one names them.
    private mutating func decideName(_ columns: inout [ColumnProposal], _ questions: inout [ReadingQuestion]) {
        // A file of Homebox without its column of names is damaged.
        guard reading.program != "homebox",
            !columns.contains(where: { $0.target == .field(.name) || $0.target == .modelName })
        else { return }
        func use(_ index: Int) {
            columns[index] = ColumnProposal(
                number: index + 1, heading: columns[index].heading, target: .field(.name), reason: .standsForName,
                samples: columns[index].samples, count: columns[index].count)
        }
        if let index = columns.firstIndex(where: { $0.target == .field(.description) }) { return use(index) }
        let texts = columns.indices.filter { index in
            guard case .customField = columns[index].target else { return false }
            return statistics[index].texts * 2 > statistics[index].count && statistics[index].count > 0
        }
        let others = columns.indices.filter {
            columns[$0].target == .field(.modelNumber) || columns[$0].target == .brandAndModel
        }
        let candidates = (texts.sorted { statistics[$0].variety > statistics[$1].variety } + others)
        guard let best = candidates.first else { return }
        if candidates.count > 1 || columns.count == 1 {
            questions.append(
                ReadingQuestion(
                    topic: .nameColumn, answers: candidates.prefix(6).map { .nameColumn(columns[$0].heading) }))
        }
        use(best)
    }

    /// Amounts, quantities, dates and flags that cannot be read are not dropped from totals in silence.
    private func askAboutValues(_ columns: [ColumnProposal], _ questions: inout [ReadingQuestion]) {
        for (index, column) in columns.enumerated() {
            guard case .otherValues(let field) = column.reason, let example = statistics[index].example,
                ![.identifier, .customFields].contains(field.kind), statistics[index].partialDates.count == 0,
                let target = matches[index]?.target
            else { continue }
            questions.append(
                ReadingQuestion(
                    topic: .columnValues(number: column.number, heading: column.heading, field, example),
                    answers: [
                        .column(heading: column.heading, column.target), .column(heading: column.heading, target),
                    ]
                ))
        }
    }

    private mutating func decideGroups(
        _ columns: [ColumnProposal], _ questions: inout [ReadingQuestion], _ evidence: inout [ReadingEvidence]
    ) {
        let hasLocation = columns.contains { $0.target == .field(.location) && $0.count > 0 }
        let finding = groups.finding(hasLocation: hasLocation)
        let example = groups.singles.first?.text ?? ""
        if let flag = overrides.groupRows {
            reading.hasGroupRows = flag
        } else if finding == .open {
            reading.hasGroupRows = true
            questions.append(
                ReadingQuestion(topic: .groupRows(example: example), answers: [.groupRows(true), .groupRows(false)]))
        } else {
            reading.hasGroupRows = finding == .yes
        }
        if reading.hasGroupRows, groups.count > 0 {
            evidence.append(.groupRows(example: example))
            leaveOutGroups()
        }
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
            let texts = statistics[index].amounts(withMoreDecimalsThan: digits(of: index)).count
            let stored = statistics[index].storedDecimalCounts.filter { $0.key > digits(of: index) }.values
                .reduce(0, +)
            if reading.keepsFineAmounts, texts + stored > 0 {
                evidence.append(.fineAmounts(heading: heading, count: texts + stored, example))
            } else if stored > 0 {
                evidence.append(.rounded(heading: heading, count: stored, example))
            }
        }
    }
}
