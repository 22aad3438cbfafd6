import Inventory

/// Decodes rows by the rules of a reading.
extension ItemField {
    /// Whether its texts are numbers of things, such as serial numbers, whose zeros and signs count.
    var holdsIdentifiers: Bool {
        [.serialNumber, .modelNumber, .assetIdentifier, .code, .externalReference, .purchaseReceiptNumber].contains(
            self)
    }
}

extension RowDecoder {
    /// Reads one cell into the item, or adds a diagnostic.
    func read(
        _ cell: ByteView, _ type: CellType?, as column: TableColumn, by rules: ReadingRules, into row: inout RowContext,
        item: inout Item
    ) {
        let trimmed = ByteView(rebasing: ReadingCell.trimmed(cell[...]))
        if column.target.kind.map({ $0 != .text }) ?? false, let plain = ReadingCell.withASCIISigns(trimmed[...]) {
            return ByteView.of(plain[...]) { cell in
                read(cell, type, as: column, by: rules, into: &row, item: &item)
            }
        }
        do throws(ImportFieldDiagnostic.Reason) {
            if type == .notCalculated { throw .notCalculated }
            if type == .dateOutOfRange { throw .unusableDate(String(decoding: cell.prefix(20), as: UTF8.self)) }
            if type == .error { throw .formulaError(String(decoding: cell.prefix(16), as: UTF8.self)) }
            switch column.target {
            case .field(let field):
                try read(trimmed, type, field, by: rules, into: &row, item: &item)
            case .price:
                guard let money = try money(trimmed, type, of: .purchasePrice, by: rules, in: row, item: &item) else {
                    row.unstated.insert(.price)
                    return
                }
                item.value = money
                item.purchase.price = money
            case .lineTotal:
                let money = try money(trimmed, type, of: .value, by: rules, in: row, item: &item)
                try set(lineTotal: money, of: &item)
            case .customField(let name):
                let cell = ReadingCell.withoutTextMark(trimmed, isIdentifier: false)
                guard !cell.isEmpty, let value = try text(cell) else { return }
                item.customFields.append(CustomField(name: name, value: value))
            case .brandAndModel:
                try readBrandAndModel(trimmed, into: &item)
            case .warrantyMonths where !trimmed.isEmpty:
                // A warranty that is not a number of months is described in words.
                var trial = RowContext(hasExplicitID: row.hasExplicitID, currency: row.currency)
                read(trimmed, as: column.target, column: column.number - 1, into: &trial, item: &item)
                if trial.diagnostics.isEmpty {
                    row.unstated.formUnion(trial.unstated)
                } else {
                    item.warranty.details = try text(trimmed)
                    row.unstated.insert(.warrantyExpires)
                }
            case .currency(let field):
                if trimmed.isEmpty { return }
                let sign = String(decoding: trimmed, as: UTF8.self)
                guard
                    let currency = rules.signs[sign] ?? CurrencySymbols.currencies(of: sign.uppercased()).only
                        ?? CurrencySymbols.currencies(of: sign).only
                else { throw .value(.unknownCurrency(String(sign.prefix(16)))) }
                if let field { row.currencies.set(currency, of: field) } else { row.namedCurrency = currency }
            case .unnamed, .ignored: break
            default:
                read(trimmed, as: column.target, column: column.number - 1, into: &row, item: &item)
            }
        } catch {
            row.diagnostics.append(
                ImportFieldDiagnostic(column.location, error, cell: String(decoding: cell.prefix(40), as: UTF8.self)))
        }
    }

    private func read(
        _ cell: ByteView, _ type: CellType?, _ field: ItemField, by rules: ReadingRules, into row: inout RowContext,
        item: inout Item
    ) throws(ImportFieldDiagnostic.Reason) {
        let isMissing =
            cell.isEmpty
            || (field != .name && field != .notes && field != .description && rules.vocabulary.isBlank(cell))
        guard !isMissing else {
            if field == .externalReference { row.unstated.insert(.externalReference) }
            if field == .id { row.unstated.insert(.id) }
            if field == .dateCreated { row.unstated.insert(.dateCreated) }
            return
        }
        switch field.kind {
        case .text: try readText(cell, field, by: rules, into: &row, item: &item)
        case .money:
            guard let money = try money(cell, type, of: field, by: rules, in: row, item: &item) else { return }
            try set(field, .money(money), of: &item)
        case .quantity:
            let measure = type == .number ? nil : ReadingCell.measure(cell[...]).map { ByteView(rebasing: $0) }
            let millionths: Int64
            do throws(ImportFieldDiagnostic.Reason) {
                millionths = try ReadingCell.number(measure ?? cell, type: type, fractionDigits: 6, rules: rules)
            } catch {
                return try keep(cell, insteadOf: error, by: rules, in: &item)
            }
            if measure != nil { try keep(cell, by: rules, in: &item) }
            guard millionths >= 0 else { throw .negativeQuantity }
            item.quantity = Quantity(millionths: millionths)
        case .percentage:
            let number =
                cell.last == UInt8(ascii: "%") ? ByteView(rebasing: NumberCellParser.trimmed(cell.dropLast())) : cell
            let hundredths = try ReadingCell.number(number, type: type, fractionDigits: 2, rules: rules)
            guard (0...10_000).contains(hundredths) else { throw .percentageOutOfRange }
            item.depreciation = Percentage(hundredths: hundredths)
        case .date where ReadingCell.isNoDay(cell[...]): break
        case .date:
            switch ReadingCell.day(cell, latest: rules.latest(of: field), rules: rules) {
            case .day(let day): try set(field, .date(day), of: &item)
            case .partial: try keep(cell, by: rules, in: &item)
            case .malformed:
                try keep(cell, insteadOf: .expected(.date(rules.dateOrder ?? .yearMonthDay)), by: rules, in: &item)
            }
        case .timestamp:
            if let stamp = RowDecoder.timestamp(cell) {
                item.dateCreated = stamp
            } else if case .day(let day) = ReadingCell.day(cell, latest: rules.today, rules: rules) {
                item.dateCreated = Timestamp(startOf: day)
            } else {
                try keep(cell, insteadOf: .expected(.date(rules.dateOrder ?? .yearMonthDay)), by: rules, in: &item)
            }
        case .flag:
            guard let flag = rules.vocabulary.flag(String(decoding: cell.prefix(24), as: UTF8.self)) else {
                throw .expected(.flag(orWords: true))
            }
            try set(field, .flag(flag), of: &item)
        case .tags:
            let text = try text(cell) ?? ""
            if cell.first == UInt8(ascii: "["), let tags = ListCellFormat.tags(text) {
                item.tags += tags
                return
            }
            let separator = Character(Unicode.Scalar(rules.listSeparator))
            item.tags += text.split(separator: separator).map { $0.trimmingSpaces() }.filter { !$0.isEmpty }.map(
                String.init)
        case .identifier, .customFields, .photos, .documents:
            read(cell, as: .field(field), column: rules.number - 1, into: &row, item: &item)
        }
    }

    /// A moment; one without a time zone is in UTC, as are days.
    static func timestamp(_ cell: ByteView) -> Timestamp? {
        if let stamp = try? Timestamp(cell.pointer.span) { return stamp }
        guard cell.count == 19, cell[10] == UInt8(ascii: " ") || cell[10] == UInt8(ascii: "T") else { return nil }
        let text = Array(cell[..<10]) + [UInt8(ascii: "T")] + Array(cell[11...]) + [UInt8(ascii: "Z")]
        return try? Timestamp(text.span)
    }

    private func readText(
        _ cell: ByteView, _ field: ItemField, by rules: ReadingRules, into row: inout RowContext, item: inout Item
    ) throws(ImportFieldDiagnostic.Reason) {
        guard var text = try text(ReadingCell.withoutTextMark(cell, isIdentifier: field.holdsIdentifiers)) else {
            return
        }
        // LibraryThing writes ISBNs in brackets.
        if field == .code, text.hasPrefix("["), text.hasSuffix("]") {
            text = String(text.dropFirst().dropLast())
            if text.isEmpty { return }
        }
        if field == .location, self.rules.splitsPaths { text = RowDecoder.path(text) }
        if let mark = rules.pathSeparator.map({ String(decoding: $0, as: UTF8.self) }), !mark.isEmpty {
            text = text.split(separator: mark).map { String($0.trimmingSpaces()) }.joined(separator: " / ")
        }
        guard let joint = rules.joint else { return try set(field, .text(text), of: &item) }
        if row.joined[field]?.isEmpty == false {
            row.joined[field]?.append(joint + text)
            let length = row.joined[field]?.utf8.count ?? 0
            try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in try Item.checkLength(length) }
        } else {
            row.joined[field] = text
        }
    }

    /// A path of places with blanks around each slash, however it is written.
    static func path(_ text: String) -> String {
        let places = text.split(separator: "/").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
        return places.isEmpty ? text : places.joined(separator: " / ")
    }

    func readBrandAndModel(_ cell: ByteView, into item: inout Item) throws(ImportFieldDiagnostic.Reason) {
        guard let text = try text(cell) else { return }
        let parts = text.split(separator: "/").map { $0.trimmingSpaces() }
        if parts.count == 2, !parts.contains(where: \.isEmpty) {
            item.manufacturer = String(parts[0])
            item.modelNumber = String(parts[1])
        } else {
            item.modelNumber = text
        }
    }

    private func money(
        _ cell: ByteView, _ type: CellType?, of field: ItemField, by rules: ReadingRules, in row: borrowing RowContext,
        item: inout Item
    ) throws(ImportFieldDiagnostic.Reason) -> Money? {
        if cell.isEmpty || rules.vocabulary.isBlank(cell) || ReadingCell.isNoAmount(cell[...]) { return nil }
        let named = row.currencies[field]
        switch ReadingCell.money(cell, type: type, currency: named ?? row.namedCurrency ?? rules.currency, rules: rules)
        {
        case .money(let money):
            if money.minorUnits < 0 { throw .negativeAmount }
            if let named, named != money.currency { throw .otherCurrency(stated: named.code, inColumn: true) }
            return money.minorUnits == 0 && self.rules.treatsZeroAsMissing ? nil : money
        case .tooManyDecimals(let allowed):
            guard rules.keepsExcessDecimals || rules.keepsOtherCells else {
                throw .value(.tooManyDecimals(allowed: allowed))
            }
            try keep(cell, currency: named, by: rules, in: &item)
            return nil
        case .malformed:
            try keep(cell, insteadOf: .expected(.number(rules.decimal ?? .point)), by: rules, in: &item)
            return nil
        }
    }

    /// Keeps a cell that is not a value of its field, if the reading says so.
    /// - Throws: the fault of the cell otherwise.
    private func keep(
        _ cell: ByteView, insteadOf fault: ImportFieldDiagnostic.Reason, by rules: ReadingRules, in item: inout Item
    ) throws(ImportFieldDiagnostic.Reason) {
        guard rules.keepsOtherCells else { throw fault }
        try keep(cell, by: rules, in: &item)
    }

    /// Keeps a cell that its field cannot hold as a custom field with the column's name.
    /// - Parameter currency: the currency of the amount, if another column names it.
    private func keep(
        _ cell: ByteView, currency: Currency? = nil, by rules: ReadingRules, in item: inout Item
    ) throws(ImportFieldDiagnostic.Reason) {
        guard let value = try text(cell) else { return }
        let name = TableReading.customName(rules.heading, rules.number)
        item.customFields.append(CustomField(name: name, value: currency.map { "\(value) \($0.code)" } ?? value))
    }

    private func set(_ field: ItemField, _ value: FieldValue, of item: inout Item) throws(ImportFieldDiagnostic.Reason)
    {
        try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in try item.set(field, to: value) }
    }
}
