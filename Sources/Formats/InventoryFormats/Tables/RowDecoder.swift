import FoundationEssentials
import Inventory
import JSON

/// Decodes the rows of a table.
struct RowDecoder: ~Copyable {
    enum Outcome: ~Copyable {
        case item(IncomingItem)
        case diagnostics([ImportFieldDiagnostic])
        /// The row is blank, or a subtotal of a report.
        case skipped
    }

    let columns: [TableColumn]
    /// The rules of the columns that are read, in the order of reading.
    private let steps: [ReadingRules]
    private let order: StepOrder
    private let count: Int
    private let options: ImportOptions
    /// The escape sign before text that a spreadsheet would take for a formula, and whether the parts of text after separators
    /// and line ends have it, too.
    let formulaEscape: UInt8
    let escapesParts: Bool
    /// Whether an amount of 0 means "not stated".
    let treatsZeroAsMissing: Bool
    /// Whether slashes divide the location, with or without blanks, and no list of tags is JSON, as in Homebox.
    let isHomebox: Bool
    private let stated: PresentFields
    private let hasExplicitID: Bool
    private let key: RecognitionKey?
    /// Whether rows may be shorter than the header, as under a reading.
    private let allowsShortRows: Bool
    /// The last cells of the columns whose empty cells continue them, by the index of the column.
    private var above: [Int: [UInt8]] = [:]
    /// The field of the addresses that the cells of each column link to.
    let linkTargets: [ColumnTarget]
    private var identifiers = ItemIDGenerator()
    private var unescaped = UnescapeBuffer()

    /// Decodes rows by a reading.
    ///
    /// - Parameter reading: the reading, whose columns are those of the table.
    init(reading: TableReading, options: ImportOptions) {
        let columns = reading.columns.enumerated().map { index, column in
            TableColumn(
                number: index + 1 + (reading.tableColumns?.first ?? 0), name: column.heading, target: column.target)
        }
        self.columns = columns
        let uses = Dictionary(columns.map { ($0.target, 1) }, uniquingKeysWith: +)
        func part(_ index: Int) -> Int { reading.columns[index].part ?? 0 }
        steps = columns.indices.sorted { one, other in
            (columns[one].target.order, part(one), one) < (columns[other].target.order, part(other), other)
        }.filter { columns[$0].target != .ignored }.map { index in
            ReadingRules(
                reading.columns[index], place: index, in: reading, options: options,
                isJoined: uses[columns[index].target, default: 0] > 1)
        }
        order = StepOrder(
            places: steps.map(\.place), filledDown: steps.indices.filter { [steps] in steps[$0].fillsDown })
        count = columns.count
        self.options = options
        isHomebox = reading.program == "homebox"
        let isSnipeIT = reading.program == "snipe-it"
        formulaEscape = UInt8(ascii: isSnipeIT ? "`" : "'")
        escapesParts = !isHomebox && !isSnipeIT
        treatsZeroAsMissing = isHomebox || isSnipeIT
        linkTargets = reading.columns.enumerated().map { $1.link ?? $1.defaultLink(number: $0 + 1) }
        stated = PresentFields(reading.statedFields)
        key = reading.key
        hasExplicitID = stated.all.contains(.id)
        // Programs write every cell; a sheet and a list by hand omit empty ones at the end of a row.
        allowsShortRows = reading.sheet != nil || (!isHomebox && !isSnipeIT && !reading.isOwnFile)
    }

    /// Decodes a row.
    /// - Parameter group: the location that a group row above names.
    mutating func decode(_ table: TableRow, group: GroupPlace? = nil) -> Outcome {
        if let reason = RowDecoder.damage(table) { return .diagnostics([ImportFieldDiagnostic(nil, reason)]) }
        let fields = table.fields
        if table.isBlank { return .skipped }
        // The item is not a member of the row, so that it can be moved out without a copy.
        var item = Item(id: identifiers.next(at: options.timestamp), name: "", dateCreated: options.timestamp)
        var row = RowContext(hasExplicitID: hasExplicitID)
        for index in order.steps(ofCells: fields.count)
        where steps[index].place < fields.count || steps[index].fillsDown {
            let rules = steps[index]
            if rules.fillsDown, !table.isFilled(rules.place) {
                ByteView.of((above[rules.place] ?? [])[...]) { read($0, nil, by: rules, into: &row, item: &item) }
                continue
            }
            let field = fields[rules.place]
            if field.isEmpty, !rules.readsEmpty { continue }
            let cell = table.cell(field, &unescaped)
            if case .recordKind = rules.target, !cell.isEmpty, !cell.elementsEqual("item".utf8) {
                return .skipped
            }
            if rules.fillsDown { above[rules.place] = Array(cell) }
            read(cell, field.type, by: rules, into: &row, item: &item)
        }
        for (field, text) in row.joined { item.setText(text, of: field) }
        for link in table.links where link.column < columns.count { read(link, into: &row, item: &item) }
        if let group {
            // A cell of the same column replaces the group; one of another column is a place within it.
            let location = item.location.map { group.isInLocations ? $0 : "\(group.name) / \($0)" } ?? group.name
            do {
                try Item.checkLength(location.utf8.count)
            } catch {
                return .diagnostics([ImportFieldDiagnostic(nil, .value(error))])
            }
            item.location = location
        }
        guard fields.count == count || (allowsShortRows && !hasExtraCells(table)) else {
            let reason = ImportFieldDiagnostic.Reason.fieldCount(
                fields.count, header: count, delimiter: table.delimiter)
            return .diagnostics([ImportFieldDiagnostic(nil, reason)])
        }
        guard row.diagnostics.isEmpty else {
            return .diagnostics(row.diagnostics.sorted { $0.columnNumber < $1.columnNumber })
        }
        if !item.hasExactLineValue {
            let column = columns.first { $0.target.fields.contains(.quantity) }
            return .diagnostics([ImportFieldDiagnostic(column.map(\.location), .lineValueTooLarge)])
        }
        var states = stated.without(row.unstated)
        if !item.customFields.isEmpty { states.insert(.customFields) }
        if key != nil { states = filledFields(of: item, among: states, row.filled) }
        let parent = row.parentReference
        var incoming = IncomingItem(item: item, stated: states, parentReference: parent, row: table.number)
        incoming.key = key
        return .item(incoming)
    }

    /// The fields for which a row has a value. A quantity of 1 and a flag that is false are values, too.
    private func filledFields(of item: Item, among stated: ItemFieldSet, _ filled: ItemFieldSet) -> ItemFieldSet {
        let blank = Item(id: item.id, name: "", dateCreated: options.timestamp)
        return ItemFieldSet(
            ItemField.allCases.filter { field in
                stated.contains(field)
                    && (field == .id || filled.contains(field) || !item[field].isIdentical(to: blank[field]))
            })
    }

    /// Whether a row has more cells than there are headings: a cell with content, or an empty one behind an amount that
    /// was cut at its comma, as `1,200.00` is without quotes.
    private func hasExtraCells(_ table: TableRow) -> Bool {
        let extra = table.fields.indices.dropFirst(count)
        if extra.isEmpty { return false }
        return extra.contains(where: table.isFilled)
            || steps.contains { $0.target.kind == .money && isCutAmount(table, $0.place) }
    }

    private func isCutAmount(_ table: TableRow, _ place: Int) -> Bool {
        guard table.delimiter == UInt8(ascii: ","), place + 1 < table.fields.count else { return false }
        func cell(_ place: Int) -> Slice<ByteView> {
            table.bytes[table.fields[place].start..<table.fields[place].end]
        }
        let (head, rest) = (cell(place), cell(place + 1))
        let tail = rest.drop(while: \.isDigit)
        return head.last?.isDigit == true && head.suffix(4).count(where: \.isDigit) <= 3
            && rest.prefix(while: \.isDigit).count == 3 && (tail.isEmpty || tail.first == UInt8(ascii: "."))
    }

    /// Sets the text that the empty cells of a column continue.
    mutating func fill(_ column: Int, with text: String) { above[column] = Array(text.utf8) }

    /// Returns the reason why bytes are not text, nil if they are.
    static func damage(_ row: TableRow) -> ImportFieldDiagnostic.Reason? {
        if let place = UTF8Validation.firstInvalidIndex(in: row.bytes.pointer) {
            return .notUTF8(byte: row.offset + Int64(place))
        }
        if let place = row.bytes.firstIndex(of: 0, from: 0) {
            return .nul(byte: row.offset + Int64(place))
        }
        return nil
    }
}

/// Finds the steps of a row, so that a short row of a table with thousands of columns costs no more than its cells.
private struct StepOrder {
    private let all: [Int]
    /// The step of each cell; nil for a cell that is not read.
    private let stepByPlace: [Int?]
    private let filledDown: [Int]

    /// - Parameters:
    ///   - places: the index of each step's cell in the row.
    ///   - filledDown: the steps that are taken without a cell, too.
    init(places: [Int], filledDown: [Int]) {
        all = Array(places.indices)
        var stepByPlace = [Int?](repeating: nil, count: (places.max() ?? -1) + 1)
        for (step, place) in places.enumerated() { stepByPlace[place] = step }
        self.stepByPlace = stepByPlace
        self.filledDown = filledDown
    }

    /// Returns the steps that a row of so many cells can need, in their order.
    func steps(ofCells count: Int) -> [Int] {
        // Most rows have most cells. Sorting would cost more than passing over the others.
        guard count * 4 < all.count else { return all }
        let steps = stepByPlace.prefix(count).compactMap(\.self)
        return (filledDown.isEmpty ? steps : Array(Set(steps).union(filledDown))).sorted()
    }
}

/// The location that a row with a single cell names for the rows below it.
struct GroupPlace {
    let name: String
    /// Whether the cell stands in the column of locations.
    let isInLocations: Bool

    init(_ text: String, isInLocations: Bool) {
        name = text.last == ":" ? String(text.dropLast()) : text
        self.isInLocations = isInLocations
    }
}

/// The state of a row beside its item.
struct RowContext: ~Copyable {
    /// Whether the item has an id of its own.
    var hasExplicitID: Bool
    /// The fields without a value in this row, although the table has a column for them.
    var unstated = AbsentFields()
    /// The quantity and the flags that the row states, which may be those of an item without any.
    var filled = ItemFieldSet()
    var parentReference: String?
    /// The currency that a column names for amounts that name none.
    var namedCurrency: Currency?
    /// The texts of fields that several columns feed. A copy of the item's text for each of thousands of columns would
    /// take time that grows with the square of their number.
    var joined: [ItemField: String] = [:]
    /// The currencies of the columns beside the amounts.
    var currencies = AmountCurrencies()
    var diagnostics: [ImportFieldDiagnostic] = []
}

/// The currencies that a row names for single amounts.
struct AmountCurrencies {
    private var value, purchasePrice, replacementValue, depreciationEach, salePrice: Currency?

    subscript(field: ItemField) -> Currency? {
        switch field {
        case .value: value
        case .purchasePrice: purchasePrice
        case .replacementValue: replacementValue
        case .depreciationEach: depreciationEach
        case .salePrice: salePrice
        default: nil
        }
    }

    mutating func set(_ currency: Currency, of field: ItemField) {
        switch field {
        case .value: value = currency
        case .purchasePrice: purchasePrice = currency
        case .replacementValue: replacementValue = currency
        case .depreciationEach: depreciationEach = currency
        case .salePrice: salePrice = currency
        default: break
        }
    }
}

/// Fields that a row can leave unstated although the table has a column for them.
struct AbsentFields: OptionSet {
    let rawValue: Int
    static let id = AbsentFields(rawValue: 1)
    static let externalReference = AbsentFields(rawValue: 2)
    static let dateCreated = AbsentFields(rawValue: 4)
    static let price = AbsentFields(rawValue: 8)
    static let warrantyExpires = AbsentFields(rawValue: 16)

    static let fields: [(AbsentFields, [ItemField])] = [
        (.id, [.id]), (.externalReference, [.externalReference]), (.dateCreated, [.dateCreated]),
        (.price, [.value, .purchasePrice]), (.warrantyExpires, [.warrantyExpires]),
    ]
}

/// The fields that a table states, and those of rows that leave some unstated. Computed once for all 32 combinations.
struct PresentFields {
    let all: ItemFieldSet
    private let without: [ItemFieldSet]

    init(_ fields: [ItemField]) {
        all = ItemFieldSet(fields)
        without = (0..<32).map { bits in
            let out = AbsentFields.fields.filter { AbsentFields(rawValue: bits).contains($0.0) }.flatMap(\.1)
            return ItemFieldSet(fields.filter { !out.contains($0) })
        }
    }

    func without(_ unstated: AbsentFields) -> ItemFieldSet { without[unstated.rawValue] }
}

/// Reads the columns that only Snipe-IT has.
extension RowDecoder {
    /// Distinguishes asset tags from the references of other programs.
    private static let referencePrefix = "snipe-it:"

    func readAssetTag(_ cell: ByteView, into row: inout RowContext, item: inout Item)
        throws(ImportFieldDiagnostic.Reason)
    {
        item.assetIdentifier = try text(cell)
        item.externalReference = item.assetIdentifier.map { RowDecoder.referencePrefix + $0 }
        if cell.isEmpty { row.unstated.insert(.externalReference) }
    }

    /// Reads the model, which is the name of an asset without one, as in Snipe-IT.
    func readModel(
        _ cell: ByteView, _ column: TableColumn, into row: inout RowContext, item: inout Item
    )
        throws(ImportFieldDiagnostic.Reason)
    {
        guard let model = try text(cell) else { return }
        item.customFields.append(CustomField(name: column.name, value: model))
        if item.name.isEmpty { item.name = model }
    }

    func readStatus(
        _ cell: ByteView, _ column: TableColumn, into row: inout RowContext, item: inout Item
    )
        throws(ImportFieldDiagnostic.Reason)
    {
        guard let status = try text(cell) else { return }
        item.customFields.append(CustomField(name: column.name, value: status))
        let folded = status.lowercased()
        item.archived = folded == "archived" || folded.hasSuffix("(archived)")
        row.filled.insert(.archived)
    }

    /// Reads the months from the purchase date. Without that date, and if the cell is not a number of months, only the text is
    /// kept.
    func readWarranty(_ cell: ByteView, into row: inout RowContext, item: inout Item)
        throws(ImportFieldDiagnostic.Reason)
    {
        guard let text = try text(cell) else { return }
        let digits = cell.prefix(while: \.isDigit)
        let rest = String(decoding: NumberCellParser.trimmed(cell[digits.endIndex...]), as: UTF8.self).lowercased()
        guard (1...4).contains(digits.count), let months = Int(String(decoding: digits, as: UTF8.self)),
            ["", "month", "months"].contains(rest)
        else {
            item.warranty.details = text
            row.unstated.insert(.warrantyExpires)
            return
        }
        if months == 0 { return }
        item.warranty.details = rest.isEmpty ? "\(text) months" : text
        // The end of a warranty is not counted from an approximate date.
        if let bought = item.purchase.date, !bought.isApproximate {
            item.warranty.expires = try DateCellParser.day(bought, months: months)
        } else {
            row.unstated.insert(.warrantyExpires)
        }
    }
}
