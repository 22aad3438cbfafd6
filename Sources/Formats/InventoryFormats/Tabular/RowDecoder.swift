import Inventory
import JSON

/// Makes items of the rows of a table.
struct RowDecoder: ~Copyable {
    enum Outcome: ~Copyable {
        case item(IncomingItem)
        case diagnostics([ImportFieldDiagnostic])
        /// The row is blank, or no item: a subtotal of a report.
        case skipped
    }

    /// A column to be read: all that the loop over cells needs, without a reference to count.
    private struct Step {
        /// The field of the record, from 0.
        let place: Int
        /// Its place in `columns`.
        let column: Int
        let action: CellAction
        let readsEmpty: Bool
    }

    let columns: [TableColumn]
    private let steps: [Step]
    private let count: Int
    let format: FileFormat
    let options: ImportOptions
    let rules: CellRules
    private let stated: PresentFields
    private let hasExplicitID: Bool
    private var identifiers = ItemIDGenerator()
    private var unescaped = UnescapeBuffer()

    /// - Parameter count: how many fields a row has.
    init(columns: [TableColumn], count: Int, format: FileFormat, options: ImportOptions) {
        self.columns = columns
        steps = columns.indices.sorted { one, other in
            (columns[one].target.order, one) < (columns[other].target.order, other)
        }.map { index in
            let action = columns[index].target.action
            return Step(
                place: columns[index].number - 1, column: index, action: action, readsEmpty: action.readsEmpty)
        }
        self.count = count
        self.format = format
        self.options = options
        rules = CellRules(format: format, options: options)
        stated = PresentFields(columns.flatMap(\.target.fields))
        hasExplicitID = stated.all.contains(.id)
    }

    /// Makes an item of the record at hand.
    mutating func decode(_ records: borrowing RecordReader) -> Outcome {
        let bytes = records.bytes
        if let reason = RowDecoder.damage(bytes, records) { return .diagnostics([ImportFieldDiagnostic(nil, reason)]) }
        let fields = records.scanner.fields
        if fields.allSatisfy({ $0.start == $0.end && !$0.quoted }) { return .skipped }
        // The item is no part of the row, so that it can be handed on without a copy.
        var item = Item(id: identifiers.next(at: options.timestamp), name: "", dateCreated: options.timestamp)
        var row = RowContext(hasExplicitID: hasExplicitID, currency: options.currency)
        for step in steps where step.place < fields.count {
            let field = fields[step.place]
            if field.start == field.end, !step.readsEmpty { continue }
            var cell = UnsafeBufferPointer(rebasing: bytes[field.start..<field.end])
            if field.escaped { cell = unescaped.unescape(cell) }
            if step.action == .recordKind, !cell.isEmpty, !cell.elementsEqual("item".utf8) { return .skipped }
            read(cell, step.action, column: step.column, into: &row, &item)
        }
        guard fields.count == count else {
            let reason = ImportFieldDiagnostic.Reason.fieldCount(
                fields.count, header: count, delimiter: records.scanner.delimiter)
            return .diagnostics([ImportFieldDiagnostic(nil, reason)])
        }
        guard row.diagnostics.isEmpty else {
            return .diagnostics(row.diagnostics.sorted { $0.columnNumber < $1.columnNumber })
        }
        if !item.hasExactLineValue {
            let column = columns.first { $0.target.fields.contains(.quantity) }
            return .diagnostics([ImportFieldDiagnostic(column.map(\.location), .lineValueTooLarge)])
        }
        let states = stated.without(row.unstated)
        let parent = row.parentReference
        return .item(IncomingItem(item: item, stated: states, parentReference: parent, row: records.row))
    }

    /// Returns the reason why bytes are not text, nil if they are.
    static func damage(
        _ bytes: UnsafeBufferPointer<UInt8>, _ records: borrowing RecordReader
    ) -> ImportFieldDiagnostic.Reason? {
        if let place = UTF8Validation.firstInvalidIndex(in: bytes) {
            return .notUTF8(byte: records.offset + Int64(place))
        }
        if UTF8Validation.hasNUL(bytes), let place = bytes.firstIndex(of: 0) {
            return .nul(byte: records.offset + Int64(place))
        }
        return nil
    }
}

/// What is known of a row beside its item.
struct RowContext: ~Copyable {
    /// Whether the item carries its own key.
    var hasExplicitID: Bool
    /// What the row says nothing about though there is a column for it.
    var unstated = AbsentFields()
    var parentReference: String?
    /// The currency of amounts that have none of their own.
    var currency: Currency
    /// The currencies that columns beside the amounts name.
    var currencies = AmountCurrencies()
    var diagnostics: [ImportFieldDiagnostic] = []
}

/// The currencies that a row names for its amounts.
struct AmountCurrencies {
    private var value, purchasePrice, replacementValue, salePrice: Currency?

    subscript(field: ItemField) -> Currency? {
        switch field {
        case .value: value
        case .purchasePrice: purchasePrice
        case .replacementValue: replacementValue
        case .salePrice: salePrice
        default: nil
        }
    }

    mutating func set(_ currency: Currency, of field: ItemField) {
        switch field {
        case .value: value = currency
        case .purchasePrice: purchasePrice = currency
        case .replacementValue: replacementValue = currency
        case .salePrice: salePrice = currency
        default: break
        }
    }
}

/// Fields of which a row may say nothing though the table has a column for them.
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

/// The fields a table speaks of, and those of a row that leaves some out, made beforehand.
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

/// Room for text whose doubled quotes are taken out.
struct UnescapeBuffer: ~Copyable {
    private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4096)

    deinit { buffer.deallocate() }

    /// The text with single quotes for doubled ones; it holds until the next call.
    mutating func unescape(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        if bytes.count > buffer.count {
            buffer.deallocate()
            buffer = .allocate(capacity: bytes.count)
        }
        var count = 0
        var index = 0
        while index < bytes.count {
            buffer[count] = bytes[index]
            index += bytes[index] == UInt8(ascii: "\"") ? 2 : 1
            count += 1
        }
        return UnsafeBufferPointer(rebasing: buffer[..<count])
    }
}
