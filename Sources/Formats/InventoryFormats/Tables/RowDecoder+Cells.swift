import FoundationEssentials
import Inventory

extension ItemField {
    /// Whether its texts are numbers of things, such as serial numbers, whose zeros and signs count.
    var holdsIdentifiers: Bool {
        [.serialNumber, .modelNumber, .assetIdentifier, .code, .externalReference, .purchaseReceiptNumber].contains(
            self)
    }
}

extension RowDecoder {
    /// Reads the address that a cell links to. The address of a web page is the item's URL rather than its text, unless that
    /// is an address, too.
    func read(_ link: CellLink, into row: inout RowContext, item: inout Item) {
        let target = linkTargets[link.column]
        guard target != .ignored else { return }
        do {
            try Item.checkLength(link.address.utf8.count)
        } catch {
            return row.diagnostics.append(ImportFieldDiagnostic(columns[link.column].location, .value(error)))
        }
        let column = columns[link.column]
        let shown = item.url.flatMap { $0.isEmpty ? nil : $0 }
        if target == .field(.url), link.isGlobal, shown.map({ !$0.contains("://") && !$0.hasPrefix("www.") }) ?? true {
            if let shown { item.customFields.append(CustomField(name: column.name, value: shown)) }
            item.url = link.address
        } else {
            let name = if case .customField(let name) = target { name } else { ReadingColumn.linkName(column.name) }
            item.customFields.append(CustomField(name: name, value: link.address))
        }
    }

    /// Reads one cell into the item, or adds a diagnostic.
    func read(
        _ cell: ByteView, _ type: CellType?, by rules: ReadingRules, into row: inout RowContext, item: inout Item
    ) {
        let trimmed = ReadingCell.isTrimmed(cell) ? cell : ByteView(rebasing: ReadingCell.trimmed(cell[...]))
        if !rules.isVerbatim, let kind = rules.target.kind, kind != .text,
            let plain = ReadingCell.withASCIISigns(trimmed[...])
        {
            return ByteView.of(plain[...]) { cell in
                read(cell, type, by: rules, into: &row, item: &item)
            }
        }
        do throws(ImportFieldDiagnostic.Reason) {
            if type == .notCalculated { throw .notCalculated }
            if type == .dateOutOfRange { throw .unusableDate(String(decoding: cell.prefix(20), as: UTF8.self)) }
            if type == .error { throw .formulaError(String(decoding: cell.prefix(16), as: UTF8.self)) }
            switch rules.target {
            case .field(let field):
                let isVerbatim = rules.isVerbatim && (field.kind == .text || field.kind == .tags)
                try read(isVerbatim ? cell : trimmed, type, field, by: rules, into: &row, item: &item)
            case .price:
                guard let money = try money(trimmed, type, of: .purchasePrice, by: rules, in: row, item: &item) else {
                    if item.purchase.price == nil { row.unstated.insert(.price) }
                    return
                }
                if rules.joint != nil, item.purchase.price != nil { throw .secondAmount }
                row.unstated.remove(.price)
                item.value = money
                item.purchase.price = money
            case .lineTotal:
                guard let money = try money(trimmed, type, of: .value, by: rules, in: row, item: &item) else { return }
                if rules.joint != nil, item.value != nil { throw .secondAmount }
                try set(lineTotal: money, by: rules, of: &item)
            case .age(let inMonths, let day):
                if trimmed.isEmpty || rules.vocabulary.isBlank(trimmed) { return }
                do throws(ImportFieldDiagnostic.Reason) {
                    item.purchase.date = try ReadingCell.purchaseDate(
                        ofAge: trimmed, type, inMonths: inMonths, on: day, rules: rules)
                    if item.purchase.date == nil { try keep(trimmed, by: rules, in: &item) }
                } catch {
                    try keep(trimmed, insteadOf: error, by: rules, in: &item)
                }
            case .customField(let name):
                let cell = rules.isVerbatim ? cell : ReadingCell.withoutTextMark(trimmed, isIdentifier: false)
                guard let value = try text(cell) else { return }
                item.customFields.append(CustomField(name: name, value: value))
            case .currency(let field): try readCurrency(trimmed, of: field, by: rules, into: &row)
            case .importReference: try readImportReference(trimmed, into: &row, item: &item)
            case .parentReference: row.parentReference = try text(trimmed)
            case .warrantyMonths: try readWarranty(trimmed, into: &row, item: &item)
            case .status: try readStatus(trimmed, columns[rules.place], into: &row, item: &item)
            case .modelName: try readModel(trimmed, columns[rules.place], into: &row, item: &item)
            case .assetTag: try readAssetTag(trimmed, into: &row, item: &item)
            case .brandAndModel: try readBrandAndModel(trimmed, into: &item)
            case .recordKind: if trimmed.isEmpty { throw .expected(.recordKind) }
            case .ignored: break
            }
        } catch {
            row.diagnostics.append(
                ImportFieldDiagnostic(
                    columns[rules.place].location, error, cell: String(decoding: cell.prefix(40), as: UTF8.self)))
        }
    }

    private func read(
        _ cell: ByteView, _ type: CellType?, _ field: ItemField, by rules: ReadingRules, into row: inout RowContext,
        item: inout Item
    ) throws(ImportFieldDiagnostic.Reason) {
        // A word such as 无 is "no" or "none".
        let isNo = field.kind == .flag && rules.vocabulary.flag(String(decoding: cell, as: UTF8.self)) != nil
        let isMissing =
            cell.isEmpty
            || (!isNo && !rules.isVerbatim && field != .name && field != .notes && field != .description
                && rules.vocabulary.isBlank(FormulaEscape.removed(cell, escape: formulaEscape)))
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
            if rules.joint != nil, item[field] != .none { throw .secondAmount }
            try set(field, .money(money), of: &item)
        case .quantity:
            let hasUnit = !rules.isVerbatim && type != .number
            let measure = hasUnit ? ReadingCell.measure(cell[...]).map { ByteView(rebasing: $0) } : nil
            let millionths: Int64
            do throws(ImportFieldDiagnostic.Reason) {
                millionths = try ReadingCell.number(measure ?? cell, type: type, fractionDigits: 6, rules: rules)
            } catch {
                return try keep(cell, insteadOf: error, by: rules, in: &item)
            }
            if measure != nil { try keep(cell, by: rules, in: &item) }
            guard millionths >= 0 else { throw .negativeQuantity }
            item.quantity = Quantity(millionths: millionths)
            row.filled.insert(.quantity)
        case .percentage:
            let number =
                cell.last == UInt8(ascii: "%") ? ByteView(rebasing: NumberCellParser.trimmed(cell.dropLast())) : cell
            let hundredths = try ReadingCell.number(number, type: type, fractionDigits: 2, rules: rules)
            guard (0...10_000).contains(hundredths) else { throw .percentageOutOfRange }
            item.depreciation = Percentage(hundredths: hundredths)
        case .date where !rules.isVerbatim && ReadingCell.isNoDay(cell[...]): break
        case .date:
            switch ReadingCell.day(cell, of: field, rules: rules) {
            case .day(let day): try set(field, .date(day), of: &item)
            case .partial where !rules.isVerbatim: try keep(cell, by: rules, in: &item)
            case .partial, .malformed: try keep(cell, insteadOf: dateFault(of: cell, rules), by: rules, in: &item)
            }
        case .timestamp:
            if let timestamp = DateCellParser.timestamp(cell) {
                item.dateCreated = timestamp
            } else if !rules.isCertain || cell.count == 10,
                case .day(let day) = ReadingCell.day(cell, of: .dateCreated, rules: rules)
            {
                item.dateCreated = Timestamp(startOf: day)
            } else {
                try keep(cell, insteadOf: .expected(.date(rules.dateOrder ?? .yearMonthDay)), by: rules, in: &item)
            }
        case .flag:
            try set(field, .flag(flag(cell, by: rules)), of: &item)
            row.filled.insert(field)
        case .tags:
            let text = try text(cell) ?? ""
            if !isHomebox, cell.first == UInt8(ascii: "["), let tags = ListCellFormat.tags(text) {
                item.tags += tags
                return
            }
            let separator = Character(Unicode.Scalar(rules.listSeparator))
            item.tags += text.split(separator: separator).map { $0.trimmingSpaces() }.filter { !$0.isEmpty }.map(
                String.init)
        case .identifier:
            guard let id = UUID(utf8: cell.pointer.span) else { throw .expected(.uuid) }
            try set(field, .identifier(id), of: &item)
        case .customFields: item.customFields += try customFields(cell)
        case .photos, .documents: break
        }
    }

    /// Returns the text of a cell, nil if it is empty.
    func text(_ cell: ByteView) throws(ImportFieldDiagnostic.Reason) -> String? {
        if cell.isEmpty { return nil }
        let plain = FormulaEscape.removed(cell, escape: formulaEscape)
        try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in try Item.checkLength(plain.count) }
        // A spreadsheet reads text behind an escape sign as text.
        let text = plain.count == cell.count ? FormulaEscape.unwrapped(plain) : plain
        return escapesParts ? FormulaEscape.textWithoutInnerSigns(text) : String(decoding: text, as: UTF8.self)
    }

    private func readText(
        _ cell: ByteView, _ field: ItemField, by rules: ReadingRules, into row: inout RowContext, item: inout Item
    ) throws(ImportFieldDiagnostic.Reason) {
        guard
            var text = try text(
                rules.isVerbatim ? cell : ReadingCell.withoutTextMark(cell, isIdentifier: field.holdsIdentifiers))
        else { return }
        if rules.isVerbatim { return item.setText(text, of: field) }
        // LibraryThing writes ISBNs in brackets.
        if field == .code, text.hasPrefix("["), text.hasSuffix("]") {
            text = String(text.dropFirst().dropLast())
            if text.isEmpty { return }
        }
        if field == .location, isHomebox { text = RowDecoder.path(text) }
        if let mark = rules.pathSeparator.map({ String(decoding: $0, as: UTF8.self) }), !mark.isEmpty {
            text = text.split(separator: mark).map { String($0.trimmingSpaces()) }.joined(separator: " / ")
        }
        guard let joint = rules.joint else { return item.setText(text, of: field) }
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
        if cell.isEmpty || (!rules.isVerbatim && rules.vocabulary.isBlank(cell)) { return nil }
        if !rules.isVerbatim, ReadingCell.isNoAmount(cell[...]) { return nil }
        let named = row.currencies[field]
        switch ReadingCell.money(
            cell, type: type, currency: named ?? row.namedCurrency ?? rules.currency, rules: rules)
        {
        case .money(let money):
            // Items of this program may have negative amounts.
            let hasID = row.hasExplicitID && !row.unstated.contains(.id)
            if money.minorUnits < 0, !(hasID && rules.isVerbatim) { throw .negativeAmount }
            if let named, named != money.currency { throw .otherCurrency(stated: named.code, inColumn: true) }
            return money.minorUnits == 0 && treatsZeroAsMissing ? nil : money
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

    /// The reason why a cell does not hold a date.
    private func dateFault(of cell: ByteView, _ rules: ReadingRules) -> ImportFieldDiagnostic.Reason {
        do throws(ValueError) {
            _ = try CalendarDate(cell.pointer.span)
        } catch .noSuchDate {
            return .value(.noSuchDate)
        } catch {}
        return .expected(.date(rules.dateOrder ?? .yearMonthDay))
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
        let name = TableReading.customName(rules.heading, rules.place + 1)
        item.customFields.append(CustomField(name: name, value: currency.map { "\(value) \($0.code)" } ?? value))
    }

    private func set(_ field: ItemField, _ value: FieldValue, of item: inout Item) throws(ImportFieldDiagnostic.Reason)
    {
        try ImportFieldDiagnostic.Reason.wrapping { () throws(ValueError) in try item.set(field, to: value) }
    }

    /// Sets the value of one piece from the value of all pieces; the quantity has been read.
    private func set(
        lineTotal money: Money, by rules: ReadingRules, of item: inout Item
    ) throws(ImportFieldDiagnostic.Reason) {
        let (millionths, overflow) = money.minorUnits.multipliedReportingOverflow(by: Quantity.scale)
        let quantity = item.quantity.millionths
        if !overflow, quantity > 0, millionths.isMultiple(of: quantity) {
            item.value = Money(minorUnits: millionths / quantity, currency: money.currency)
            return
        }
        guard rules.keepsOtherCells, quantity > 0 else { throw .indivisibleTotal }
        let name = columns.first { $0.target == .field(.quantity) }?.name ?? ItemField.quantity.name
        // A quantity with a unit has been kept.
        if !item.customFields.contains(where: { $0.name == name }) {
            item.customFields.append(CustomField(name: name, value: item.quantity.description))
        }
        item.quantity = .one
        item.value = money
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
        _ cell: ByteView, of field: ItemField?, by rules: ReadingRules, into row: inout RowContext
    ) throws(ImportFieldDiagnostic.Reason) {
        if cell.isEmpty { return }
        var found = Currency(utf8: cell.pointer)
        if found == nil {
            let sign = String(decoding: cell, as: UTF8.self)
            found =
                rules.signs[sign] ?? CurrencySymbols.currencies(of: sign.uppercased()).only
                ?? CurrencySymbols.currencies(of: sign).only
        }
        guard let currency = found else {
            throw .value(.unknownCurrency(String(decoding: cell.prefix(16), as: UTF8.self)))
        }
        if let field { row.currencies.set(currency, of: field) } else { row.namedCurrency = currency }
    }

    private func flag(_ cell: ByteView, by rules: ReadingRules) throws(ImportFieldDiagnostic.Reason) -> Bool {
        if cell.isWord("true") { return true }
        if cell.isWord("false") { return false }
        guard let flag = rules.vocabulary.flag(String(decoding: cell.prefix(24), as: UTF8.self)) else {
            throw .expected(.flag)
        }
        return flag
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
