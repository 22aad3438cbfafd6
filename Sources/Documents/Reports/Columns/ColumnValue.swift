package import FoundationEssentials
package import Inventory
package import InventoryStore

/// The value of an item in a column. Formats differ in how they write these, not in how they are read.
package enum ColumnValue {
    case absent
    /// A text that the cursor lends until it moves.
    case borrowed(UnsafeBufferPointer<UInt8>)
    case text(String)
    /// A number of millionths.
    case number(Int64)
    /// Whole months, which are approximate if the date is that they are counted from.
    case months(Int, isApproximate: Bool)
    case amount(Money)
    case date(CalendarDate)
    case timestamp(Timestamp)
    case flag(Bool)
    /// Yes or no in a custom field.
    case answer(Bool)
    /// The texts, and the list as data write it.
    case list([String], data: String)
    /// A day and texts, each in a line of its own.
    case lines(CalendarDate?, [String])
    /// The item that has an id: its name, as the reader may see it.
    case item(UUID, name: String)
}

extension ColumnValue {
    /// About the room that the value needs; nil if the item states none.
    var length: TextLength? {
        switch self {
        case .absent, .number(0), .flag(false): nil
        case .borrowed(let text): TextLength(text)
        case .text(var text): text.withUTF8 { TextLength($0) }
        case .number(let number): TextLength(line: Quantity(millionths: number).description.count)
        case .months(_, let isApproximate): TextLength(line: isApproximate ? 15 : 9)
        // With separators of thousands and the currency.
        case .amount(let money): TextLength(line: money.amountText.count * 5 / 4 + 3)
        case .date(let day): TextLength(line: ColumnValue.length(of: day))
        case .timestamp: TextLength(line: 12)
        case .flag, .answer: TextLength(line: 4)
        case .list(let texts, _): TextLength(line: texts.reduce(2 * (texts.count - 1)) { $0 + $1.count })
        case .lines(let day, let texts):
            texts.isEmpty && day == nil
                ? nil
                : TextLength(
                    line: max(day.map(ColumnValue.length) ?? 0, texts.map(\.count).max() ?? 0),
                    word: texts.flatMap { $0.split(separator: " ") }.map(\.count).max() ?? 0)
        case .item(_, let name): TextLength(line: name.count)
        }
    }
}

extension ColumnValue {
    /// With the word for an approximate date.
    private static func length(of day: CalendarDate) -> Int { day.isApproximate ? 18 : 12 }

    /// The value in one line of plain text; nil if it is absent.
    package func plainText(yes: String, no: String) -> String? {
        switch self {
        case .absent: nil
        case .borrowed(let bytes): String(decoding: bytes, as: UTF8.self)
        case .text(let text), .item(_, let text): text
        case .number(let number): Quantity(millionths: number).description
        case .months(let months, _): "\(months)"
        case .amount(let money): money.description
        case .date(let day): day.description
        case .timestamp(let moment): moment.description
        case .flag(let flag), .answer(let flag): flag ? yes : no
        case .list(let texts, _): texts.joined(separator: ", ")
        case .lines(let day, let texts): ([day?.description].compactMap(\.self) + texts).joined(separator: ", ")
        }
    }
}

/// The room that a text needs, in letters of usual width: of its longest line, and of its longest word.
struct TextLength {
    private(set) var line = 0
    private(set) var word = 0

    init(line: Int, word: Int = 0) { (self.line, self.word) = (line, word) }

    /// Signs of East Asian scripts are as wide as two letters, and lines are broken between them.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        var (letters, run) = (0, 0)
        for byte in text {
            switch byte {
            case 0x0A:
                line = max(line, letters)
                (letters, run) = (0, 0)
            case 0x80..<0xC0: continue
            case 0xE3...0xED, 0xF0...:
                letters += 2
                run = 0
            default:
                letters += 1
                run = byte == UInt8(ascii: " ") ? 0 : run + 1
                word = max(word, run)
            }
        }
        line = max(line, letters)
    }
}

/// Reads the values of columns from a cursor, as the reader of the report may see them.
package struct ColumnReader {
    /// The fields that must be read of each item.
    package let fields: ItemFieldSet

    private let columns: [(column: ReportColumn, kind: ReportColumn.Kind, place: CursorColumn)]
    private let redaction: ItemRedaction
    private let snapshot: StoreSnapshot
    /// The day for which ages are counted.
    private let day: CalendarDate
    private let method: ValuationMethod
    /// Whether the numbers of photos and documents are shown.
    private let shown: (photos: Bool, documents: Bool)
    /// The reader's words; nil if texts are measured or printed as data.
    private let words: DocumentLocalization?
    /// The items of which another one has the same serial number, and the same name, once a column asks.
    private var duplicates: [(field: ItemField, items: Set<UUID>)]?
    private let hasCustomFields: Bool
    private let customFields: [[UInt8]: Int]
    /// The values of custom fields of the present item, by the places of their columns; several of one name follow one
    /// another.
    private var ownValues: [[UInt8]]
    private var parents: [UUID: String] = [:]
    private static let maxParents = 10_000

    /// The reader of a report's columns, each with the kind of its values.
    /// - Parameter words: the reader's words; nil if texts are only measured.
    init(
        _ columns: [(column: ReportColumn, kind: ReportColumn.Kind)], in snapshot: StoreSnapshot,
        _ options: ReportOptions, redaction: ItemRedaction = ItemRedaction(), words: DocumentLocalization? = nil
    ) {
        self.init(
            columns, in: snapshot, on: options.dayOfAges(snapshot.settings), options.valuation, redaction: redaction,
            shown: (options.showsPhotos, options.showsDocuments), words: words)
    }

    /// - Parameters:
    ///   - columns: the columns, each with the kind of its values.
    ///   - day: the day for which ages are counted.
    package init(
        _ columns: [(column: ReportColumn, kind: ReportColumn.Kind)], in snapshot: StoreSnapshot, on day: CalendarDate
    ) {
        self.init(columns, in: snapshot, on: day, redaction: ItemRedaction())
    }

    private init(
        _ columns: [(column: ReportColumn, kind: ReportColumn.Kind)], in snapshot: StoreSnapshot, on day: CalendarDate,
        _ method: ValuationMethod = ValuationMethod(), redaction: ItemRedaction,
        shown: (photos: Bool, documents: Bool) = (true, true), words: DocumentLocalization? = nil
    ) {
        self.columns = columns.map { column, kind in
            let field = if case .field(let field) = column { field } else { ItemField.name }
            return (column, kind, CursorColumn(field))
        }
        (self.snapshot, self.day, self.method, self.redaction) = (snapshot, day, method, redaction)
        (self.shown, self.words) = (shown, words)
        var own: [[UInt8]: Int] = [:]
        for (place, column) in columns.enumerated() {
            if case .customField(let name) = column.column { own[Array(name.utf8)] = place }
        }
        customFields = own
        hasCustomFields = !own.isEmpty
        ownValues = Array(repeating: [], count: columns.count)
        fields = ItemFieldSet(columns.flatMap { ColumnReader.fields(of: $0.column) })
    }

    fileprivate static func fields(of column: ReportColumn) -> [ItemField] {
        switch column {
        case .field(let field): [field]
        case .customField, .computed(.objectID): [.customFields]
        case .computed(.line), .computed(.parts), .computed(.duplicates): []
        case .computed(.missing): [.photos, .documents, .serialNumber, .value]
        case .computed(.thumbnail), .computed(.photos), .computed(.photoNumbers): [.photos]
        case .computed(.documents), .computed(.receipts), .computed(.documentNumbers), .computed(.receiptNumbers):
            [.documents]
        case .computed(.brand), .computed(.purchased): column.parts.flatMap(fields(of:))
        case .computed(.age): [.purchaseDate]
        case .computed(.lifespan), .computed(.conditionFactor), .computed(.replacementSource),
            .computed(.lineReplacementValue), .computed(.depreciationAmount), .computed(.actualCashValue):
            ValuationMethod.fields
        case .computed(.lineValue), .computed(.linePurchasePrice):
            [.quantity] + (column.moneyField.map { [$0] } ?? [])
        }
    }

    /// Passes the value of each column of the cursor's item on, in order.
    /// - Parameters:
    ///   - line: the item's number in the list.
    ///   - body: called with the place of the column and its value, whose text is valid until the cursor moves.
    /// - Throws: `ValueError.overflow` if the amount of a line does not fit into 64 bits.
    package mutating func read(
        _ cursor: ItemCursor, line: Int, _ body: (Int, ColumnValue) throws -> Void
    ) throws {
        if hasCustomFields { try readCustomFields(cursor) }
        for place in columns.indices { try body(place, value(at: place, cursor, line: line)) }
    }

    /// The value of one column; a custom field must have been read before.
    mutating func value(at place: Int, _ cursor: ItemCursor, line: Int) throws -> ColumnValue {
        switch columns[place].column {
        case .field(let field): try value(of: field, at: columns[place].place, cursor)
        case .customField: ownValue(at: place)
        case .computed(let computed): try value(of: computed, columns[place].column, cursor, line: line)
        }
    }

    private mutating func readCustomFields(_ cursor: ItemCursor) throws {
        for place in ownValues.indices { ownValues[place].removeAll(keepingCapacity: true) }
        try cursor.forEachCustomField { (name, value) throws in
            guard !value.isEmpty, let place = customFields[Array(name)] else { return }
            if !ownValues[place].isEmpty { ownValues[place] += ", ".utf8 }
            ownValues[place] += value
        }
    }

    /// The text of a custom field as its owner wrote it, of the item that was read last.
    func ownText(at place: Int) -> [UInt8]? { ownValues[place].isEmpty ? nil : ownValues[place] }

    /// The value of a custom field, of the column's kind if it reads as one.
    private func ownValue(at place: Int) -> ColumnValue {
        let bytes = ownValues[place]
        if bytes.isEmpty { return .absent }
        if redaction.hidesCustomFields { return .text(redaction.label) }
        return bytes.withUnsafeBufferPointer { text in
            let typed: ColumnValue? =
                switch columns[place].kind {
                case .number: CustomFieldKind.number(text).map(ColumnValue.number)
                case .amount: CustomFieldKind.amount(text).map(ColumnValue.amount)
                case .date: CustomFieldKind.date(text).map(ColumnValue.date)
                case .flag: CustomFieldKind.flag(text).map(ColumnValue.answer)
                default: nil
                }
            return typed ?? .text(String(decoding: text, as: UTF8.self))
        }
    }

    private mutating func value(
        of field: ItemField, at place: CursorColumn, _ cursor: ItemCursor
    ) throws -> ColumnValue {
        switch field.kind {
        case .text:
            guard let text = cursor.text(at: place), !text.isEmpty else { return .absent }
            guard redaction.hides(field) else { return .borrowed(text) }
            return .text(redaction.word(for: text, of: field))
        case .money: return cursor.money(at: place).map(ColumnValue.amount) ?? .absent
        case .date: return cursor.date(at: place).map(ColumnValue.date) ?? .absent
        case .quantity: return .number(cursor.quantity.millionths)
        case .percentage: return cursor.percentage(field).map { .number($0.hundredths * 10_000) } ?? .absent
        case .timestamp: return .timestamp(cursor.dateCreated)
        case .flag: return .flag(cursor.flag(at: place))
        case .identifier: return try field == .id ? .text(cursor.id.text) : parent(cursor)
        case .tags: return try tags(cursor)
        case .customFields, .photos, .documents: return .absent
        }
    }

    private func tags(_ cursor: ItemCursor) throws -> ColumnValue {
        var tags: [String] = []
        try cursor.forEachTag { (tag) throws in
            tags.append(redaction.hidesTags ? redaction.label : String(decoding: tag, as: UTF8.self))
        }
        if tags.isEmpty { return .absent }
        let isPlain = redaction.hidesTags || !tags.contains { $0.contains(";") }
        let stored = cursor.text(.tags).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return .list(tags, data: isPlain ? tags.joined(separator: ";") : stored)
    }

    private mutating func parent(_ cursor: ItemCursor) throws -> ColumnValue {
        guard let id = cursor.parent else { return .absent }
        if redaction.hides(.name) { return .item(id, name: redaction.label) }
        if let name = parents[id] { return .item(id, name: name) }
        let name = try snapshot.item(id)?.item.name ?? ""
        if parents.count >= ColumnReader.maxParents { parents.removeAll(keepingCapacity: true) }
        parents[id] = name.isEmpty ? id.text : name
        return .item(id, name: parents[id] ?? "")
    }

    /// The names of the items that belong to the cursor's, as the reader may see them.
    private func parts(_ cursor: ItemCursor) throws -> ColumnValue {
        let names = try snapshot.parts(of: cursor.id).map { id in
            redaction.hides(.name) ? redaction.label : try snapshot.item(id)?.item.name ?? ""
        }
        let texts = names.filter { !$0.isEmpty }
        return texts.isEmpty ? .absent : .list(texts, data: texts.joined(separator: ";"))
    }

    /// The details that an owner can still add, as a claim names them.
    private func missing(_ cursor: ItemCursor) -> ColumnValue {
        let details: [(detail: ClaimLine.MissingDetail, isThere: Bool)] = [
            (.photo, cursor.hasPhotos), (.receipt, !documents(cursor, receipts: true).isEmpty),
            (.serialNumber, text(of: .serialNumber, cursor) != nil), (.value, cursor.money(.value) != nil),
        ]
        return list(details.filter { !$0.isThere }.map(\.detail.rawValue)) { words?["lacking.\($0).name"] }
    }

    /// The fields in which another item has the same.
    private mutating func duplicates(_ cursor: ItemCursor) throws -> ColumnValue {
        let known =
            try duplicates
            ?? [ItemField.serialNumber, .name].map { field in
                var items: Set<UUID> = []
                var selection = Selection.everything
                selection.terms = [.duplicate(field)]
                let found = try snapshot.items(matching: selection, fields: ItemFieldSet([]))
                while try found.next() { items.insert(found.id) }
                return (field, items)
            }
        duplicates = known
        let id = cursor.id
        return list(known.filter { $0.items.contains(id) }.map(\.field.name)) { words?.title(ofField: $0) }
    }

    private func objectID(_ cursor: ItemCursor) throws -> ColumnValue {
        var texts: [String] = []
        try cursor.forEachCustomField { (name, value) throws in
            guard !value.isEmpty, ObjectID.describes(name) else { return }
            let text = "\(String(decoding: name, as: UTF8.self)): \(String(decoding: value, as: UTF8.self))"
            texts.append(redaction.hidesCustomFields ? redaction.label : text)
        }
        return texts.isEmpty ? .absent : .list(texts, data: texts.joined(separator: ";"))
    }

    /// A list of words by name, which are the names themselves as data.
    private func list(_ names: [String], _ word: (String) -> String?) -> ColumnValue {
        names.isEmpty ? .absent : .list(names.map { word($0) ?? $0 }, data: names.joined(separator: ";"))
    }

    private mutating func value(
        of computed: ReportColumn.Computed, _ column: ReportColumn, _ cursor: ItemCursor, line: Int
    ) throws -> ColumnValue {
        switch computed {
        case .line: return .number(Int64(line) * Quantity.scale)
        case .thumbnail: return .absent
        case .parts: return try parts(cursor)
        case .missing: return missing(cursor)
        case .duplicates: return try duplicates(cursor)
        case .objectID: return try objectID(cursor)
        case .brand:
            let parts = [ItemField.manufacturer, .modelNumber].compactMap { text(of: $0, cursor) }
            return parts.isEmpty ? .absent : .text(parts.joined(separator: " "))
        case .purchased:
            let title = words.map { $0["kinds.receipt"] + " " } ?? ""
            let number = text(of: .purchaseReceiptNumber, cursor).map { title + $0 }
            let texts = [text(of: .purchasePlace, cursor), number].compactMap(\.self)
            let day = cursor.date(.purchaseDate)
            return day == nil && texts.isEmpty ? .absent : .lines(day, texts)
        case .age:
            guard let bought = cursor.date(.purchaseDate) else { return .absent }
            return .months(max(0, day.wholeMonths(since: bought)), isApproximate: bought.isApproximate)
        case .photos: return .number(Int64(cursor.hasPhotos ? cursor.photos.count : 0) * Quantity.scale)
        case .documents: return .number(Int64(cursor.hasDocuments ? cursor.documents.count : 0) * Quantity.scale)
        case .receipts: return .number(Int64(documents(cursor, receipts: true).count) * Quantity.scale)
        case .photoNumbers:
            let count = shown.photos && cursor.hasPhotos ? cursor.photos.count : 0
            return numbers((0..<count).map { "\(line)-P\($0 + 1)" })
        case .receiptNumbers, .documentNumbers:
            let places = shown.documents ? documents(cursor, receipts: computed == .receiptNumbers) : []
            return numbers(places.map { "\(line)-D\($0 + 1)" })
        case .lineValue, .linePurchasePrice:
            guard let field = column.moneyField, let each = cursor.money(field) else { return .absent }
            return .amount(try each.times(cursor.quantity))
        case .lifespan:
            guard case .lifespan(let years) = method.basis(of: cursor) else { return .absent }
            return .number(Int64(years) * Quantity.scale)
        case .conditionFactor:
            return method.conditionFactor(of: cursor).map { .number($0.hundredths * Quantity.scale / 100) } ?? .absent
        case .lineReplacementValue: return amount(try method.valuation(of: cursor, on: day).replacementCost)
        case .depreciationAmount: return amount(try method.valuation(of: cursor, on: day).depreciation)
        case .actualCashValue: return amount(try method.valuation(of: cursor, on: day).actualCashValue)
        case .replacementSource:
            guard let source = method.distinctSource(of: try method.valuation(of: cursor, on: day)) else {
                return .absent
            }
            return .text(words?["replacementFrom.\(source)"] ?? source.rawValue)
        }
    }

    private func amount(_ money: Money?) -> ColumnValue { money.map(ColumnValue.amount) ?? .absent }

    /// A text as the reader may see it; nil if the item does not state it.
    private func text(of field: ItemField, _ cursor: ItemCursor) -> String? {
        guard let text = cursor.text(field), !text.isEmpty else { return nil }
        return redaction.hides(field) ? redaction.word(for: text, of: field) : String(decoding: text, as: UTF8.self)
    }

    /// The places of an item's receipts among its documents, or of its other documents.
    private func documents(_ cursor: ItemCursor, receipts: Bool) -> [Int] {
        guard cursor.hasDocuments else { return [] }
        return cursor.documents.enumerated().filter { ($0.element.kind == .receipt) == receipts }.map(\.offset)
    }

    private func numbers(_ numbers: [String]) -> ColumnValue {
        numberRanges(numbers, separator: words?["listSeparator"] ?? ", ").map(ColumnValue.text) ?? .absent
    }
}

extension ItemRedaction {
    func hides(_ field: ItemField) -> Bool { bits & (1 << field.index) != 0 }
}

/// The exact sums of some items in each column of a list; nothing for a column that is not added up.
struct ColumnSums: Equatable, Sendable {
    /// The sum of a column: of numbers in millionths, of amounts one for each currency.
    struct Sum: Equatable, Sendable {
        var number: Int64?
        var amounts = CurrencyTotals()
        /// The items that state a value.
        var items = 0
    }

    private(set) var items = 0
    private(set) var sums: [Sum]

    init(_ columns: ReportColumns) { sums = columns.columns.map { _ in Sum() } }

    /// The sums that totals of the items have: the units and the line values.
    init(_ totals: ValueTotals, _ columns: ReportColumns) {
        items = totals.items
        sums = columns.columns.map { column in
            guard column.isSummed else { return Sum() }
            return switch column.column {
            case .field(.quantity): Sum(number: totals.units.millionths, items: totals.items)
            case .computed(.lineValue):
                Sum(amounts: CurrencyTotals(totals.amounts), items: totals.items - totals.withoutValue)
            default: Sum()
            }
        }
    }

    /// The currencies of all sums, in the order of their codes.
    var currencies: [Currency] { Set(sums.flatMap(\.amounts.amounts).map(\.currency)).sorted() }

    mutating func addItem() { items += 1 }

    /// Adds a value to the sum of a column.
    /// - Throws: `overflow` or `outOfRange` past 64 bits.
    mutating func add(_ value: ColumnValue, at place: Int) throws(ValueError) {
        switch value {
        case .amount(let money): try sums[place].amounts.add(money)
        case .number(let number):
            let (sum, overflow) = (sums[place].number ?? 0).addingReportingOverflow(number)
            if overflow { throw .outOfRange(.units) }
            sums[place].number = sum
        default: return
        }
        sums[place].items += 1
    }

    /// Adds the sums of other items.
    /// - Throws: `overflow` or `outOfRange` past 64 bits.
    mutating func add(_ other: ColumnSums) throws(ValueError) {
        items += other.items
        for (place, sum) in other.sums.enumerated() {
            let before = sums[place].items
            if let number = sum.number { try add(.number(number), at: place) }
            try sums[place].amounts.add(sum.amounts)
            sums[place].items = before + sum.items
        }
    }
}

extension HiddenFields {
    /// The hidden field that a column shows, or is computed from; nil for none.
    package func field(in column: ReportColumn) -> ItemField? {
        ColumnReader.fields(of: column).first { hides($0) }
    }

    /// Whether a column shows a hidden field, or is computed from one.
    package func hides(_ column: ReportColumn) -> Bool { field(in: column) != nil }
}
