import Inventory

/// The columns of Homebox's export (2026-08) and the older names that its import accepts.
enum HomeboxColumns {
    /// The prefix of columns for custom fields.
    static let customPrefix = "HB.field."

    /// The columns in the order of the export. Custom fields follow.
    static let export: [(name: String, target: ColumnTarget)] = [
        ("HB.purchase_date", .field(.purchaseDate)), ("HB.warranty_expires", .field(.warrantyExpires)),
        ("HB.sold_date", .field(.saleDate)), ("HB.import_ref", .importReference),
        ("HB.parent_import_ref", .parentReference), ("HB.url", .field(.url)), ("HB.name", .field(.name)),
        ("HB.description", .field(.description)), ("HB.notes", .field(.notes)),
        ("HB.purchase_from", .field(.purchasePlace)), ("HB.manufacturer", .field(.manufacturer)),
        ("HB.model_number", .field(.modelNumber)), ("HB.serial_number", .field(.serialNumber)),
        ("HB.warranty_details", .field(.warrantyDetails)), ("HB.sold_to", .field(.saleTo)),
        ("HB.sold_notes", .field(.saleNotes)), ("HB.location", .field(.location)), ("HB.tags", .field(.tags)),
        ("HB.asset_id", .field(.assetIdentifier)), ("HB.quantity", .field(.quantity)), ("HB.purchase_price", .price),
        ("HB.sold_price", .field(.salePrice)), ("HB.archived", .field(.archived)), ("HB.insured", .field(.insured)),
        ("HB.lifetime_warranty", .field(.warrantyLifetime)),
    ]

    private static let others: [(name: String, target: ColumnTarget)] = [
        ("HB.purchase_time", .field(.purchaseDate)), ("HB.sold_time", .field(.saleDate)),
        ("HB.labels", .field(.tags)), ("HB.label", .field(.tags)),
        // Newer exports have this column; the model has no such field.
        ("HB.low_stock_threshold", .customField("Low stock threshold")),
    ]

    static func target(of name: String) -> ColumnTarget? {
        if name.hasPrefix(customPrefix) { return .customField(String(name.dropFirst(customPrefix.count))) }
        return (export + others).first { $0.name == name }?.target
    }
}
