import Inventory

/// What only Snipe-IT's columns mean.
extension RowDecoder {
    /// The key of an asset among those of other programs.
    private static let referencePrefix = "snipe-it:"

    func readAssetTag(_ cell: UnsafeBufferPointer<UInt8>, into row: inout RowContext, _ item: inout Item)
        throws(ImportFieldDiagnostic.Reason)
    {
        item.assetIdentifier = try text(cell)
        item.externalReference = item.assetIdentifier.map { RowDecoder.referencePrefix + $0 }
        if cell.isEmpty { row.unstated.insert(.externalReference) }
    }

    /// An asset without a name goes by its model, as in Snipe-IT itself.
    func readModel(
        _ cell: UnsafeBufferPointer<UInt8>, _ column: TableColumn, into row: inout RowContext, _ item: inout Item
    )
        throws(ImportFieldDiagnostic.Reason)
    {
        guard let model = try text(cell) else { return }
        item.customFields.append(CustomField(name: column.name, value: model))
        if item.name.isEmpty { item.name = model }
    }

    func readStatus(
        _ cell: UnsafeBufferPointer<UInt8>, _ column: TableColumn, into row: inout RowContext, _ item: inout Item
    )
        throws(ImportFieldDiagnostic.Reason)
    {
        guard let status = try text(cell) else { return }
        item.customFields.append(CustomField(name: column.name, value: status))
        let folded = status.lowercased()
        item.archived = folded == "archived" || folded.hasSuffix("(archived)")
    }

    /// Months from the purchase date; without that date, only the words are kept.
    func readWarranty(_ cell: UnsafeBufferPointer<UInt8>, into row: inout RowContext, _ item: inout Item)
        throws(ImportFieldDiagnostic.Reason)
    {
        guard let text = try text(cell) else { return }
        let digits = cell.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
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
