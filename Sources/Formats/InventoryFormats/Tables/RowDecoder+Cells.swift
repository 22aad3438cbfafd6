import FoundationEssentials
import Inventory

extension RowDecoder {
    /// Reads one cell into the item, or adds a diagnostic.
    func read(
        _ cell: ByteView, as target: ColumnTarget, column: Int, into row: inout RowContext,
        item: inout Item
    ) {
        do throws(ImportFieldDiagnostic.Reason) {
            switch target {
            case .field(let field): try read(cell, field, into: &row, item: &item)
            case .customField(let name): try readCustomField(cell, name: name, into: &item)
            case .currency(let field): try readCurrency(cell, of: field, into: &row, item: &item)
            case .importReference: try readImportReference(cell, into: &row, item: &item)
            case .parentReference: row.parentReference = try text(cell)
            case .price: try readPrice(cell, into: &row, item: &item)
            case .lineTotal: try set(lineTotal: money(cell, of: .value, in: row), of: &item)
            case .warrantyMonths: try readWarranty(cell, into: &row, item: &item)
            case .status: try readStatus(cell, columns[column], into: &row, item: &item)
            case .modelName: try readModel(cell, columns[column], into: &row, item: &item)
            case .assetTag: try readAssetTag(cell, into: &row, item: &item)
            case .brandAndModel: try readBrandAndModel(cell, into: &item)
            case .recordKind: if cell.isEmpty { throw .expected(.recordKind) }
            case .ignored: break
            case .unnamed: throw .cellOfUnnamedColumn
            }
        } catch {
            row.diagnostics.append(ImportFieldDiagnostic(error, in: columns[column], format: format))
        }
    }

    private func readCustomField(
        _ cell: ByteView, name: String, into item: inout Item
    ) throws(ImportFieldDiagnostic.Reason) {
        guard let value = try text(cell) else { return }
        item.customFields.append(CustomField(name: name, value: value))
    }

    private func read(
        _ cell: ByteView, _ field: ItemField, into row: inout RowContext, item: inout Item
    ) throws(ImportFieldDiagnostic.Reason) {
        let kind = field.kind
        let cell = kind == .text ? cell : trimmed(cell)
        if rules.splitsPaths, !cell.isEmpty, isNone(cell, field) { return }
        switch kind {
        case .text:
            let value = try text(cell)
            item.setText(field == .location && rules.splitsPaths ? value.map(RowDecoder.path) : value, of: field)
            if field == .externalReference, cell.isEmpty { row.unstated.insert(.externalReference) }
        case .money:
            guard let money = try money(cell, of: field, in: row) else { return }
            try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in try item.set(field, to: .money(money))
            }
        case .quantity where !cell.isEmpty:
            item.quantity = try quantity(cell)
        case .percentage where !cell.isEmpty:
            let hundredths = try NumberCellParser.grouped(cell, fractionDigits: 2, separator: rules.decimalSeparator)
            guard (0...10_000).contains(hundredths) else { throw .percentageOutOfRange }
            item.depreciation = Percentage(hundredths: hundredths)
        case .timestamp:
            if cell.isEmpty {
                row.unstated.insert(.dateCreated)
            } else {
                item.dateCreated = try DateCellParser.timestamp(cell, rules: rules)
            }
        case .date where !cell.isEmpty:
            let day = try DateCellParser.day(cell, order: rules.dateOrder)
            try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in try item.set(field, to: .date(day)) }
        case .flag where !cell.isEmpty:
            let flag = try flag(cell)
            try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in try item.set(field, to: .flag(flag)) }
        case .identifier:
            if cell.isEmpty {
                if field == .id { row.unstated.insert(.id) }
            } else {
                guard let id = UUID(utf8: cell.pointer.span) else { throw .expected(.uuid) }
                try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in
                    try item.set(field, to: .identifier(id))
                }
            }
        case .tags: item.tags = try tags(cell)
        case .customFields: item.customFields += try customFields(cell)
        case .quantity, .percentage, .date, .flag, .photos, .documents: break
        }
    }

    /// Whether a cell of Homebox says that there is no value. Its zero of dates is 0001-01-01.
    private func isNone(_ cell: ByteView, _ field: ItemField) -> Bool {
        switch field.kind {
        case .date: cell.starts(with: "0001-01-01".utf8)
        case .text where ![.name, .description, .notes].contains(field):
            Vocabulary.shared.isBlank(FormulaEscape.removed(cell, escape: rules.formulaEscape))
        default: false
        }
    }

    /// A cell without the spaces around its value, if the format allows them.
    private func trimmed(_ cell: ByteView) -> ByteView {
        guard rules.trimsValues else { return cell }
        let trimmed = NumberCellParser.trimmed(cell[...])
        // A cell of nothing but spaces is not blank, and is refused as what it is.
        return trimmed.isEmpty ? cell : ByteView(rebasing: trimmed)
    }

    /// Returns the text of a cell, nil if it is empty.
    func text(_ cell: ByteView) throws(ImportFieldDiagnostic.Reason) -> String? {
        if cell.isEmpty { return nil }
        let plain = FormulaEscape.removed(cell, escape: rules.formulaEscape)
        try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in try Item.checkLength(plain.count) }
        return decoded(rules.unwrapsFormulas ? FormulaEscape.unwrapped(plain) : plain)
    }

    /// A text without the escape signs inside it.
    private func decoded(_ text: ByteView) -> String {
        rules.escapesParts ? FormulaEscape.textWithoutInnerSigns(text) : String(decoding: text, as: UTF8.self)
    }

    private func money(
        _ cell: ByteView, of field: ItemField, in row: borrowing RowContext
    ) throws(ImportFieldDiagnostic.Reason) -> Money? {
        if cell.isEmpty { return nil }
        let currency = row.currencies[field] ?? row.currency
        let money =
            format == .homebox
            ? Money(
                minorUnits: try NumberCellParser.decimal(cell, fractionDigits: currency.fractionDigits),
                currency: currency)
            : try NumberCellParser.money(cell, currency: currency, rules: rules)
        if money.minorUnits < 0, !(format == .csv && row.hasExplicitID && !row.unstated.contains(.id)) {
            throw .negativeAmount
        }
        if let named = row.currencies[field], named != money.currency {
            throw .otherCurrency(stated: named.code, inColumn: true)
        }
        return money.minorUnits == 0 && rules.treatsZeroAsMissing ? nil : money
    }

    private func readPrice(_ cell: ByteView, into row: inout RowContext, item: inout Item)
        throws(ImportFieldDiagnostic.Reason)
    {
        if let price = try money(cell, of: .purchasePrice, in: row) {
            item.value = price
            item.purchase.price = price
        } else {
            // Homebox writes 0 for "not stated", so the row leaves these fields as they are.
            row.unstated.insert(.price)
        }
    }

    /// Sets the value of one piece from the value of all pieces; the quantity has been read.
    func set(lineTotal money: Money?, of item: inout Item) throws(ImportFieldDiagnostic.Reason) {
        guard let money else { return }
        let (millionths, overflow) = money.minorUnits.multipliedReportingOverflow(by: Quantity.scale)
        let quantity = item.quantity.millionths
        guard !overflow, quantity > 0, millionths.isMultiple(of: quantity) else { throw .indivisibleTotal }
        item.value = Money(minorUnits: millionths / quantity, currency: money.currency)
    }

    /// Reads a reference. In the form that ``HomeboxWriter`` writes ids in, it is the item's id: the item is recognised.
    private func readImportReference(_ cell: ByteView, into row: inout RowContext, item: inout Item)
        throws(ImportFieldDiagnostic.Reason)
    {
        let reference = try text(cell)
        item.externalReference = reference
        if reference == nil { row.unstated.insert(.externalReference) }
        if let id = UUID(lowercase: cell.pointer.span) {
            item.id = id
        } else {
            row.unstated.insert(.id)
        }
    }

    private func readCurrency(
        _ cell: ByteView, of field: ItemField?, into row: inout RowContext, item: inout Item
    ) throws(ImportFieldDiagnostic.Reason) {
        if cell.isEmpty { return }
        guard let currency = Currency(utf8: cell.pointer) else {
            throw .value(.unknownCurrency(String(decoding: cell.prefix(16), as: UTF8.self)))
        }
        if let field { row.currencies.set(currency, of: field) } else { row.currency = currency }
    }

    private func quantity(_ cell: ByteView) throws(ImportFieldDiagnostic.Reason) -> Quantity {
        let millionths = try NumberCellParser.grouped(cell, fractionDigits: 6, separator: rules.decimalSeparator)
        guard millionths >= 0 else { throw .negativeQuantity }
        return Quantity(millionths: millionths)
    }

    private func flag(_ cell: ByteView) throws(ImportFieldDiagnostic.Reason) -> Bool {
        if cell.isWord("true") { return true }
        if cell.isWord("false") { return false }
        if rules.lenientFlags, cell.count <= 5 {
            switch String(decoding: cell, as: UTF8.self).lowercased() {
            case "true", "yes": return true
            case "false", "no": return false
            default: break
            }
        }
        throw .expected(.flag(orWords: rules.lenientFlags))
    }

    private func tags(_ cell: ByteView) throws(ImportFieldDiagnostic.Reason) -> [String] {
        if rules.listsAsJSON, cell.first == UInt8(ascii: "["), let text = try text(cell),
            let tags = ListCellFormat.tags(text)
        {
            return tags
        }
        let plain = FormulaEscape.removed(cell, escape: rules.formulaEscape)
        try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in try Item.checkLength(plain.count) }
        var tags: [String] = []
        var start = 0
        while start < plain.count {
            let end = plain[start...].firstIndex(of: UInt8(ascii: ";")) ?? plain.count
            var (first, last) = (start, end)
            while first < last, plain[first] == 0x20 || plain[first] == 0x09 { first += 1 }
            while first < last, plain[last - 1] == 0x20 || plain[last - 1] == 0x09 { last -= 1 }
            if first < last {
                tags.append(decoded(ByteView(rebasing: plain[first..<last])))
            }
            start = end + 1
        }
        return tags
    }

    private func customFields(_ cell: ByteView) throws(ImportFieldDiagnostic.Reason) -> [CustomField] {
        guard let text = try text(cell) else { return [] }
        guard let fields = ListCellFormat.customFields(text) else {
            throw .expected(.customFieldCell)
        }
        return fields
    }
}

extension ByteView {
    /// Whether the bytes are those of a short word.
    @inline(__always)
    func isWord(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] != word.utf8Start[index] { return false }
        return true
    }
}
