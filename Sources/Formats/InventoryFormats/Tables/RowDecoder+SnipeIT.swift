import Inventory

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
    }

    /// Reads the months from the purchase date. Without that date only the text is kept.
    func readWarranty(_ cell: ByteView, into row: inout RowContext, item: inout Item)
        throws(ImportFieldDiagnostic.Reason)
    {
        guard let text = try text(cell) else { return }
        let digits = cell.prefix(while: \.isDigit)
        let rest = String(decoding: NumberCellParser.trimmed(cell[digits.endIndex...]), as: UTF8.self).lowercased()
        guard (1...4).contains(digits.count), let months = Int(String(decoding: digits, as: UTF8.self)),
            ["", "month", "months"].contains(rest)
        else { throw .expected(.monthCount) }
        if months == 0 { return }
        item.warranty.details = rest.isEmpty ? "\(text) months" : text
        if let bought = item.purchase.date {
            item.warranty.expires = try DateCellParser.day(bought, months: months)
        } else {
            row.unstated.insert(.warrantyExpires)
        }
    }
}
