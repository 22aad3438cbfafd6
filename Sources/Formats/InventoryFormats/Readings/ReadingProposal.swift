package import Inventory

/// A reading of a table with the evidence for it, to be shown and accepted.
///
///     let proposal = try ReadingProposal(of: source, overrides: ReadingOverrides(), usual: currency)
///     guard proposal.questions.isEmpty else { … }
///     var reader = try InventoryReader(source, reading: proposal.reading, options: options)
///
/// Nothing is taken before a person, or the rules in docs/importing.md, accept it.
package struct ReadingProposal: Sendable {
    /// The reading; open questions have their likeliest answer.
    package internal(set) var reading: TableReading
    /// The columns from left to right, with their evidence.
    package internal(set) var columns: [ColumnProposal]
    /// The facts of the whole table.
    package internal(set) var evidence: [ReadingEvidence]
    /// The questions that the table leaves open.
    package internal(set) var questions: [ReadingQuestion]
    /// The rows that are not items.
    package internal(set) var leftOut: LeftOutRows
    /// The encodings that fit.
    package internal(set) var encodings: [EncodingFinding.Candidate]

    /// Whether a column names the items, or could.
    package var namesItems: Bool {
        columns.contains { $0.target == .field(.name) || $0.target == .modelName }
            || questions.contains { $0.topic == .nameColumn }
    }

    /// Whether the table is as its program writes it, so that there is nothing to accept.
    package var isPlain: Bool {
        reading.hasCertainColumns && questions.isEmpty && leftOut.count == 0
            && evidence.allSatisfy { fact in
                switch fact {
                case .usualCurrency, .decimal(.point, _): true
                default: false
                }
            }
    }
}

/// A column with the field that is proposed for it.
package struct ColumnProposal: Equatable, Sendable {
    /// The reason for a field.
    package enum Reason: Equatable, Sendable {
        /// The caller named it.
        case option
        /// The name is that of a field.
        case documented
        /// The program writes this heading.
        case program(String)
        /// The heading is a word for the field in a language.
        case synonym(language: String)
        /// The heading is not a word for a field, so its cells are kept under its own name.
        case unknown
        /// The heading is a word for a field, but the cells are not values of it.
        case otherValues(ItemField)
        /// Its amounts equal another column's times the quantity.
        case lineTotal(of: String)
        /// A reference names one thing, and its cells repeat.
        case repeats
        /// Another column is the better one for the field.
        case taken(by: String)
        /// No column has the name, and this one describes the items.
        case standsForName
        /// The column has neither heading nor cells.
        case empty
    }

    /// The number from 1.
    package let number: Int
    package let heading: String
    /// The heading, or `Column 4` if it is empty.
    var name: String { TableReading.customName(heading, number) }
    package internal(set) var target: ColumnTarget
    package let reason: Reason
    /// Whether another column has its field.
    var isTaken: Bool { if case .taken = reason { true } else { false } }
    /// Up to two cells.
    package let samples: [String]
    /// The cells that are not empty.
    package let count: Int
}

/// A fact of the table that settles a part of the reading.
package enum ReadingEvidence: Equatable, Sendable {
    /// A number that has only one decimal separator.
    case decimal(DecimalSeparator, CellExample)
    /// A number that has only one decimal separator, which holds for its column.
    case decimalOfColumn(DecimalSeparator, heading: String, CellExample)
    /// Three digits follow the only separator, and the currency has no such amounts.
    case thousands(DecimalSeparator, CellExample)
    /// A date that has only one order.
    case dateOrder(DateOrder, heading: String, CellExample)
    /// The heading names the order of its dates.
    case dateOrderInHeading(DateOrder, heading: String)
    /// The order of dates in the countries that write amounts like the text.
    case dateOrderByAmounts(DateOrder, String)
    /// The sign of a currency, and how many amounts have it.
    case sign(String, Currency, count: Int)
    /// Amounts name no currency.
    case usualCurrency(Currency, CurrencyOrigin)
    /// The encoding by its bytes.
    case encoding(TextEncoding, confidence: Double, samples: [String])
    case groupRows(example: String)
    /// The headings are in two rows.
    case twoHeaderRows(Int, Int)
    /// Empty cells of a column continue the cell above.
    case filledDown(heading: String, example: String)
    /// The sheets of the workbook that are not read.
    case otherSheets(visible: [String], hidden: [String])
    /// Cells beside the table that are not read, with the first row that has some.
    case besideTable(columns: String, CellExample)
    /// Cells that are kept as text beside their field: a year in a column of dates.
    case keptAsText(heading: String, count: Int, example: String)
    /// Cells that are not values of their field, and are kept as text.
    case otherCells(heading: String, count: Int, CellExample)
    /// Amounts of whole lines that the quantity does not divide: each line is one item.
    case wholeLines(heading: String, count: Int, CellExample)
    /// Numbers of things whose last digits a spreadsheet has dropped.
    case cutNumbers(heading: String, count: Int, CellExample)
    /// Cells link to addresses, which become values of a field.
    case links(heading: String, count: Int, CellExample, field: String)
    /// The sum of the amounts of a column in rows that the spreadsheet does not show.
    case hiddenAmounts(heading: String, sum: String)
    /// The spreadsheet does not show a column, which is read all the same; with the sum of its amounts.
    case hiddenColumn(heading: String, sum: String?)
    /// Items whose name is empty.
    case nameless(heading: String, count: Int)
    /// Cells with U+FFFD, which programs write for a character that they cannot represent.
    case lostCharacters(heading: String, count: Int, CellExample)
    /// Cells that were converted into UTF-8 twice, in a file whose other cells were not.
    case twiceConverted(heading: String, count: Int, CellExample)
    /// Quantities with a unit: the number is the quantity, and the cell is kept as text too.
    case units(heading: String, count: Int, example: String)
    /// Amounts with more decimals than the currency has, which are kept as text.
    case excessDecimals(heading: String, count: Int, CellExample)
    /// Stored numbers with more decimals than the currency has, which are rounded as the spreadsheet shows them.
    case rounded(heading: String, count: Int, CellExample)
    /// A total of the file that is the sum of the column's amounts without quantities.
    case totalOfRows(heading: String, CellExample)
}

/// The origin of the currency of amounts that name none.
package enum CurrencyOrigin: Equatable, Sendable {
    /// The caller named it.
    case option
    /// The inventory has it.
    case inventory
    /// The territory of the locale has it.
    case locale(String)
    /// Nothing names a currency: it is that of a new inventory.
    case standard
}

/// A part of the reading that the table leaves open.
package struct ReadingQuestion: Equatable, Sendable {
    package enum Topic: Equatable, Sendable {
        case dateOrder(heading: String, CellExample)
        case decimal(heading: String, CellExample)
        /// Some numbers have a point and others a comma before their decimals.
        case mixedDecimals(CellExample, CellExample)
        /// Some dates have the day and others the month first.
        case mixedDates(CellExample, CellExample)
        case currency(sign: String)
        /// Amounts have a sign of another currency than the one that the heading of their column names.
        case signUnderHeading(sign: String, heading: String)
        /// Amounts name no currency, and the headings or the other amounts speak against the usual one.
        case usualCurrency(count: Int)
        case encoding
        case nameColumn
        /// The heading names a field of typed values, and the cells cannot be read as such.
        case columnValues(number: Int, heading: String, ItemField, CellExample)
        /// The heading leaves open what its numbers are: of one piece, of all, or something else.
        case columnMeaning(number: Int, heading: String, CellExample)
        case groupRows(example: String)
        /// A row has a word for totals, but its amount is not the sum of the rows above.
        case totalRows(CellExample)
        /// Rows below an empty row have two cells, and all items above have more: their number, and the first of them.
        case rowsBelow(count: Int, CellExample)
        /// Only the first row of each run of rows has a cell.
        case fillDown(heading: String, CellExample)
        /// Cells that are not values of their field: the first of them with its heading, and the number in all columns.
        case otherCells(count: Int, heading: String, CellExample)
        /// Amounts of whole lines that the quantity does not divide: their number, and the first of them.
        case wholeLines(count: Int, heading: String, CellExample)
        case sheet
        /// No row looks like headings.
        case headings
        /// The spreadsheet does not show some items: their number, and the first of them.
        case hiddenRows(count: Int, CellExample)
        /// Several tables stand below or beside each other.
        case tables
        /// The inventory has the items of rows already: their number, and the first of them.
        case knownItems(count: Int, CellExample)

        /// The sign of a currency whose meaning is open.
        package var sign: String? {
            switch self {
            case .currency(let sign), .signUnderHeading(let sign, _): sign
            default: nil
            }
        }
    }

    package let topic: Topic
    /// The answers, the likeliest first.
    package let answers: [ReadingAnswer]
    /// The numbers of rows that the question is about, beside those that its topic names.
    var rowNumbers: [Int] = []
    /// The first rows that the question is about, with the text of all their cells.
    package internal(set) var rows: [CellExample] = []

    init(topic: Topic, answers: [ReadingAnswer], rowNumbers: [Int] = []) {
        (self.topic, self.answers, self.rowNumbers) = (topic, answers, rowNumbers)
    }

    /// The most rows that are shown.
    static let rowLimit = 3

    /// The numbers of the rows that are shown, in their order.
    fileprivate var shownRows: [Int] {
        Array(Set(topic.rows + rowNumbers).sorted().prefix(ReadingQuestion.rowLimit))
    }
}

extension ReadingQuestion.Topic {
    /// The rows of the cells that the topic names.
    fileprivate var rows: [Int] {
        switch self {
        case .dateOrder(_, let example), .decimal(_, let example), .columnValues(_, _, _, let example),
            .columnMeaning(_, _, let example), .totalRows(let example), .rowsBelow(_, let example),
            .fillDown(_, let example),
            .otherCells(_, _, let example), .wholeLines(_, _, let example), .hiddenRows(_, let example),
            .knownItems(_, let example):
            [example.row]
        case .mixedDecimals(let one, let other), .mixedDates(let one, let other): [one.row, other.row]
        case .currency, .signUnderHeading, .usualCurrency, .encoding, .nameColumn, .groupRows, .sheet, .headings,
            .tables:
            []
        }
    }
}

extension ReadingProposal {
    /// Reads the rows that the questions are about. A file that cannot be read again shows none.
    mutating func addRows(of source: TableSource) {
        let wanted = Set(questions.flatMap(\.shownRows))
        guard let last = wanted.max(), var records = try? reading.allColumns(of: source) else { return }
        var texts: [Int: String] = [:]
        while records.row < last, let outcome = try? records.next() {
            if case .end = outcome { break }
            guard case .record = outcome, wanted.contains(records.row), RowDecoder.damage(records.current) == nil else {
                continue
            }
            let cells = TableReader.names(in: records.current).filter { !$0.isEmpty }
            texts[records.row] = String(cells.joined(separator: " · ").prefix(160))
        }
        for index in questions.indices {
            questions[index].rows = questions[index].shownRows.compactMap { row in
                texts[row].map { CellExample(row: row, text: $0) }
            }
        }
    }
}

/// An answer to a question.
package enum ReadingAnswer: Equatable, Sendable {
    case dateOrder(DateOrder)
    case decimal(DecimalSeparator)
    case currency(Currency)
    case encoding(TextEncoding, samples: [String])
    case nameColumn(String)
    /// The field for the cells of a column.
    case column(heading: String, ColumnTarget)
    case groupRows(GroupRowMeaning)
    case totalRows(DoubtfulRowMeaning)
    case hiddenRows(DoubtfulRowMeaning)
    /// Whether empty cells continue the cell above.
    case fillDown(Bool)
    /// Whether cells that are not values of their field are kept as text; otherwise they are faults.
    case otherCells(areKept: Bool)
    /// A line whose amount cannot be divided is one item, and its quantity is kept as text.
    case wholeLines
    case sheet(String)
    case headerRow(HeaderPlace)
    case recognition(RowRecognition)
}

/// The rows that are not items.
package struct LeftOutRows: Equatable, Sendable {
    package enum Reason: Equatable, Hashable, Sendable {
        case aboveHeader, repeatedHeader, total, numbersOnly, singleCell, group, otherTable, hidden
        case omitted(String)
    }

    package struct Row: Equatable, Sendable {
        package let number: Int
        package let text: String
        package let reason: Reason
    }

    /// The first of them.
    package internal(set) var rows: [Row] = []
    /// All of them.
    package internal(set) var count = 0

    /// Whether a row has totals.
    private(set) var hasTotals = false

    /// Gives the row above the headings another reason.
    mutating func setReason(_ reason: Reason, ofRow number: Int) {
        guard let index = rows.firstIndex(where: { $0.number == number }) else { return }
        rows[index] = Row(number: number, text: rows[index].text, reason: reason)
    }

    mutating func add(_ number: Int, _ text: @autoclosure () -> String, _ reason: Reason) {
        count += 1
        if reason == .total { hasTotals = true }
        if rows.count < 20 { rows.append(Row(number: number, text: text(), reason: reason)) }
    }
}

/// The parts of a reading that the caller settles.
package struct ReadingOverrides: Equatable, Sendable {
    package var columns: [ColumnMapping] = []
    /// The fields of columns by their number from 1. They take precedence over ``columns``.
    package var targets: [Int: ColumnTarget] = [:]
    package var decimal: DecimalSeparator?
    package var dateOrder: DateOrder?
    package var currency: Currency?
    /// The currencies that signs such as `$` mean.
    package var signs: [String: Currency] = [:]
    package var encoding: TextEncoding?
    /// The byte between cells, unless the file itself names it in a line `sep=`.
    package var separator: UInt8?
    package var sheet: String?
    package var headerRow: HeaderPlace?
    package var groupRows: GroupRowMeaning?
    package var totalRows: DoubtfulRowMeaning?
    package var hiddenRows: DoubtfulRowMeaning?
    /// Whether empty cells of a location continue the cell above.
    package var fillsDown: Bool?
    /// Whether cells that are not values of their field are kept as text; otherwise they are faults.
    package var keepsOtherCells: Bool?
    package var recognition: RowRecognition?

    package init() {}

    /// The target that the caller names for a column.
    func target(ofColumn index: Int, heading: String) -> ColumnTarget? {
        targets[index + 1] ?? columns.last { $0.column == TableReading.customName(heading, index + 1) }?.target
    }

    /// All targets that the caller names.
    var statedTargets: [ColumnTarget] { columns.map(\.target) + targets.values }

    /// Adds an answer to a question.
    package mutating func apply(_ answer: ReadingAnswer, to topic: ReadingQuestion.Topic) {
        switch answer {
        case .currency(let named):
            // One of several signs: the amounts of the others are not in this currency.
            if let sign = topic.sign { signs[sign] = named } else { currency = named }
        case .dateOrder(let order): dateOrder = order
        case .decimal(let separator): decimal = separator
        case .encoding(let named, _): encoding = named
        case .nameColumn(let heading): columns.append(ColumnMapping(column: heading, field: .name))
        case .column(let heading, let target): columns.append(ColumnMapping(column: heading, target: target))
        case .groupRows(let meaning): groupRows = meaning
        case .totalRows(let meaning): totalRows = meaning
        case .hiddenRows(let meaning): hiddenRows = meaning
        case .fillDown(let flag): fillsDown = flag
        case .otherCells(let areKept): keepsOtherCells = areKept
        case .wholeLines: keepsOtherCells = true
        case .sheet(let name): sheet = name
        case .headerRow(let place): headerRow = place
        case .recognition(let way): recognition = way
        }
    }
}
