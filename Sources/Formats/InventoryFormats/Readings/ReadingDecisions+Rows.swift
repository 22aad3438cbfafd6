import Inventory

/// Decides which sheet and which rows hold items.
extension TableAnalysis {
    mutating func decideTable(_ questions: inout [ReadingQuestion], _ evidence: inout [ReadingEvidence]) {
        if lists.count > 1 {
            questions.append(ReadingQuestion(topic: .sheet, answers: lists.map(ReadingAnswer.sheet)))
        }
        if !otherSheets.visible.isEmpty || !otherSheets.hidden.isEmpty {
            evidence.append(.otherSheets(visible: otherSheets.visible, hidden: otherSheets.hidden))
        }
        if lacksHeadings {
            questions.append(ReadingQuestion(topic: .headings, answers: [.headerRow(0), .headerRow(1)]))
        }
    }

    mutating func decideRows(
        _ columns: [ColumnProposal], _ questions: inout [ReadingQuestion], _ evidence: inout [ReadingEvidence]
    ) {
        decideGroups(columns, &questions, &evidence)
        decideGaps(&questions, &evidence)
        reading.totalRows = overrides.totalRows ?? .items
        if let example = doubtfulTotal, overrides.totalRows == nil {
            reading.totalRows = .omit
            questions.append(
                ReadingQuestion(topic: .totalRows(example), answers: [.totalRows(.omit), .totalRows(.items)]))
        }
    }

    private mutating func decideGroups(
        _ columns: [ColumnProposal], _ questions: inout [ReadingQuestion], _ evidence: inout [ReadingEvidence]
    ) {
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
                    ReadingQuestion(topic: .groupRows(example: example), answers: meanings.map(ReadingAnswer.groupRows))
                )
            }
        }
        guard groups.count > 0, reading.groupRows != .items else { return }
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
    private mutating func decideGaps(_ questions: inout [ReadingQuestion], _ evidence: inout [ReadingEvidence]) {
        // Programs write every cell that they know.
        guard reading.program == nil else { return }
        var filled = 0
        for (index, column) in reading.columns.enumerated()
        where !column.fillsDown && filled < TableAnalysis.mostFilledDown {
            guard [.field(.location), .field(.category)].contains(column.target), fills[index] > 1,
                fills[index] * 2 <= items, firstFills.contains(index), statistics[index].variety == 1,
                overrides.fillsDown != false, let example = statistics[index].example
            else { continue }
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
