import Inventory
import InventoryFormats
import Localization
import Message
import Templating

/// The drop-downs for the table as a whole: those that answer an open question, and the others.
struct ReadingControls {
    private(set) var open: [TemplateValue] = []
    private(set) var settled: [TemplateValue] = []
    private let words: FormLocalization
    private let questions: [String: ReadingQuestion]

    private typealias Choice = (value: String, text: String)

    init(_ page: ReadingPage, _ proposal: ReadingProposal, sheets: [String]) {
        words = page.words
        let catalogue = words.catalogue
        questions = Dictionary(proposal.questions.map { (ReadingControls.name(of: $0.topic), $0) }) { first, _ in first
        }
        let (reading, stated) = (proposal.reading, page.corrections.overrides)
        if case .nameColumn? = questions["nameColumn"]?.topic {
            let columns = proposal.columns.filter { column in
                questions["nameColumn"]?.answers.contains(.nameColumn(column.heading)) ?? false
            }
            add(
                "nameColumn", chosen: nil, proposed: nil,
                choices: columns.map { ("\($0.number)", ([$0.shownHeading] + $0.samples).joined(separator: " · ")) })
        }
        for question in proposal.questions {
            let heading: String
            switch question.topic {
            case .columnValues(_, let named, _, _), .columnMeaning(_, let named, _): heading = named
            default: continue
            }
            let choices = question.answers.compactMap { answer -> Choice? in
                guard case .column(_, let target) = answer else { return nil }
                return (target.name, catalogue.text(answer.message))
            }
            let name = ReadingControls.name(of: question.topic)
            add(name, chosen: nil, proposed: nil, choices: choices, label: heading)
        }
        if let sheet = reading.sheet, sheets.count > 1 {
            add("sheet", chosen: stated.sheet, proposed: sheet, choices: sheets.map { ($0, $0) })
        }
        if let encoding = reading.encoding {
            let found = Dictionary(proposal.encodings.map { ($0.encoding, $0.samples) }) { first, _ in first }
            let all = proposal.encodings.map(\.encoding) + TextEncoding.allCases.filter { found[$0] == nil }
            func title(_ encoding: TextEncoding) -> String {
                ([encoding.rawValue] + (found[encoding] ?? [])).joined(separator: " · ")
            }
            add(
                "encoding", chosen: stated.encoding?.rawValue, proposed: title(encoding),
                choices: all.map { ($0.rawValue, title($0)) })
        }
        if let separator = reading.separator {
            func title(_ byte: UInt8) -> String {
                catalogue.text(ImportFieldDiagnostic.Reason.title(ofDelimiter: byte))
            }
            add(
                "separator", chosen: ReadingCorrections.separators.first { $0.byte == stated.separator }?.name,
                proposed: title(separator), choices: ReadingCorrections.separators.map { ($0.name, title($0.byte)) })
        }
        // Headings are rare beyond the first rows; such a file can be split.
        let rows = Set(0...30).union([reading.headerRow]).sorted().map { HeaderPlace(row: $0) }
        let answers = questions["headerRow"]?.answers ?? stated.headerRow.map { [.headerRow($0)] } ?? []
        let cells = answers.compactMap { answer -> HeaderPlace? in
            guard case .headerRow(let place) = answer, place.column != nil else { return nil }
            return place
        }
        func title(_ place: HeaderPlace) -> String {
            place == 0 ? catalogue.text(ReadingAnswer.headerRow(0).message) : "\(place)"
        }
        add(
            "headerRow", chosen: stated.headerRow?.description,
            proposed: title(HeaderPlace(row: reading.headerRow)),
            choices: (cells + rows).map { ($0.description, title($0)) })
        func title(_ separator: DecimalSeparator) -> String { catalogue.text(ReadingAnswer.decimal(separator).message) }
        add(
            "decimal", chosen: stated.decimal?.rawValue, proposed: reading.decimal.map(title),
            choices: DecimalSeparator.allCases.map { ($0.rawValue, title($0)) })
        add(
            "dates", chosen: stated.dateOrder?.rawValue, proposed: reading.dateOrder.map { catalogue.text($0.message) },
            choices: [DateOrder.dayMonthYear, .monthDayYear, .yearMonthDay].map {
                ($0.rawValue, catalogue.text($0.message))
            })
        for sign in reading.currencySigns.keys.sorted() {
            // A sign of one currency is open if a heading names another.
            let asked = questions["sign-\(sign)"]?.answers.compactMap { answer -> Currency? in
                if case .currency(let currency) = answer { currency } else { nil }
            }
            let candidates = asked ?? CurrencySymbols.currencies(of: sign)
            guard candidates.count > 1 else { continue }
            add(
                "sign-\(sign)", chosen: stated.signs[sign]?.code, proposed: reading.currencySigns[sign]?.code,
                choices: candidates.map { ($0.code, $0.code) }, label: catalogue.text("form.importSign", [sign]))
        }
        add(
            "currency", chosen: stated.currency?.code, proposed: reading.currency?.code ?? page.settings.currency.code,
            choices: Currency.all.map { ($0.code, $0.code) })
        func offer(_ name: String, _ answers: [(String, ReadingAnswer)], chosen: String?, proposed: ReadingAnswer) {
            add(
                name, chosen: chosen, proposed: catalogue.text(proposed.message),
                choices: answers.map { ($0.0, catalogue.text($0.1.message)) })
        }
        if questions["groupRows"] != nil || reading.groupRows != .items || stated.groupRows != nil {
            offer(
                "groupRows", GroupRowMeaning.allCases.map { ($0.rawValue, .groupRows($0)) },
                chosen: stated.groupRows?.rawValue, proposed: .groupRows(reading.groupRows))
        }
        if questions["totalRows"] != nil || stated.totalRows != nil {
            offer(
                "totalRows", DoubtfulRowMeaning.allCases.map { ($0.rawValue, .totalRows($0)) },
                chosen: stated.totalRows?.rawValue, proposed: .totalRows(reading.totalRows))
        }
        if questions["hiddenRows"] != nil || stated.hiddenRows != nil {
            offer(
                "hiddenRows", DoubtfulRowMeaning.allCases.map { ($0.rawValue, .hiddenRows($0)) },
                chosen: stated.hiddenRows?.rawValue, proposed: .hiddenRows(reading.hiddenRows))
        }
        if questions["fillDown"] != nil || stated.fillsDown != nil {
            offer(
                "fillDown", [("yes", .fillDown(true)), ("no", .fillDown(false))],
                chosen: stated.fillsDown.map { $0 ? "yes" : "no" },
                proposed: .fillDown(reading.columns.contains(where: \.fillsDown)))
        }
        if questions["otherCells"] != nil || stated.keepsOtherCells != nil {
            let asked = questions["otherCells"]?.answers.first
            func title(_ areKept: Bool) -> String {
                let kept = asked ?? .otherCells(areKept: true)
                return catalogue.text((areKept ? kept : .otherCells(areKept: false)).message)
            }
            add(
                "otherCells", chosen: stated.keepsOtherCells.map { $0 ? "text" : "faults" },
                proposed: title(reading.keepsOtherCells), choices: [("text", title(true)), ("faults", title(false))])
        }
        addRecognition(proposal, stated: stated.recognition)
    }

    /// Offers the ways in which rows may be recognised as items of the inventory.
    private mutating func addRecognition(_ proposal: ReadingProposal, stated: RowRecognition?) {
        var ways = questions["updateBy"]?.answers ?? []
        if let stated {
            let columns = proposal.columns.filter { $0.target.recognitionColumn != nil && !$0.heading.isEmpty }
            ways = columns.prefix(ReadingCorrections.columnLimit).map { .recognition(.column($0.heading)) }
            ways += [.recognition(.allColumns), .recognition(.nothing)]
            if !ways.contains(.recognition(stated)) { ways.insert(.recognition(stated), at: 0) }
        }
        guard !ways.isEmpty else { return }
        add(
            "updateBy", chosen: stated?.rawValue, proposed: nil,
            choices: ways.compactMap { answer in
                guard case .recognition(let way) = answer else { return nil }
                return (way.rawValue, words.catalogue.text(answer.message))
            })
    }

    /// The field of the form that answers a question.
    static func name(of topic: ReadingQuestion.Topic) -> String {
        switch topic {
        case .dateOrder, .mixedDates: "dates"
        case .decimal, .mixedDecimals: "decimal"
        case .currency(let sign), .signUnderHeading(let sign, _): "sign-\(sign)"
        case .encoding: "encoding"
        case .nameColumn: "nameColumn"
        case .columnValues(let number, _, _, _), .columnMeaning(let number, _, _): "column-\(number)"
        case .groupRows: "groupRows"
        case .totalRows, .rowsBelow: "totalRows"
        case .fillDown: "fillDown"
        case .usualCurrency: "currency"
        case .otherCells, .wholeLines: "otherCells"
        case .sheet: "sheet"
        case .headings, .tables: "headerRow"
        case .hiddenRows: "hiddenRows"
        case .knownItems: "updateBy"
        }
    }

    /// Adds a drop-down.
    /// - Parameters:
    ///   - chosen: the value that the owner chose.
    ///   - proposed: the text of the proposal; nil if the table does not need any.
    private mutating func add(
        _ name: String, chosen: String?, proposed: String?, choices: [Choice], label: String? = nil
    ) {
        let question = questions[name]
        let first =
            question != nil
            ? words["importChoose"]
            : chosen != nil ? words["importAsProposed"] : proposed ?? words["importNotNeeded"]
        let options = choices.filter { question != nil || chosen != nil || $0.text != proposed }.map { choice in
            option(choice.value, choice.text, isChosen: choice.value == chosen)
        }
        let control: TemplateValue = [
            "name": .text(name), "label": .text(label ?? words["import.\(name)"]),
            "question": question.map { .text(words.catalogue.text($0.topic.message)) } ?? .null,
            "rows": .list(
                (question?.rows ?? []).map { row in
                    .text(
                        words.catalogue.text(
                            Message("reading.questionRow", ["row": .value(row.row), "text": .text(row.text)])))
                }), "hasRows": .bool(question?.rows.isEmpty == false), "isChosen": .bool(chosen != nil),
            "options": .list([option("", first, isChosen: false)] + options),
        ]
        if question != nil { open.append(control) } else { settled.append(control) }
    }
}
