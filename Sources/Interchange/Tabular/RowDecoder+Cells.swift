import FoundationEssentials
import InventoryModel

extension RowDecoder {
    /// Reads one cell into the row, or notes what is wrong with it.
    func read(_ cell: UnsafeBufferPointer<UInt8>, _ column: TableColumn, into row: inout Row) {
        do throws(ValueError) {
            switch column.target {
            case .field(let field): try read(cell, field, into: &row)
            case .customField(let name):
                if let value = try text(cell) { row.item.customFields.append(CustomField(name: name, value: value)) }
            case .currency(let field): try readCurrency(cell, of: field, into: &row)
            case .importReference: try readImportReference(cell, into: &row)
            case .parentReference: row.parentReference = try text(cell)
            case .price: try readPrice(cell, into: &row)
            case .warrantyMonths: try readWarranty(cell, into: &row)
            case .status: try readStatus(cell, column, into: &row)
            case .modelName: try readModel(cell, column, into: &row)
            case .assetTag: try readAssetTag(cell, into: &row)
            case .recordKind: if cell.isEmpty { throw .malformed(expected: "item, or the kind of a row of totals") }
            case .ignored: break
            case .unnamed: if !cell.isEmpty { row.faults.append(FieldFault.unnamed(column)) }
            }
        } catch {
            row.faults.append(FieldFault.value(error, column: column, format: format))
        }
    }

    private func read(
        _ cell: UnsafeBufferPointer<UInt8>, _ field: ItemField, into row: inout Row
    ) throws(ValueError) {
        var cell = cell
        if rules.trimsValues, field.kind != .text, !cell.isEmpty {
            // A cell of nothing but spaces is not blank, and is refused as what it is.
            let trimmed = NumberCells.trimmed(cell[...])
            if !trimmed.isEmpty { cell = UnsafeBufferPointer(rebasing: trimmed) }
        }
        switch field.kind {
        case .text:
            try row.item.set(field, to: text(cell).map(FieldValue.text) ?? .none)
            if field == .externalReference, cell.isEmpty { row.unstated.insert(.externalReference) }
        case .money:
            guard let money = try money(cell, of: field, in: row) else { return }
            try row.item.set(field, to: .money(money))
        case .quantity where !cell.isEmpty:
            row.item.quantity = try quantity(cell)
        case .percentage where !cell.isEmpty:
            let hundredths = try NumberCells.grouped(cell, fractionDigits: 2, separator: rules.decimalSeparator)
            guard (0...10_000).contains(hundredths) else { throw .outOfRange("a percentage is from 0 to 100") }
            row.item.depreciation = Percentage(hundredths: hundredths)
        case .timestamp:
            if cell.isEmpty {
                row.unstated.insert(.dateCreated)
            } else {
                row.item.dateCreated = try DateCells.moment(cell, rules: rules)
            }
        case .date where !cell.isEmpty:
            try row.item.set(field, to: .date(try DateCells.day(cell, order: rules.dateOrder)))
        case .flag where !cell.isEmpty:
            try row.item.set(field, to: .flag(try flag(cell)))
        case .identifier:
            if cell.isEmpty {
                if field == .id { row.unstated.insert(.id) }
            } else {
                guard let id = UUID(uuidString: String(decoding: cell, as: UTF8.self)) else {
                    throw .malformed(expected: "a UUID (RFC 9562)")
                }
                try row.item.set(field, to: .identifier(id))
            }
        case .tags: row.item.tags = try tags(cell)
        case .customFields: row.item.customFields += try customFields(cell)
        case .quantity, .percentage, .date, .flag: break
        }
    }

    /// The text of a cell, nil where it is empty.
    func text(_ cell: UnsafeBufferPointer<UInt8>) throws(ValueError) -> String? {
        if cell.isEmpty { return nil }
        let plain = FormulaEscape.removed(cell, escape: rules.formulaEscape)
        guard plain.count <= options.textLimit else { throw .outOfRange("a text holds at most 1 MiB") }
        return String(decoding: plain, as: UTF8.self)
    }

    private func money(
        _ cell: UnsafeBufferPointer<UInt8>, of field: ItemField, in row: Row
    ) throws(ValueError) -> Money? {
        if cell.isEmpty { return nil }
        let currency = row.currencies.isEmpty ? row.currency : row.currencies[field] ?? row.currency
        let money =
            format == .homebox
            ? Money(
                minorUnits: try NumberCells.decimal(cell, fractionDigits: currency.fractionDigits), currency: currency)
            : try NumberCells.money(cell, currency: currency, rules: rules)
        if money.minorUnits < 0, !(format == .csv && row.statesID && !row.unstated.contains(.id)) {
            throw .outOfRange("an amount is 0 or more")
        }
        if let named = row.currencies[field], named != money.currency {
            throw .malformed(expected: "an amount in \(named.code), as its currency column says")
        }
        return money.minorUnits == 0 && rules.zeroIsNotStated ? nil : money
    }

    private func readPrice(_ cell: UnsafeBufferPointer<UInt8>, into row: inout Row) throws(ValueError) {
        if let price = try money(cell, of: .purchasePrice, in: row) {
            row.item.value = price
            row.item.purchase.price = price
        } else {
            // The file can not say "none", so it says nothing about these.
            row.unstated.insert(.price)
        }
    }

    /// A reference in the form that ``HomeboxWriter`` gives to keys is a key: the item is itself again.
    private func readImportReference(_ cell: UnsafeBufferPointer<UInt8>, into row: inout Row) throws(ValueError) {
        let reference = try text(cell)
        row.item.externalReference = reference
        if reference == nil { row.unstated.insert(.externalReference) }
        if cell.count == 36, let reference, let id = UUID(uuidString: reference),
            id.uuidString.lowercased() == reference
        {
            row.item.id = id
        } else {
            row.unstated.insert(.id)
        }
    }

    private func readCurrency(
        _ cell: UnsafeBufferPointer<UInt8>, of field: ItemField?, into row: inout Row
    ) throws(ValueError) {
        if cell.isEmpty { return }
        guard let currency = Currency(utf8: cell) else {
            throw .unknownCurrency(String(decoding: cell.prefix(16), as: UTF8.self))
        }
        if let field { row.currencies[field] = currency } else { row.currency = currency }
    }

    private func quantity(_ cell: UnsafeBufferPointer<UInt8>) throws(ValueError) -> Quantity {
        let millionths = try NumberCells.grouped(cell, fractionDigits: 6, separator: rules.decimalSeparator)
        guard millionths >= 0 else { throw .outOfRange("a quantity is 0 or more") }
        return Quantity(millionths: millionths)
    }

    private func flag(_ cell: UnsafeBufferPointer<UInt8>) throws(ValueError) -> Bool {
        if cell.elementsEqual("true".utf8) { return true }
        if cell.elementsEqual("false".utf8) { return false }
        if rules.looseFlags, cell.count <= 5 {
            switch String(decoding: cell, as: UTF8.self).lowercased() {
            case "true", "yes": return true
            case "false", "no": return false
            default: break
            }
        }
        throw .malformed(expected: rules.looseFlags ? "true or false, yes or no" : "true or false")
    }

    private func tags(_ cell: UnsafeBufferPointer<UInt8>) throws(ValueError) -> [String] {
        guard let text = try text(cell) else { return [] }
        if rules.listsAsJSON, text.utf8.first == UInt8(ascii: "["), let tags = ListCells.tags(text) { return tags }
        return text.utf8.split(separator: UInt8(ascii: ";")).compactMap { part in
            var part = part
            while part.first == 0x20 || part.first == 0x09 { part.removeFirst() }
            while part.last == 0x20 || part.last == 0x09 { part.removeLast() }
            return part.isEmpty ? nil : String(Substring(part))
        }
    }

    private func customFields(_ cell: UnsafeBufferPointer<UInt8>) throws(ValueError) -> [CustomField] {
        guard let text = try text(cell) else { return [] }
        guard let fields = ListCells.customFields(text) else {
            throw .malformed(expected: #"a list such as [{"name":"Colour","value":"red"}]"#)
        }
        return fields
    }
}
