import HTTPServer
import Inventory
import InventoryFormats
import InventoryStore
import Localization
import Message
import Reports
import Templating

/// The page that shows how a list would be read, as data for its template.
///
/// Each drop-down begins with an empty value, which leaves its part to the proposal, so that the form holds all
/// corrections and nothing else.
struct ReadingPage {
    let words: FormLocalization
    let settings: InventorySettings
    let corrections: ReadingCorrections

    private var catalogue: MessageCatalogue { words.catalogue }

    private func text(_ key: String, _ arguments: [any CustomStringConvertible] = []) -> String {
        catalogue.text("form.\(key)", arguments)
    }

    func data(_ reading: ListReading, sheets: [String]) -> [String: TemplateValue] {
        var data = result(reading.trial)
        data["documented"] = .null
        data["columns"] = .list([])
        data["questions"] = .list([])
        data["hasQuestions"] = .bool(!reading.questions.isEmpty)
        data["isCorrected"] = false
        switch reading {
        case .document(let trial):
            data["documented"] = .text(
                text("importDocumented", [catalogue.text(trial.format.title)]))
        case .proposed(let attempt):
            let proposal = attempt.proposal
            data["layout"] = .text(catalogue.text(proposal.layout))
            data["program"] = proposal.reading.program.map { .text(text("importProgram", [$0])) } ?? .null
            let controls = ReadingControls(self, proposal, sheets: sheets)
            data["questions"] = .list(controls.open)
            data["settings"] = .list(controls.settled)
            let columns = proposal.columns.filter { column in
                column.reason != .empty
                    && !proposal.questions.contains { ReadingControls.name(of: $0.topic) == "column-\(column.number)" }
            }
            data["columns"] = .list(columns.prefix(ReadingCorrections.columnLimit).map(column))
            let more = columns.count - ReadingCorrections.columnLimit
            data["moreColumns"] = more > 0 ? .text(text("importMoreColumns", [Count(more)])) : .null
            data["evidence"] = .list(proposal.evidence.map { .text(evidence($0)) })
            data.merge(leftOut(proposal.leftOut)) { _, new in new }
            data["isCorrected"] = .bool(corrections != ReadingCorrections())
        }
        return data
    }

    // MARK: The result

    private func result(_ trial: ReadingTrial) -> [String: TemplateValue] {
        var amounts = (try? ReportLocale(language: words.tag, timeZone: settings.timeZone)).map(
            LocaleFormatter.init)
        func shown(_ money: Money) -> String { amounts?.string(money) ?? money.description }
        let more = trial.faultyRows - trial.firstFaults.count
        return [
            "items": .text(catalogue.number(trial.items)), "units": .text(trial.units.description),
            "totals": .list(trial.totals.map { .text(shown($0)) }), "hasTotals": .bool(!trial.totals.isEmpty),
            "withoutValue": .text(catalogue.number(trial.itemsWithoutValue)),
            "firstItems": .list(
                trial.firstItems.map { item in
                    let quantity = item.quantity == .one ? nil : "\(item.quantity) ×"
                    let facts = [quantity, item.value.map(shown), item.location, item.serialNumber]
                    return [
                        "name": .text(item.name),
                        "facts": .text(facts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")),
                    ]
                }),
            "hasFirstItems": .bool(!trial.firstItems.isEmpty),
            "faults": trial.faultyRows == 0
                ? .null
                : .text(
                    catalogue.text(
                        Message(
                            "reading.faultyRows",
                            [
                                "count": .count(trial.faultyRows),
                                "rows": .text(catalogue.number(trial.faultyRows + trial.items)),
                            ]))),
            "faultyRows": .list(trial.firstFaults.flatMap { $0.messages.prefix(1) }.map { .text(catalogue.text($0)) }),
            "moreFaults": more > 0 ? .text(text("importMore", [Count(more)])) : .null,
        ]
    }

    // MARK: Columns

    private func column(_ column: ColumnProposal) -> TemplateValue {
        let chosen = corrections.overrides.targets[column.number]
        var options = [option("", chosen == nil ? label(column.target) : words["importAsProposed"], isChosen: false)]
        var targets = ItemField.csvColumns.filter { $0 != .customFields }.map(ColumnTarget.field)
        targets += [.price, .lineTotal, .age(inMonths: false, on: nil), .age(inMonths: true, on: nil)]
        targets += [.brandAndModel, .currency(of: nil)]
        if !column.heading.isEmpty { targets.append(.customField(column.heading)) }
        targets.append(.ignored)
        if let chosen, !targets.contains(chosen) { targets.append(chosen) }
        for target in targets where chosen != nil || target != column.target {
            options.append(option(target.name, label(target), isChosen: target == chosen))
        }
        return [
            "number": .text("\(column.number)"), "heading": .text(column.shownHeading),
            "label": .text(text("importFieldOf", [column.shownHeading])), "options": .list(options),
            "isChosen": .bool(chosen != nil), "samples": .text(column.samples.joined(separator: " · ")),
            "reason": .text(reason(column.reason)),
        ]
    }

    private func reason(_ reason: ColumnProposal.Reason) -> String {
        switch reason {
        case .option: words["importReason.chosen"]
        case .taken(by: ""): words["importReason.given"]
        case .otherValues(let field): text("importReason.otherValues", [label(.field(field))])
        default: catalogue.text(reason.message)
        }
    }

    /// The name of a target in the reader's language.
    private func label(_ target: ColumnTarget) -> String {
        switch target {
        case .field(let field): words["field.\(field.name)"]
        case .customField(let name): text("importTarget.otherField", [name])
        case .currency(of: let field?): text("importTarget.currencyOf", [words["field.\(field.name)"]])
        case .ignored: words["importTarget.ignored"]
        case .age(let inMonths, let day?): "\(label(.age(inMonths: inMonths, on: nil))): \(day)"
        default: words["importTarget.\(target.name)"]
        }
    }

    // MARK: Evidence

    private func evidence(_ fact: ReadingEvidence) -> String {
        // The page has a drop-down in place of an option of the command line.
        if case .usualCurrency(let currency, _) = fact { return text("importUsualCurrency", [currency.code]) }
        return catalogue.text(fact.message)
    }

    private func leftOut(_ rows: LeftOutRows) -> [String: TemplateValue] {
        let more = rows.count - rows.rows.count
        return [
            "leftOut": rows.count == 0
                ? .null : .text(catalogue.text(Message("reading.leftOut", ["count": .count(rows.count)]))),
            "leftOutRows": .list(
                rows.rows.map { row in
                    .text(
                        catalogue.text(
                            Message(
                                "reading.leftOutRow",
                                [
                                    "row": .value(row.number), "text": .text(String(row.text.prefix(80))),
                                    "reason": .message(row.reason.message),
                                ])))
                }),
            "moreLeftOut": more > 0 ? .text(text("importMore", [Count(more)])) : .null,
        ]
    }
}

/// An option of a drop-down.
func option(_ value: String, _ text: String, isChosen: Bool) -> TemplateValue {
    ["value": .text(value), "text": .text(text), "isChosen": .bool(isChosen)]
}

/// The parts of a list's reading that its owner settled on the page.
struct ReadingCorrections: Equatable, Sendable {
    var overrides = ReadingOverrides()

    /// Leaves everything to the proposal.
    init() {}

    /// The columns that a page offers. A form has a limited number of fields.
    static let columnLimit = 200

    /// Separators by their names in forms.
    static let separators: [(name: String, byte: UInt8)] = [
        ("comma", UInt8(ascii: ",")), ("semicolon", UInt8(ascii: ";")), ("tab", UInt8(ascii: "\t")),
        ("bar", UInt8(ascii: "|")),
    ]

    /// Reads a form. An empty field leaves its part to the proposal.
    /// - Parameter before: the corrections so far. If two columns hold one field, the one that changed since has it.
    /// - Throws: `invalidField`.
    init(_ fields: FormFields, before: ReadingCorrections) throws {
        overrides.encoding = try fields.choice("encoding") { TextEncoding(rawValue: $0) }
        overrides.separator = try fields.choice("separator") { name in
            ReadingCorrections.separators.first { $0.name == name }?.byte
        }
        overrides.sheet = fields.given("sheet")
        overrides.headerRow = try fields.choice("headerRow") { HeaderPlace($0) }
        overrides.decimal = try fields.choice("decimal") { DecimalSeparator(rawValue: $0) }
        overrides.dateOrder = try fields.choice("dates") { DateOrder(rawValue: $0) }
        overrides.currency = try fields.choice("currency") { Currency(utf8: Array($0.utf8)) }
        for (name, value) in fields.pairs where name.hasPrefix("sign-") && !value.isEmpty {
            let sign = String(name.dropFirst("sign-".count))
            guard let currency = CurrencySymbols.currencies(of: sign).first(where: { $0.code == value }) else {
                throw RequestError.field(name, Message("request.expectedChoice"))
            }
            overrides.signs[sign] = currency
        }
        overrides.groupRows = try fields.choice("groupRows") { GroupRowMeaning(rawValue: $0) }
        overrides.totalRows = try fields.choice("totalRows") { DoubtfulRowMeaning(rawValue: $0) }
        overrides.hiddenRows = try fields.choice("hiddenRows") { DoubtfulRowMeaning(rawValue: $0) }
        overrides.fillsDown = try fields.choice("fillDown") { ["yes": true, "no": false][$0] }
        overrides.keepsOtherCells = try fields.choice("otherCells") { ["text": true, "faults": false][$0] }
        overrides.recognition = fields.given("updateBy").map(RowRecognition.init)
        // Another table may have other columns under the same numbers.
        guard isOfSameTable(as: before) else { return }
        for (name, value) in fields.pairs where name.hasPrefix("column-") && !value.isEmpty {
            guard let number = Int(name.dropFirst("column-".count)), (1...100_000).contains(number),
                let target = ColumnTarget(named: value)
            else { throw RequestError.field(name, Message("request.expectedChoice")) }
            overrides.targets[number] = target
        }
        if let number = try fields.choice("nameColumn", { Int($0) }) { overrides.targets[number] = .field(.name) }
        dropConflicts(before: before.overrides.targets)
    }

    /// Whether the columns are the same as before.
    private func isOfSameTable(as other: ReadingCorrections) -> Bool {
        let (one, other) = (overrides, other.overrides)
        return one.encoding == other.encoding && one.separator == other.separator && one.sheet == other.sheet
            && one.headerRow == other.headerRow
    }

    /// Leaves columns to the proposal whose field was given to another one.
    private mutating func dropConflicts(before: [Int: ColumnTarget]) {
        let byAge = overrides.targets.sorted { one, other in
            let isOld = (before[one.key] == one.value, before[other.key] == other.value)
            return isOld.0 == isOld.1 ? one.key < other.key : isOld.1
        }
        var kept: [Int: ColumnTarget] = [:]
        for (number, target) in byAge where target.joinsColumns || !kept.values.contains(where: target.conflicts) {
            kept[number] = target
        }
        overrides.targets = kept
    }
}

extension FormFields {
    /// The value of a field; nil if it is empty or missing.
    fileprivate func given(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The choice that a field names; nil if it is empty or missing.
    /// - Throws: `invalidField` if there is no such choice.
    fileprivate func choice<Choice>(_ name: String, _ parse: (String) -> Choice?) throws -> Choice? {
        guard let text = given(name) else { return nil }
        guard let choice = parse(text) else { throw RequestError.field(name, Message("request.expectedChoice")) }
        return choice
    }
}
