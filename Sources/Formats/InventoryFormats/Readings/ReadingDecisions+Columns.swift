import Inventory

/// The fields of columns: which heading counts, and what is asked about.
extension TableAnalysis {
    /// Columns with the product of another one's amounts and the quantity are not values of one piece.
    /// - Returns: the other column, by the number of the product's.
    mutating func leaveOutLineTotals() -> [Int: Int] {
        var found: [Int: Int] = [:]
        for index in matches.indices where matches[index]?.target != .lineTotal {
            let each = lineTotals.pieces(of: index) { one, other in
                guard let one = matches[one]?.target, let other = matches[other]?.target else { return false }
                return one.conflicts(with: other)
            }
            if let each { found[index] = each }
        }
        for index in matches.indices where matches[index]?.target == .lineTotal {
            if let each = lineTotals.pieces(of: index, areAlike: { _, _ in true }) { found[index] = each }
        }
        for index in found.keys { matches[index] = nil }
        return found
    }

    /// A heading that says nothing may be below the word for its column: "Value" above "Today". Without a column that is
    /// called the value, that one rather than a price has it, but only if the owner says so.
    mutating func takeValueFromGroup() {
        let isValue = { (match: HeadingMatcher.Match?) in match?.target == .field(.value) || match?.target == .lineTotal
        }
        guard reading.program == nil, !matches.contains(where: isValue),
            !overrides.statedTargets.contains(where: { $0.fields.contains(.value) })
        else { return }
        let found = HeadingMatcher().match(groupHeadings).matches
        let index = matches.indices.first { index in
            let column = reading.columns[index]
            return found.indices.contains(index) && isValue(found[index]) && matches[index] == nil
                && overrides.target(ofColumn: index, heading: column.heading) == nil
                && !isEmpty(index) && confirms(.field(.value), index)
        }
        guard let index, let example = statistics[index].example else { return }
        let heading = TableReading.customName(reading.columns[index].heading, index + 1)
        matches[index] = found[index]
        questions.append(
            ReadingQuestion(
                topic: .columnMeaning(number: index + 1, heading: heading, example),
                answers: [.column(heading: heading, .field(.value)), .column(heading: heading, .customField(heading))]))
    }

    func chooseTargets(lineTotals: [Int: Int]) -> [ColumnProposal] {
        let named = namedTargets
        let rivals = rivals(named)
        return reading.columns.indices.map { index in
            var (target, reason) = target(of: index, named, rivals)
            if let each = lineTotals[index], reason == .unknown {
                reason = .lineTotal(of: reading.columns[each].heading)
            }
            return ColumnProposal(
                number: index + 1, heading: reading.columns[index].heading, target: target, reason: reason,
                samples: statistics[index].samples, count: statistics[index].count)
        }
    }

    /// A column that other columns of its field stand behind.
    private struct Rival {
        let index: Int
        let target: ColumnTarget
        let order: Order
    }

    /// The columns that can take a field from others: of each target, those that go before all to their left.
    private func rivals(_ named: Set<ColumnTarget>) -> [Rival] {
        var best: [ColumnTarget: Order] = [:]
        return reading.columns.indices.compactMap { index in
            guard let match = matches[index],
                overrides.target(ofColumn: index, heading: reading.columns[index].heading) == nil
            else { return nil }
            let (target, order) = (resolved(match.target, named), order(of: match, index))
            guard confirms(target, index), best[target].map({ order < $0 }) ?? true else { return nil }
            best[target] = order
            return Rival(index: index, target: target, order: order)
        }
    }

    private func target(
        of index: Int, _ named: Set<ColumnTarget>, _ rivals: [Rival]
    ) -> (ColumnTarget, ColumnProposal.Reason) {
        let heading = reading.columns[index].heading
        if let mapped = overrides.target(ofColumn: index, heading: heading) { return (mapped, .option) }
        let custom = ColumnTarget.customField(
            preset?.customName(in: heading) ?? TableReading.customName(heading, index + 1))
        guard let match = matches[index] else {
            let isEmpty = heading.isEmpty && statistics[index].count == 0
            return isEmpty ? (.ignored, .empty) : (custom, .unknown)
        }
        let target = resolved(match.target, named)
        // What Homebox and this program name is what it is: other cells are faults.
        if !reading.hasCertainColumns, !confirms(target, index) {
            return (custom, .otherValues(target.fields.first ?? .value))
        }
        if target == .field(.externalReference), reading.program == nil, statistics[index].repeats {
            return (custom, .repeats)
        }
        // Texts of several columns are joined; of other fields the best heading counts.
        if target.joinsColumns { return (target, match.reason) }
        if overrides.statedTargets.contains(where: target.conflicts) { return (custom, .taken(by: "")) }
        let order = order(of: match, index)
        let rival = rivals.first {
            $0.order < order && target.conflicts(with: $0.target) && !currencyColumns.areOfOneAmount($0.index, index)
        }
        if let rival { return (custom, .taken(by: reading.columns[rival.index].heading)) }
        return (target, match.reason)
    }

    private typealias Order = (Int, Int, Int, Int)

    /// A column with cells goes before an empty one, and a value of one piece before that of all.
    private func order(of match: HeadingMatcher.Match, _ index: Int) -> Order {
        (isEmpty(index) ? 1 : 0, match.target.isComputed ? 1 : 0, match.rank, index)
    }

    private func isEmpty(_ index: Int) -> Bool { statistics[index].count == 0 }

    /// Whether the cells of a column can be values of a target.
    private func confirms(_ target: ColumnTarget, _ index: Int) -> Bool {
        // Whether there is a receipt or a warranty is neither its number nor its terms; things may be called X and Y.
        if target.kind == .text, ![.field(.purchaseReceiptNumber), .field(.warrantyDetails)].contains(target) {
            return true
        }
        return target.kind.map {
            statistics[index].confirms($0, takesYears: target.takesApproximateDates)
        } ?? true
    }

    /// The targets that headings of columns with cells name.
    private var namedTargets: Set<ColumnTarget> {
        Set(matches.indices.lazy.filter { !isEmpty($0) }.compactMap { matches[$0]?.target })
    }

    /// A price is what was paid; it is the value too if no column has the value.
    /// - Parameter named: ``namedTargets``.
    private func resolved(_ target: ColumnTarget, _ named: Set<ColumnTarget>) -> ColumnTarget {
        let holdsValue =
            named.contains(.field(.value)) || named.contains(.lineTotal)
            || overrides.statedTargets.contains(.field(.value))
        if reading.isOwnFile { return target }
        return switch target {
        case .price where holdsValue && reading.program != "homebox": .field(.purchasePrice)
        case .price where named.contains(.field(.purchasePrice)): .field(.value)
        case .field(.purchasePrice) where !holdsValue && !named.contains(.price): .price
        default: target
        }
    }

    /// Items need names: without a column of names, another one names them.
    mutating func decideName(_ columns: inout [ColumnProposal]) {
        func use(_ index: Int) {
            columns[index] = ColumnProposal(
                number: index + 1, heading: columns[index].heading, target: .field(.name), reason: .standsForName,
                samples: columns[index].samples, count: columns[index].count)
        }
        // A file of Homebox without its column of names is damaged.
        guard reading.program != "homebox" else { return }
        if let name = columns.firstIndex(where: { $0.target == .field(.name) || $0.target == .modelName }) {
            guard columns[name].reason != .option, reading.program == nil, let other = betterName(than: name, columns)
            else { return }
            questions.append(
                ReadingQuestion(
                    topic: .nameColumn, answers: [other, name].map { .nameColumn(columns[$0].name) }))
            columns[name] = ColumnProposal(
                number: name + 1, heading: columns[name].heading, target: .customField(columns[name].name),
                reason: .taken(by: columns[other].heading), samples: columns[name].samples, count: columns[name].count)
            return use(other)
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
                    topic: .nameColumn, answers: candidates.prefix(6).map { .nameColumn(columns[$0].name) }))
        }
        use(best)
    }

    /// A column of texts that all differ and that every item has, if the column of names is empty for half of the items or
    /// more, or has few texts: those of shelves or boxes.
    private func betterName(than name: Int, _ columns: [ColumnProposal]) -> Int? {
        let isSparse = fills[name] * 2 <= items
        guard items > 1, isSparse || (items > 3 && statistics[name].variety <= 0.5) else { return nil }
        return columns.indices.first { index in
            let isText =
                switch columns[index].target {
                case .field(.description), .customField: true
                default: false
                }
            // Things of one name may well have a number each.
            let isNumbered =
                !isSparse
                && statistics[index].samples.allSatisfy {
                    !$0.contains(" ") && $0.utf8.contains(where: \.isDigit)
                }
            return isText && fills[index] == items && statistics[index].texts * 2 > items && !statistics[index].repeats
                && !isNumbered
        }
    }

    /// Amounts, quantities, dates and flags that cannot be read are not dropped from totals in silence.
    mutating func askAboutValues(_ columns: [ColumnProposal]) {
        for (index, column) in columns.enumerated() {
            guard case .otherValues(let field) = column.reason, let example = statistics[index].example,
                ![.identifier, .customFields, .text].contains(field.kind), statistics[index].partialDates.count == 0,
                let target = matches[index]?.target
            else { continue }
            questions.append(
                ReadingQuestion(
                    topic: .columnValues(number: column.number, heading: column.name, field, example),
                    answers: [
                        .column(heading: column.name, column.target), .column(heading: column.name, target),
                    ]
                ))
        }
    }

    /// A total of the file that is the sum of the amounts without quantities contradicts their reading as prices of one
    /// piece.
    /// - Parameter lineTotals: the columns of prices, by the number of the column with their products: people sum both.
    mutating func askAboutTotals(_ columns: inout [ColumnProposal], lineTotals: [Int: Int]) {
        for (index, column) in columns.enumerated() where column.target == .price || column.target == .field(.value) {
            guard let total = totalEvidence[index].ofRows, totalEvidence[index].ofPieces == nil,
                !lineTotals.values.contains(index), column.reason != .option
            else { continue }
            evidence.append(.totalOfRows(heading: column.name, total))
            questions.append(
                ReadingQuestion(
                    topic: .columnMeaning(
                        number: column.number, heading: column.name, statistics[index].example ?? total),
                    answers: [
                        .column(heading: column.name, .lineTotal), .column(heading: column.name, column.target),
                    ]))
            columns[index].target = .lineTotal
        }
    }

    /// Asks which of these fields a column holds.
    private mutating func ask(_ column: ColumnProposal, _ targets: [ColumnTarget]) {
        let isAsked = questions.contains { question in
            if case .columnMeaning(column.number, _, _) = question.topic { true } else { false }
        }
        guard !isAsked, let example = statistics[column.number - 1].example else { return }
        questions.append(
            ReadingQuestion(
                topic: .columnMeaning(number: column.number, heading: column.name, example),
                answers: targets.map { .column(heading: column.name, $0) }))
    }

    /// Asks about the column that has a field if another one with other amounts has as good a heading for it: net and gross,
    /// before and after a discount, estimated and appraised.
    mutating func askAboutRivals(_ columns: [ColumnProposal]) {
        for (index, column) in columns.enumerated() {
            guard case .taken(let heading) = column.reason, column.count > 0, matches[index]?.target.kind == .money,
                let winner = columns.first(where: { $0.heading == heading && $0.number != column.number }),
                matches[winner.number - 1]?.target == matches[index]?.target, winner.reason != .option, !winner.isTaken,
                winner.samples != column.samples
            else { continue }
            ask(winner, [winner.target, .customField(winner.name)])
        }
        // Without quantities nothing says of how many pieces a total is.
        guard let total = columns.first(where: { $0.target == .lineTotal && $0.reason != .option && $0.count > 0 }),
            !columns.contains(where: { $0.target == .field(.quantity) }),
            let each = columns.first(where: { $0.target == .field(.purchasePrice) && $0.count > 0 }),
            matches[each.number - 1]?.target == .price, each.samples != total.samples
        else { return }
        ask(total, [.lineTotal, .customField(total.name)])
    }

    /// Asks about amounts and quantities of merged cells, amounts in thousands, and dates of which a spreadsheet may have
    /// swapped the day and the month.
    mutating func askAboutDoubtfulCells(_ columns: inout [ColumnProposal]) {
        for (index, column) in columns.enumerated() where column.reason != .option && column.count > 0 {
            let cells = statistics[index]
            let text = ColumnTarget.customField(column.name)
            switch column.target.kind {
            case .money, .quantity:
                if cells.covered.count > 0 { ask(column, [column.target, text]) }
                guard Heading(column.heading).countsThousands else { continue }
            case .date:
                // Text that only the order of the day first reads stays text if the spreadsheet expects the month first.
                guard cells.storedDates != nil, cells.settledStoredDate == nil,
                    cells.settledOrders[.dayMonthYear] != nil
                else { continue }
            default: continue
            }
            ask(column, [text, column.target])
            columns[index].target = text
        }
    }

    /// Nothing in a table says on which day things had the ages that it states.
    mutating func askAboutAges(_ columns: [ColumnProposal]) {
        for column in columns where column.count > 0 && column.reason != .option {
            if case .age = column.target { ask(column, [column.target, .customField(column.name)]) }
        }
    }

    /// Without a quantity, the total of a line would be the value of one piece: a column of small whole numbers may have it.
    private mutating func askAboutPieces(_ columns: inout [ColumnProposal]) {
        guard columns.contains(where: { $0.target == .lineTotal && $0.count > 0 }),
            !columns.contains(where: { $0.target == .field(.quantity) })
        else { return }
        let index = columns.indices.first { index in
            columns[index].reason == .unknown && statistics[index].count > 0 && statistics[index].areCounts
                && statistics[index].onlyText != "1" && statistics[index].samples != ["1", "2"]
        }
        guard let index else { return }
        ask(columns[index], [.field(.quantity), columns[index].target])
        columns[index].target = .field(.quantity)
    }

    /// Amounts that may be for one piece or for all, and amounts that no heading names, change the totals.
    mutating func askAboutAmounts(_ columns: inout [ColumnProposal]) {
        guard reading.program == nil else { return }
        askAboutPieces(&columns)
        let languages = Vocabulary.shared.languages
        let quantity = columns.firstIndex { $0.target == .field(.quantity) }
        // What a stock of "4 packs" is worth is rather the value of all.
        let hasUnits = quantity.map { statistics[$0].measures.count > 0 } ?? false
        for (index, column) in columns.enumerated() where column.reason != .option && column.count > 0 {
            guard column.target == .price || column.target == .field(.value) else { continue }
            let word = Heading.folded(Heading(column.heading).plain)
            if quantity == nil, statistics[index].areCounts,
                languages.contains(where: { $0.moneyOrCount.contains(word) })
            {
                ask(column, [column.target, .field(.quantity)])
            } else if quantity != nil, totalEvidence[index].ofPieces == nil,
                (hasUnits && column.target == .field(.value))
                    || (lineTotals.hasSeveral && languages.contains(where: { $0.openAmounts.contains(word) }))
            {
                ask(column, [column.target, .lineTotal])
            }
        }
        guard !columns.contains(where: { $0.target.fields.contains(.value) && $0.reason != .standsForName }),
            !overrides.statedTargets.contains(where: { $0.fields.contains(.value) })
        else { return }
        let unnamed = columns.indices.first { index in
            guard case .customField = columns[index].target else { return false }
            return columns[index].reason == .unknown && statistics[index].areAmounts
        }
        if let unnamed {
            ask(columns[unnamed], [columns[unnamed].target, .price] + (lineTotals.hasSeveral ? [.lineTotal] : []))
        }
    }
}
