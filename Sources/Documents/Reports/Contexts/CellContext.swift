import Attachments
import Inventory
import InventoryStore
import Templating

/// A column as its heading and its cells show it.
struct ShownColumn: Sendable {
    let column: ReportColumn
    let kind: ReportColumn.Kind
    let title: String
    /// The share of a line that it takes, in letters.
    private(set) var share: Int
    /// Whether it is the first of the columns whose amounts have their currency from one field.
    let startsCurrency: Bool
    /// The letters of the longest word, up to which its share is not reduced.
    private let word: Int
    /// Whether words may be broken anywhere, because one would be too wide for a page.
    let isLoose: Bool

    /// The shown columns of a report.
    static func all(_ columns: ReportColumns, _ options: ReportOptions, _ words: DocumentLocalization) -> [ShownColumn]
    {
        var fields: Set<ItemField> = []
        var all = columns.columns.map { found in
            let title = words.title(of: found.column, options)
            // A heading may be broken between its words and within long ones, a cell only between words.
            let word = title.split(separator: " ").map(\.count).max() ?? 0
            // Names are bold.
            let isBold = options.isClaim && found.column == .field(.name)
            // Identifiers are capitals and digits, which are wider than the letters of words, and are not broken. Beside the
            // amounts of a claim the words of the other columns need that room.
            let isIdentifier = found.kind == .code && !found.hasLongWords && !options.isClaim
            let isWide = isIdentifier || found.column.isOwn && !options.isClaim
            let length = isBold || isWide ? found.length * 5 / 4 + 1 : found.length
            let cells = found.kind.isAligned || isIdentifier ? length : min(length, found.column.width)
            let photo = found.kind != .picture ? 0 : options.definition.photoSize == .medium ? 22 : 10
            let starts = found.column.moneyField.map { fields.insert($0).inserted } ?? false
            return ShownColumn(
                column: found.column, kind: found.kind, title: title,
                share: max(4, cells, min(word, 9), photo) + 2, startsCurrency: starts,
                word: min(found.word * (isBold ? 5 : 4) / 4, ReportColumns.Column.longestWord),
                isLoose: found.hasLongWords)
        }
        if options.isClaim { fit(&all, lead: columns.summed.first ?? all.count) }
        return all
    }

    /// Lets texts take a second line rather than smaller letters: the amounts of a claim leave them little room.
    /// - Parameter lead: the number of columns before the first sum, over which the titles of sums are written in a line.
    private static func fit(_ columns: inout [ShownColumn], lead: Int) {
        let (enough, title) = (Int(ReportColumns.lineLength), 34)
        func least(_ place: Int) -> Int { max(11, columns[place].word) + 2 }
        for place in columns.indices where columns[place].look == "evidence" { columns[place].share += 2 }
        let excess = columns.reduce(-enough) { $0 + $1.share }
        let wide = columns.indices.filter { columns[$0].kind == .text && columns[$0].share > least($0) }
        let room = wide.reduce(0) { $0 + columns[$1].share - least($1) }
        if excess > 0, room > 0 {
            for place in wide {
                // Rounded up: a letter too many in all columns would make the letters of the line smaller.
                let excess = (columns[place].share - least(place)) * min(excess, room)
                columns[place].share -= (excess + room - 1) / room
            }
        }
        if let name = columns.prefix(lead).firstIndex(where: { $0.column == .field(.name) }) {
            columns[name].share += max(0, columns[1..<lead].reduce(title) { $0 - $1.share })
        }
    }

    /// The word for the kind of its cells, by which style sheets and Typst choose their look.
    var look: String {
        switch column {
        case .computed(.line): "line"
        case .field(.name): "name"
        case .computed(.purchased): "lines"
        case .computed(.photoNumbers), .computed(.receiptNumbers), .computed(.documentNumbers): "evidence"
        default: column.isLong && column.width > 20 ? "long" : kind.rawValue
        }
    }
}

extension DocumentLocalization {
    /// The keys of the headings for which insurers have other words.
    private static let titlesOfClaims: [ReportColumn: String] = [
        .field(.name): "item", .field(.location): "room", .field(.manufacturer): "manufacturer",
        .field(.purchaseDate): "purchaseDate", .field(.purchasePlace): "purchasePlace",
        .field(.depreciation): "ratePerYear", .field(.replacementValue): "replacementEach",
        .computed(.lineReplacementValue): "lineReplacementCost",
    ]

    /// The heading of a column; that of a custom field is its name, unless it is redacted.
    func title(of column: ReportColumn, _ options: ReportOptions) -> String {
        if options.isClaim, let key = DocumentLocalization.titlesOfClaims[column] { return self[key] }
        return switch column {
        case .customField(let name):
            options.redaction.hides(.customFields) ? Redaction.word(options.format, self) : name
        case .field(let field): title(ofField: field.name)
        case .computed(.thumbnail), .computed(.photoNumbers): self["photos"]
        case .computed(.receiptNumbers): self["receipts"]
        case .computed(.documentNumbers): self["documents"]
        case .computed(.depreciationAmount): self["depreciation"]
        case .computed(.lineReplacementValue): self["replacementCost"]
        case .computed(let computed): self["\(computed)"]
        }
    }

    /// An age as the reader writes it: `3 y 4 mo`, `about 3 y 4 mo`.
    func age(_ months: Int, isApproximate: Bool) -> String {
        if isApproximate { return text("about", age(months, isApproximate: false)) }
        let (years, rest) = (months / 12, months % 12)
        if years == 0 { return text("ages.months", rest) }
        return rest == 0 ? text("ages.years", years) : text("ages.both", years, rest)
    }
}

/// The names of a column at the top of a report: `{{#columns}}{{title}}{{/columns}}`.
enum ColumnContext {
    static let table = ContextTable<ShownColumn>([
        .text("title") { $0.title },
        .text("field") { $0.column.name },
        .text("look") { $0.look },
        .number("share") { $0.share },
        .flag("isAligned") { $0.kind.isAligned },
        .flag("startsCurrency") { $0.startsCurrency },
        .text("currencyField") { $0.column.moneyField == .value ? "currency" : "\($0.column.name)Currency" },
        .isFirst,
    ])
}

/// The names of a cell in a row: `{{#cells}}{{text}}{{/cells}}`; of an item, or of sums.
struct CellNames: Sendable {
    typealias Slot = ContextDeclaration.Slot

    static let shared = CellNames()

    let declaration: ContextDeclaration
    /// The heading of its column, the column's name in data, and the word for its kind.
    let title, field, look: Slot
    /// The value as the reader writes it, and as data write it: numbers and amounts are numbers, too, lists have texts.
    let text, raw, number, amount, currency, texts: Slot
    let isLine, isSum, isTrue, isPlain, isMeasure, hasValue, isBlank, isName, isNumber, isAmount, isDate, isCode,
        isFlag,
        isList,
        isPicture, startsCurrency, isFirst: Slot
    /// The sums below a column of amounts, one for each currency, and how many of the items state one, if not all.
    let sums, coverage: Slot

    private init() {
        var names = ContextBuilder()
        (title, field, look) = (names.add("title", .text), names.add("field", .text), names.add("look", .text))
        (text, raw) = (names.add("text", .text), names.add("raw", .text))
        (number, currency) = (names.add("number", .number), names.add("currency", .text))
        amount = names.add("amount", .text)
        isLine = names.add("isLine", .flag)
        (isSum, isTrue) = (names.add("isSum", .flag), names.add("isTrue", .flag))
        (isPlain, isBlank) = (names.add("isPlain", .flag), names.add("isBlank", .flag))
        (isMeasure, hasValue) = (names.add("isMeasure", .flag), names.add("hasValue", .flag))
        (isName, isNumber) = (names.add("isName", .flag), names.add("isNumber", .flag))
        (isAmount, isDate) = (names.add("isAmount", .flag), names.add("isDate", .flag))
        (isCode, isFlag) = (names.add("isCode", .flag), names.add("isFlag", .flag))
        (isList, isPicture) = (names.add("isList", .flag), names.add("isPicture", .flag))
        (startsCurrency, isFirst) = (names.add("startsCurrency", .flag), names.add("isFirst", .flag))
        sums = names.add("sums", .list(MoneyContext.declaration))
        coverage = names.add("coverage", .text)
        texts = names.add("texts", .list(TagContext.table.declaration))
        declaration = names.declaration
    }

    /// Fills what the cells of a column have in common.
    func fill(_ cell: Record, _ column: ShownColumn, isFirst first: Bool) {
        cell.set(title, text: column.title)
        cell.set(field, text: column.column.name)
        cell.set(look, text: column.isLoose ? "\(column.look) loose" : column.look)
        cell.set(startsCurrency, flag: column.startsCurrency)
        cell.set(isFirst, flag: first)
        cell.set(isLine, flag: column.column == .computed(.line))
        cell.set(isBlank, flag: ![.flag, .picture].contains(column.kind))
        cell.set(isMeasure, flag: column.kind.isAligned && !column.column.isOwn)
        cell.set(isPlain, flag: [.text, .list, .flag].contains(column.kind))
        switch column.kind {
        case .text: cell.set(isName, flag: column.column == .field(.name))
        case .code: cell.set(isCode, flag: true)
        case .number: cell.set(isNumber, flag: true)
        case .amount: cell.set(isAmount, flag: true)
        case .date: cell.set(isDate, flag: true)
        case .flag: cell.set(isFlag, flag: true)
        case .list: cell.set(isList, flag: true)
        case .picture: cell.set(isPicture, flag: true)
        }
    }
}

/// Fills the cells of an item's row.
struct CellContext {
    private let names = CellNames.shared
    private let columns: [ShownColumn]
    private var reader: ColumnReader
    private let words: DocumentLocalization
    /// Whether custom fields are written as the owner wrote them: in data, so that they can be read back.
    private let writesOwnTexts: Bool
    /// The custom fields of numbers, which readers see as they were written: they are years and codes, too.
    private let ownNumbers: Set<Int>

    /// The fields that must be read of each item.
    var fields: ItemFieldSet { reader.fields }

    init(
        _ columns: [ShownColumn], in snapshot: StoreSnapshot, _ options: ReportOptions, words: DocumentLocalization,
        redaction: ItemRedaction
    ) {
        self.columns = columns
        self.words = words
        let showsOwn = !options.redaction.hides(.customFields)
        writesOwnTexts = !options.format.isForReaders && showsOwn
        let numbers = columns.indices.filter { columns[$0].column.isOwn && columns[$0].kind == .number }
        ownNumbers = options.format.isForReaders && showsOwn ? Set(numbers) : []
        reader = ColumnReader(
            columns.map { ($0.column, $0.kind) }, in: snapshot, options, redaction: redaction,
            words: words)
    }

    /// - Throws: `ValueError.overflow` if the amount of a line does not fit into 64 bits.
    mutating func fill(
        _ row: Record, list: ContextDeclaration.Slot, _ cursor: ItemCursor, line: Int, format: inout LocaleFormatter?
    ) throws {
        let (columns, names, words) = (columns, names, words)
        let (writesOwnTexts, ownNumbers) = (writesOwnTexts, ownNumbers)
        var own: [(place: Int, cell: Record)] = []
        let cells = row.elements(of: list, count: columns.count)
        try reader.read(cursor, line: line) { place, value in
            let cell = cells[place]
            // The cells of a row are those of the row before, which keep what their columns have in common.
            if !cell.keepsValues {
                names.fill(cell, columns[place], isFirst: place == 0)
                cell.keepValues()
            }
            try names.fill(cell, value, words: words, format: &format)
            let isAsWritten = writesOwnTexts ? columns[place].column.isOwn : ownNumbers.contains(place)
            if isAsWritten { own.append((place, cell)) }
        }
        for (place, cell) in own {
            if let text = reader.ownText(at: place) { cell.set(writesOwnTexts ? names.raw : names.text, text) }
        }
    }
}

extension CellNames {
    /// Fills the value, the reader's text only if `format` is given.
    func fill(
        _ cell: Record, _ value: ColumnValue, words: DocumentLocalization, format: inout LocaleFormatter?
    ) throws {
        switch value {
        case .absent: break
        case .borrowed(let bytes):
            cell.set(text, borrowing: bytes)
            cell.set(raw, borrowing: bytes)
        case .text(let string):
            cell.set(text, text: string)
            cell.set(raw, sameAs: text)
        case .number(let millionths):
            let quantity = Quantity(millionths: millionths)
            cell.set(number, quantity)
            cell.set(raw, sameAs: number)
            format?.append(quantity, to: cell, text)
        case .months(let months, let isApproximate):
            cell.set(number, number: Int64(months))
            cell.set(raw, sameAs: number)
            if format != nil { cell.set(text, text: words.age(months, isApproximate: isApproximate)) }
        case .amount(let money):
            cell.set(number, capacity: DecimalText.capacity) {
                DecimalText.write(money.minorUnits, fractionDigits: money.currency.fractionDigits, to: $0)
            }
            cell.set(raw, sameAs: number)
            cell.set(amount, sameAs: number)
            cell.set(currency, text: money.currency.code)
            format?.append(money, to: cell, text)
        case .date(let day):
            cell.set(raw, day)
            format?.append(day, to: cell, text)
        case .timestamp(let moment):
            cell.set(raw, moment)
            format?.append(moment, to: cell, text)
        case .flag(let flag):
            cell.set(raw, text: flag ? "true" : "false")
            cell.set(isTrue, flag: flag)
            if flag { cell.set(text, text: words["page.yes"]) }
        case .answer(let flag):
            cell.set(raw, text: flag ? "true" : "false")
            cell.set(text, text: words[flag ? "page.yes" : "page.no"])
            cell.set(isTrue, flag: flag)
        case .list(let strings, let data):
            cell.set(text, text: strings.joined(separator: words["listSeparator"]))
            cell.set(raw, text: data)
            if format == nil { try TagContext.append(strings, to: texts, of: cell) }
        case .lines(let day, let texts):
            let days = [day].compactMap(\.self).map { format?.string($0) ?? $0.description }
            cell.set(text, text: (days + texts).joined(separator: "\n"))
            cell.set(raw, text: value.plainText(yes: "", no: "") ?? "")
        case .item(let id, let name):
            cell.set(text, text: name)
            cell.set(raw, id)
        }
    }

    /// Fills a list with the cells of one of the rows that sums take as data: the first has the numbers, each those of one
    /// currency.
    /// - Parameter own: the values of the columns that make the group.
    func fill(
        _ record: Record, list: ContextDeclaration.Slot, _ sums: ColumnSums, row: Int, own: [ReportColumn: ColumnValue],
        _ columns: [ShownColumn], words: DocumentLocalization
    ) throws {
        var format: LocaleFormatter?
        let currencies = sums.currencies
        for (place, column) in columns.enumerated() {
            let cell = record.append(to: list)
            fill(cell, column, isFirst: place == 0)
            let sum = sums.sums[place]
            let money = sum.amounts.amounts.first { currencies.indices.contains(row) && $0.currency == currencies[row] }
            let number = row == 0 ? sum.number.map(ColumnValue.number) : nil
            let value = own[column.column] ?? money.map(ColumnValue.amount) ?? number ?? .absent
            try fill(cell, value, words: words, format: &format)
            if case .absent = value {} else { cell.set(hasValue, flag: true) }
            // The currency stands beside the first column of its field, which need not be the one that is added up.
            if column.startsCurrency, let field = column.column.moneyField, currencies.indices.contains(row),
                columns.indices.contains(where: { other in
                    columns[other].column.moneyField == field
                        && sums.sums[other].amounts.amounts.contains { $0.currency == currencies[row] }
                })
            {
                cell.set(currency, text: currencies[row].code)
            }
        }
    }

    /// Fills a list with the cells of sums: those of the columns from the first on that is added up.
    func fill(
        _ record: Record, list: ContextDeclaration.Slot, _ sums: ColumnSums, _ shown: ShownList,
        format: inout LocaleFormatter?
    ) {
        for place in shown.columns.indices.dropFirst(shown.leadCount) {
            fill(record.append(to: list), sums, at: place, shown, format: &format)
        }
    }

    /// Fills a list with the cells of a line of several items.
    func fill(
        _ record: Record, list: ContextDeclaration.Slot, of line: GroupedLines.Line, _ shown: ShownList,
        format: inout LocaleFormatter?
    ) {
        let texts = shown.texts(of: line)
        for place in shown.columns.indices {
            let cell = record.append(to: list)
            fill(cell, line.sums, at: place, shown, format: &format)
            guard let (text, part) = texts[place] else { continue }
            cell.set(self.text, text: text)
            if let part { cell.set(coverage, text: part) }
        }
    }

    private func fill(
        _ cell: Record, _ sums: ColumnSums, at place: Int, _ shown: ShownList, format: inout LocaleFormatter?
    ) {
        fill(cell, shown.columns[place], isFirst: place == 0)
        cell.set(isSum, flag: shown.totals.summed.contains(place))
        let sum = sums.sums[place]
        if let millionths = sum.number {
            let quantity = Quantity(millionths: millionths)
            cell.set(number, quantity)
            cell.set(raw, sameAs: number)
            format?.append(quantity, to: cell, text)
        }
        if !sum.amounts.amounts.isEmpty {
            // Each currency has its line in all cells of a row.
            MoneyContext().fill(cell, list: self.sums, sum.amounts, in: sums.currencies, format: &format)
        }
        if let coverage = shown.coverage(of: sums, at: place) { cell.set(self.coverage, text: coverage) }
    }
}
