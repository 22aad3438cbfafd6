package import Inventory
package import InventoryStore

/// A form in which insurers and their contractors take in a list of contents. docs/insurance.md names the sources.
package enum IntakeForm: String, CaseIterable, Sendable {
    case plain, xactcontents, exclaim, contentstrack
    /// Publication 584 and Form 4684 of the IRS, which have sheets of their own (``LossWorkbook``).
    case irs

    /// The columns that the form names, in its order and in its words; none for a plain sheet.
    private var named: [(column: IntakeColumn, heading: String)] {
        switch self {
        case .plain, .irs: []
        case .xactcontents:
            [
                (.item, "Item description"), (.column(.field(.manufacturer)), "Brand or manufacturer"),
                (.column(.field(.modelNumber)), "Model number"), (.column(.field(.quantity)), "Qty lost"),
                (.age, "Item age"), (.column(.field(.replacementValue)), "Cost to replace pre-tax (each)"),
                (.column(.field(.condition)), "Condition/use"),
            ]
        case .exclaim:
            [
                (.column(.computed(.line)), "Reference Number"), (.column(.field(.quantity)), "Quantity"),
                (.item, "Description"), (.column(.field(.manufacturer)), "Brand"),
                (.column(.field(.modelNumber)), "Model"), (.column(.field(.purchasePlace)), "Supplier"),
                (.column(.field(.purchasePrice)), "Original Price"), (.ageYears, "Age (Years)"),
                (.ageMonths, "Age (Months)"), (.column(.field(.replacementValue)), "Insured Estimate"),
            ]
        case .contentstrack:
            [
                (.column(.field(.location)), "Room"), (.box, "Box ID"), (.item, "Description"),
                (.column(.field(.condition)), "Condition"), (.column(.field(.manufacturer)), "Brand"),
                (.column(.field(.modelNumber)), "Model"), (.column(.field(.replacementValue)), "Reported Cost"),
                (.column(.field(.quantity)), "Quantity"), (.age, "Age"),
            ]
        }
    }

    /// The columns of its sheet: those that it names, then the others, which have the reader's words instead of a heading.
    var columns: [(column: IntakeColumn, heading: String?)] {
        let named = named
        let others = IntakeColumn.usual.filter { column in
            // An age in one cell needs no second one.
            !named.contains { $0.column == column || ($0.column == .age && [.ageYears, .ageMonths].contains(column)) }
        }
        return named.map { ($0.column, $0.heading) } + others.map { ($0, nil) }
    }
}

/// The form of an intake sheet, and its lines.
package struct IntakeOptions: Sendable {
    package var form = IntakeForm.plain
    /// The currency of the lines; nil for the inventory's.
    package var currency: Currency?
    /// The currency among whose lines are those without an amount; nil for the inventory's.
    package var unpriced: Currency?
    /// The insurer's form that is filled in; nil for a workbook of the program's own.
    package var template: FormTemplate?
}

/// A column of a list of contents: one of a report, or a value in the form in which only such lists have it.
package enum IntakeColumn: Hashable, Sendable {
    case column(ReportColumn)
    /// Name and description.
    case item
    /// The custom field `Box`.
    case box
    /// The age in years, with decimals; in whole years and the months beyond them.
    case age, ageYears, ageMonths
    /// The part of the replacement cost beyond that of each piece.
    case tax
    /// The part of the replacement cost that is lost.
    case depreciationPercent
    /// The files of receipts and photos, as a bundle of the claim names them.
    case receiptFiles, photoFiles
    /// All custom fields, each with its name.
    case customFields

    /// The columns of a plain sheet.
    static let usual: [IntakeColumn] = [
        .column(.computed(.line)), .column(.field(.location)), .box, .column(.field(.category)),
        .column(.field(.quantity)), .item, .column(.field(.manufacturer)), .column(.field(.modelNumber)),
        .column(.field(.serialNumber)), .column(.field(.purchasePlace)), .column(.field(.purchaseDate)), .ageYears,
        .ageMonths, .column(.field(.condition)), .column(.field(.purchasePrice)), .column(.field(.value)),
        .column(.field(.replacementValue)), .tax, .column(.computed(.lineReplacementValue)), .depreciationPercent,
        .column(.computed(.depreciationAmount)), .column(.computed(.actualCashValue)), .receiptFiles, .photoFiles,
        .column(.field(.notes)), .customFields,
    ]

    /// The key of its heading; nil for a column of a report.
    private var word: String? {
        switch self {
        case .column: nil
        case .item: "item"
        case .box: "intake.box"
        case .age: "age"
        case .ageYears: "intake.ageYears"
        case .ageMonths: "intake.ageMonths"
        case .tax: "intake.tax"
        case .depreciationPercent: "intake.depreciationPercent"
        case .receiptFiles: "receipts"
        case .photoFiles: "photos"
        case .customFields: nil
        }
    }

    func title(_ context: WorkbookContext) -> String {
        switch self {
        case .column(let column): context.words.title(of: column, context.options)
        case .customFields: context.words.title(ofField: ItemField.customFields.name)
        default: context.words[word ?? ""]
        }
    }

    var isAligned: Bool {
        switch self {
        case .column(let column): column.kind.isAligned
        case .age, .ageYears, .ageMonths, .tax, .depreciationPercent: true
        case .item, .box, .receiptFiles, .photoFiles, .customFields: false
        }
    }

    /// The letters for which its cells have room.
    var width: Double {
        switch self {
        case .column(let column): Double(column.width + 2)
        case .item, .customFields: 40
        case .receiptFiles, .photoFiles: 24
        case .box, .age, .ageYears, .ageMonths, .tax, .depreciationPercent: 12
        }
    }
}

/// Reads the lines of an intake sheet, all amounts of which are in the line's one currency.
struct IntakeReader {
    /// A line; its texts are valid until the cursor moves.
    struct Line {
        let claim: ClaimLine
        let values: [ColumnValue]
    }

    let columns: [IntakeColumn]
    private let context: WorkbookContext
    private let day: CalendarDate
    private var cells: ColumnReader
    /// The places of the report's columns.
    private let places: [Int]
    /// Custom fields of this name, in small letters, say in which box an item is.
    private let boxNames: Set<String>
    /// The custom fields that have columns of their own.
    private let ownNames: Set<String>

    /// The fields that are read of each item.
    var fields: ItemFieldSet {
        var fields = cells.fields
        fields.formUnion(ItemFieldSet(ClaimLine.fields + [.name, .description, .customFields]))
        return fields
    }

    init(_ columns: [IntakeColumn], in snapshot: StoreSnapshot, _ context: WorkbookContext) {
        (self.columns, self.context) = (columns, context)
        day = context.options.dayOfAges(snapshot.settings)
        var listed: [(column: ReportColumn, kind: ReportColumn.Kind)] = []
        var places: [Int] = []
        for case (let place, .column(let column)) in columns.enumerated() {
            listed.append((column, column.kind))
            places.append(place)
        }
        self.places = places
        cells = ColumnReader(
            listed, in: snapshot, context.options, redaction: context.redaction, words: context.words)
        ownNames = Set(
            listed.compactMap { column, _ in if case .customField(let name) = column { name } else { nil } })
        boxNames = ["box", context.words["intake.box"].lowercased()]
    }

    /// The currency of the cursor's item: that of its replacement cost, else of its price or value; nil if it has none.
    static func currency(of cursor: ItemCursor) -> Currency? {
        (cursor.money(.replacementValue) ?? cursor.money(.purchasePrice) ?? cursor.money(.value))?.currency
    }

    /// Reads the cursor's item. Amounts in another currency go into the notes.
    mutating func read(_ cursor: ItemCursor, line: Int, in currency: Currency) throws -> Line {
        let claim = try ClaimLine(cursor, on: day, context.options.valuation, thresholds: [])
        let (box, others) = try customFields(cursor)
        let evidence = cursor.shownEvidence(line: line, context.options, word: context.redactionLabel)
        var values = columns.map { column -> ColumnValue in
            switch column {
            case .column: .absent
            case .item: .text(item(cursor))
            case .box: box.map(ColumnValue.text) ?? .absent
            case .age, .ageYears, .ageMonths: age(column, claim.valuation.ageInMonths)
            case .tax: claim.valuation.salesTax.flatMap { $0.minorUnits == 0 ? nil : .amount($0) } ?? .absent
            case .depreciationPercent: percent(claim.valuation)
            case .receiptFiles: files(evidence.filter(\.piece.isReceipt))
            case .photoFiles: files(evidence.filter { $0.piece.kind == .photo })
            case .customFields: others.isEmpty ? .absent : .text(others.joined(separator: "; "))
            }
        }
        var strays: [String] = []
        try cells.read(cursor, line: line) { index, value in
            if case .amount(let money) = value, money.currency != currency {
                strays.append("\(columns[places[index]].title(context)): \(money)")
            } else {
                values[places[index]] = value
            }
        }
        if !strays.isEmpty, let notes = columns.firstIndex(of: .column(.field(.notes))) {
            let text = [values[notes].plainText(yes: "", no: "")].compactMap(\.self) + strays
            values[notes] = .text(text.joined(separator: "\n"))
        }
        return Line(claim: claim, values: values)
    }

    private func item(_ cursor: ItemCursor) -> String {
        let texts = [ItemField.name, .description].compactMap { field -> String? in
            guard let text = cursor.text(field), !text.isEmpty else { return nil }
            if context.hides(field) { return context.redacted(field, text) }
            return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).joined(separator: " ")
        }
        return texts.isEmpty ? context.words["unnamed"] : texts.joined(separator: ", ")
    }

    private func customFields(_ cursor: ItemCursor) throws -> (box: String?, others: [String]) {
        var box: String?
        var others: [String] = []
        let isHidden = context.options.redaction.hides(.customFields)
        let hasBox = columns.contains(.box)
        try cursor.forEachCustomField { (name, value) throws in
            guard !value.isEmpty else { return }
            if isHidden {
                others = [context.redactionLabel]
                return
            }
            let (name, value) = (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
            if hasBox, box == nil, boxNames.contains(name.lowercased()) {
                box = value
            } else if !ownNames.contains(name) {
                others.append("\(name): \(value)")
            }
        }
        return (box, others)
    }

    private func age(_ column: IntakeColumn, _ months: Int?) -> ColumnValue {
        guard let months else { return .absent }
        return switch column {
        case .ageYears: .number(Int64(months / 12) * Quantity.scale)
        case .ageMonths: .number(Int64(months % 12) * Quantity.scale)
        default: .number(Int64((months * 100 + 6) / 12) * Quantity.scale / 100)
        }
    }

    private func percent(_ valuation: Valuation) -> ColumnValue {
        guard let lost = valuation.depreciation, let cost = valuation.replacementCost, cost.minorUnits > 0 else {
            return .absent
        }
        let hundredths = (Int128(lost.minorUnits) * 10_000 + Int128(cost.minorUnits) / 2) / Int128(cost.minorUnits)
        return .number(Int64(hundredths) * Quantity.scale / 100)
    }

    private func files(_ evidence: [(number: String, piece: Evidence)]) -> ColumnValue {
        guard !evidence.isEmpty else { return .absent }
        return .text(evidence.map { $0.piece.deliveredName($0.number) }.joined(separator: "; "))
    }
}

/// The lines of a claim in one currency as a workbook that other programs take in: the first sheet has values alone, since
/// some read formulas as empty cells and no other sheet; on the second one depreciation follows by formulas.
package struct IntakeWorkbook {
    struct Outcome {
        /// The totals of the lines.
        let totals: ValueTotals
        /// Whether a text has U+FFFD in place of a character that no cell holds.
        let hasReplacement: Bool
        /// The number of texts that were too long for a cell and were cut.
        let truncatedTexts: Int
        /// The columns and facts that have no place in the form; nil if none was filled in.
        var form: FormOutcome?
    }

    private let options: ReportOptions
    private let words: DocumentLocalization

    init(_ options: ReportOptions, words: DocumentLocalization) { (self.options, self.words) = (options, words) }

    /// The currencies of the lines, in the order of their codes, and the one to which lines without an amount belong: the
    /// inventory's unless no line has it.
    package static func currencies(
        of snapshot: StoreSnapshot, _ options: ReportOptions
    ) throws -> (all: [Currency], unpriced: Currency) {
        let usual = snapshot.settings.currency
        let cursor = try snapshot.items(
            matching: options.selection, fields: ItemFieldSet([.replacementValue, .purchasePrice, .value]))
        var found: Set<Currency> = []
        while try cursor.next() { if let currency = IntakeReader.currency(of: cursor) { found.insert(currency) } }
        let unpriced = found.contains(usual) ? usual : found.sorted().first ?? usual
        return (found.isEmpty ? [usual] : found.sorted(), unpriced)
    }

    private var context: WorkbookContext { WorkbookContext(words: words, options: options) }

    private func currency(_ snapshot: StoreSnapshot) -> Currency {
        options.intake.currency ?? options.intake.unpriced ?? snapshot.settings.currency
    }

    /// Writes the lines in the currency of the options.
    func write(
        _ snapshot: StoreSnapshot, items: Int, into sink: inout ReportSink, progress: (Int, Int) -> Void
    ) throws -> Outcome {
        let currency = currency(snapshot)
        if options.intake.form == .irs {
            return try writeLosses(snapshot, in: currency, items: items, into: &sink, progress: progress)
        }
        let book = try context.workbook(items: items)
        let styles = WorkbookStyles(book)
        let columns = options.intake.form.columns
        let sheet = try book.sheet("\(words["sheet.schedule"]) \(currency.code)")
        let depreciation = try DepreciationSheet(book, styles, context)
        try writeHeadings(columns, sheet, styles)
        var days = DayFormatter(options.locale)
        var row = 0
        var sums = ClaimTotals()
        let totals = try read(snapshot, columns.map(\.column), items: items, progress: progress) {
            cursor, number, line in
            row += 1
            for (column, value) in line.values.enumerated() {
                try sheet.write(value, row: row, column: column, in: currency, styles, &days, words)
            }
            try depreciation.add(cursor, line.claim, line: number)
            try sums.add(line.claim.valuation, quantity: cursor.quantity)
        }
        try depreciation.finish(sums)
        try book.finish { try sink.write($0) }
        return Outcome(
            totals: totals, hasReplacement: book.hasReplacement,
            truncatedTexts: sheet.truncatedTextCount + depreciation.truncatedTextCount)
    }

    /// Writes the lines in a currency by rooms, for the IRS.
    private func writeLosses(
        _ snapshot: StoreSnapshot, in currency: Currency, items: Int, into sink: inout ReportSink,
        progress: (Int, Int) -> Void
    ) throws -> Outcome {
        var book = try LossWorkbook(currency, context, items: items)
        let totals = try read(snapshot, LossWorkbook.columns, items: items, progress: progress) {
            cursor, number, line in
            try book.add(cursor, line, number: number)
        }
        try book.finish(options.overriding(snapshot.settings)) { try sink.write($0) }
        return Outcome(
            totals: totals, hasReplacement: book.hasReplacement, truncatedTexts: book.truncatedTextCount)
    }

    /// Fills in the form of the options.
    func fill(
        _ template: FormTemplate, _ snapshot: StoreSnapshot, items: Int, into sink: inout ReportSink,
        progress: (Int, Int) -> Void
    ) throws -> Outcome {
        let form = try FormFiller(template)
        let filled = try form.columns()
        let facts = filled.compactMap(\.fact)
        let missing = IntakeColumn.facts.filter { fact in
            !facts.contains { $0 == fact.fact || fact.others.contains($0) }
        }.map(\.fact)
        var days = DayFormatter(options.locale)
        var stated = missing.map { _ in false }
        var lines: [[FormFiller.Value?]] = []
        let totals = try read(snapshot, facts + missing, items: items, progress: progress) { cursor, _, line in
            lines.append(line.values.prefix(facts.count).map { $0.formValue(&days, words) })
            for (place, value) in line.values.dropFirst(facts.count).enumerated() where !stated[place] {
                // A single piece needs no column of quantities.
                stated[place] = missing[place] == .column(.field(.quantity)) ? cursor.quantity != .one : !value.isAbsent
            }
        }
        try form.fill(lines)
        try form.finish(timestamp: options.generated.milliseconds / 1000) { try sink.write($0) }
        var outcome = FormOutcome()
        outcome.unfilled = template.columns.filter { column in !filled.contains { $0.place == column.place } }
            .map(\.heading)
        outcome.withoutColumn = missing.indices.filter { stated[$0] }.map { missing[$0].title(context) }
        return Outcome(
            totals: totals, hasReplacement: form.hasReplacement, truncatedTexts: form.truncatedTextCount, form: outcome)
    }

    /// Reads the lines of the currency.
    private func read(
        _ snapshot: StoreSnapshot, _ columns: [IntakeColumn], items: Int, progress: (Int, Int) -> Void,
        _ body: (ItemCursor, Int, IntakeReader.Line) throws -> Void
    ) throws -> ValueTotals {
        let currency = currency(snapshot)
        let unpriced = options.intake.unpriced ?? snapshot.settings.currency
        var reader = IntakeReader(columns, in: snapshot, context)
        let cursor = try snapshot.items(
            matching: options.selection, order: options.rowOrder, grouping: options.grouping, fields: reader.fields)
        var number = 0
        var totals = ValueTotals()
        while try cursor.next() {
            number += 1
            if number & 0xFF == 0 { progress(number, items) }
            guard IntakeReader.currency(of: cursor) ?? unpriced == currency else { continue }
            try body(cursor, number, try reader.read(cursor, line: number, in: currency))
            try totals.add(
                quantity: cursor.quantity, value: cursor.money(.value),
                hasSerialNumber: !(cursor.text(.serialNumber)?.isEmpty ?? true))
        }
        return totals
    }

    private func writeHeadings(
        _ columns: [(column: IntakeColumn, heading: String?)], _ sheet: Sheet, _ styles: WorkbookStyles
    ) throws(SpreadsheetError) {
        for (place, column) in columns.enumerated() {
            sheet.setColumn(place, width: column.column.width, column.column.isAligned ? styles.right : nil)
        }
        sheet.repeatHeaderRows(rows: 1)
        sheet.configurePrinting(
            title: context.title, paper: options.paper, isLandscape: true, printedColumns: 0...(columns.count - 1))
        try sheet.writeHeadings(
            columns.map { $0.heading ?? $0.column.title(context) },
            numbers: Set(columns.indices.filter { columns[$0].column.isAligned }), row: 0, styles)
    }
}

extension ColumnValue {
    fileprivate var isAbsent: Bool { if case .absent = self { true } else { false } }

    /// The value as a cell of a form has it; nil for an empty cell.
    fileprivate func formValue(_ days: inout DayFormatter, _ words: DocumentLocalization) -> FormFiller.Value? {
        switch self {
        case .number(let number):
            return CellNumbers.number(Quantity(millionths: number)).map(FormFiller.Value.number)
                ?? .text(Quantity(millionths: number).description)
        case .months(let months, _): return .number(Double(months))
        case .amount(let money):
            return CellNumbers.number(money).map(FormFiller.Value.number) ?? .text(money.amountText)
        case .date(let day) where !day.isApproximate:
            return CellNumbers.number(day).map(FormFiller.Value.day) ?? .text(day.description)
        case .date(let day): return .text(days.cellText(day))
        case .list(let texts, _): return .text(texts.joined(separator: words["listSeparator"]))
        case .lines(let day, let texts):
            return .text(([day.map { days.cellText($0) }].compactMap(\.self) + texts).joined(separator: ", "))
        default: return plainText(yes: "x", no: "").map(FormFiller.Value.text)
        }
    }
}

extension Sheet {
    /// Writes a value of an intake sheet, whose amounts are plain numbers.
    fileprivate func write(
        _ value: ColumnValue, row: Int, column: Int, in currency: Currency, _ styles: WorkbookStyles,
        _ days: inout DayFormatter, _ words: DocumentLocalization
    ) throws {
        guard case .amount(let money) = value else {
            return try write(value, row: row, column: column, styles, &days, words)
        }
        guard let number = CellNumbers.number(money) else {
            return try write(money.amountText, row: row, column: column, styles.right)
        }
        try write(number, row: row, column: column, styles.number(decimals: currency.fractionDigits))
    }
}
