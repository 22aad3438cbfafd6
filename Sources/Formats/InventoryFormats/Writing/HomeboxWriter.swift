package import FoundationEssentials
package import Inventory

/// The columns for the custom fields of items in a Homebox file: each name as often as one item has it.
package struct HomeboxCustomFields: Sendable {
    private var counts: [String: Int] = [:]

    /// Creates an empty list.
    package init() {}

    /// Adds the custom fields of an item.
    package mutating func add(_ fields: [CustomField]) {
        if fields.isEmpty { return }
        var own: [String: Int] = [:]
        for field in fields { own[field.name, default: 0] += 1 }
        counts.merge(own) { max($0, $1) }
    }

    /// The names in the order of the columns: sorted by bytes, repeated if an item has several of one name.
    package var names: [String] {
        counts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .flatMap { Array(repeating: $0.key, count: $0.value) }
    }
}

/// Writes items as a Homebox CSV that Homebox imports and ``InventoryReader`` reads back.
///
/// `HB.import_ref` is the external reference, or the item's id if it has none. `HB.purchase_price` is the value, or the
/// purchase price if there is no value; Homebox writes 0 for "none", so a value of 0 is lost.
/// Fields without a column in Homebox are omitted and counted in ``losses``.
package struct HomeboxWriter {
    private var output: CSVRowWriter
    private let customFields: [String]
    private let currency: Currency
    private let parentReference: (UUID) throws -> String?
    /// The fields that were lost so far.
    package private(set) var losses = ExportLosses()

    /// Begins a file with its header.
    ///
    /// - Parameters:
    ///   - customFields: the columns of custom fields, from ``HomeboxCustomFields/names``.
    ///   - currency: the currency of all amounts; a Homebox file names none.
    ///   - parentReference: returns the external reference, or else the id, of a parent; a
    ///     parent without one is lost.
    ///   - sink: takes the bytes.
    /// - Throws: what the sink throws.
    package init(
        customFields: [String], currency: Currency, parentReference: @escaping (UUID) throws -> String?,
        sink: @escaping ByteConsumer
    ) throws {
        self.customFields = customFields
        self.currency = currency
        self.parentReference = parentReference
        // Homebox would keep escape signs inside a text.
        output = CSVRowWriter(escapesParts: false, sink)
        for column in HomeboxColumns.export { output.plain(column.name) }
        for name in customFields { output.text(HomeboxColumns.customPrefix + name) }
        try output.endRow()
    }

    /// Writes one item.
    ///
    /// - Throws: ``InventoryFileError`` if an amount is negative or in another currency, or a custom field has no column;
    ///   what the sink throws.
    package mutating func write(_ item: Item) throws {
        try check(item)
        for column in HomeboxColumns.export { try write(item, column.target) }
        try writeCustomFields(item)
        try output.endRow()
        recordLosses(item)
    }

    /// Passes the last bytes to the sink.
    /// - Throws: what the sink throws.
    package mutating func finish() throws { try output.finish() }

    private func check(_ item: Item) throws(InventoryFileError) {
        for field in [ItemField.value, .purchasePrice, .salePrice] {
            if case .money(let money) = item[field], money.currency != currency {
                throw InventoryFileError(
                    .unwritable(item.id, .otherCurrency(field, format: .homebox, currency: currency)))
            }
            if case .money(let money) = item[field], money.minorUnits < 0 {
                throw InventoryFileError(.unwritable(item.id, .negativeAmount(field, format: .homebox)))
            }
        }
    }

    private mutating func write(_ item: Item, _ target: ColumnTarget) throws {
        switch target {
        case .importReference: output.text(HomeboxWriter.reference(of: item))
        case .parentReference:
            let reference = try item.parent.flatMap(parentReference)
            output.text(reference)
            losses.note(.parent, if: item.parent != nil && reference == nil)
        case .price: output.plain(HomeboxWriter.number(item.value ?? item.purchase.price))
        case .field(let field):
            switch field.kind {
            case .money:
                if case .money(let money) = item[field] {
                    output.plain(HomeboxWriter.number(money))
                } else {
                    output.plain("0")
                }
            case .text, .tags: output.text(item[field].description)
            case .date:
                guard case .date(let date) = item[field] else { return output.plain("") }
                output.plain(date.day.description)
                losses.note(field, if: date.isApproximate)
            default: output.plain(item[field].description)
            }
        default: output.plain(nil)
        }
    }

    /// Returns the reference of an item in a Homebox file: its external reference, or its id if it has none.
    package static func reference(of item: Item) -> String {
        guard let reference = item.externalReference, !reference.isEmpty else { return item.id.uuidString.lowercased() }
        return reference
    }

    /// Returns the shortest decimal text, like Go's `FormatFloat` with 'f' and -1; 0 if there is no amount.
    private static func number(_ money: Money?) -> String {
        guard let money else { return "0" }
        let text = money.amountText.utf8
        guard text.contains(UInt8(ascii: ".")) else { return money.amountText }
        var digits = Substring(money.amountText)
        while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
        if digits.utf8.last == UInt8(ascii: ".") { digits.removeLast() }
        return String(digits)
    }

    private mutating func writeCustomFields(_ item: Item) throws {
        var rest = item.customFields
        for name in customFields {
            let index = rest.firstIndex { $0.name == name }
            output.text(index.map { rest.remove(at: $0).value })
        }
        guard rest.isEmpty else { throw InventoryFileError(.unwritable(item.id, .customFieldWithoutColumn)) }
    }

    /// The fields without a column. The id and the two prices share columns, and custom fields have theirs.
    static let omittedFields: [ItemField] = {
        var carried: Set<ItemField> = [.id, .externalReference, .parent, .value, .purchasePrice, .customFields]
        for case .field(let field) in HomeboxColumns.export.map(\.target) { carried.insert(field) }
        return ItemField.allCases.filter { !carried.contains($0) }
    }()

    private mutating func recordLosses(_ item: Item) {
        for field in HomeboxWriter.omittedFields { losses.note(field, if: item[field] != .none) }
        losses.note(.value, if: item.value?.minorUnits == 0)
        losses.note(
            .purchasePrice, if: item.value != nil && item.purchase.price != nil && item.value != item.purchase.price)
        // Value and purchase price share a column, which is read as both.
        let price = item.value ?? item.purchase.price
        if let price, price.minorUnits != 0 {
            losses.recordIfFilled(.value, if: item.value == nil)
            losses.recordIfFilled(.purchasePrice, if: item.purchase.price == nil)
        }
        losses.note(.salePrice, if: item.sale.price?.minorUnits == 0)
        losses.note(.tags, if: !item.tags.allSatisfy(ListCellFormat.isPlainTag))
        let names = item.customFields.map(\.name)
        losses.note(
            .customFields,
            if: item.customFields.contains { $0.value.isEmpty }
                || !zip(names, names.dropFirst()).allSatisfy { !$1.utf8.lexicographicallyPrecedes($0.utf8) })
    }
}
