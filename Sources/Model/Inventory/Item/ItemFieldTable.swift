import FoundationEssentials

/// The only list of an item's fields: one row for each, in the order of ``ItemField/allCases``.
///
/// CONTRIBUTING.md lists the steps to add a field.
enum ItemFieldTable {
    static let rows: [ItemFieldRow] = [
        ItemFieldRow(.id, "id", .record, .id, visibility: .public),
        ItemFieldRow(.name, "name", .identity, .text({ $0.name }, { $0.name = $1 ?? "" }), visibility: .public),
        ItemFieldRow(.serialNumber, "serialNumber", .identity, .text({ $0.serialNumber }, { $0.serialNumber = $1 })),
        ItemFieldRow(.quantity, "quantity", .identity, .quantity, visibility: .public),
        ItemFieldRow(.value, "value", .worth, .money({ $0.value }, { $0.value = $1 })),
        ItemFieldRow(.dateCreated, "dateCreated", .record, .dateCreated, visibility: .public),
        ItemFieldRow(
            .location, "location", .identity, .text({ $0.location }, { $0.location = $1 }), visibility: .public),
        ItemFieldRow(
            .category, "category", .identity, .text({ $0.category }, { $0.category = $1 }), visibility: .public),
        ItemFieldRow(.tags, "tags", .identity, .tags, visibility: .public),
        ItemFieldRow(
            .assetIdentifier, "assetIdentifier", .identity, .text({ $0.assetIdentifier }, { $0.assetIdentifier = $1 })),
        ItemFieldRow(.url, "url", .identity, .text({ $0.url }, { $0.url = $1 }), visibility: .public),
        ItemFieldRow(.parent, "parent", .identity, .parent, visibility: .public),
        ItemFieldRow(
            .manufacturer, "manufacturer", .identity, .text({ $0.manufacturer }, { $0.manufacturer = $1 }),
            visibility: .public),
        ItemFieldRow(
            .modelNumber, "modelNumber", .identity, .text({ $0.modelNumber }, { $0.modelNumber = $1 }),
            visibility: .public),
        ItemFieldRow(
            .description, "description", .identity, .text({ $0.description }, { $0.description = $1 }),
            visibility: .public, isLong: true),
        ItemFieldRow(.notes, "notes", .identity, .text({ $0.notes }, { $0.notes = $1 }), isLong: true),
        ItemFieldRow(
            .condition, "condition", .identity, .text({ $0.condition }, { $0.condition = $1 }), visibility: .public,
            isLong: true),
        ItemFieldRow(.purchaseDate, "purchase.date", .purchase, .date({ $0.purchase.date }, { $0.purchase.date = $1 })),
        ItemFieldRow(
            .purchasePlace, "purchase.place", .purchase, .text({ $0.purchase.place }, { $0.purchase.place = $1 })),
        ItemFieldRow(
            .purchasePrice, "purchase.price", .purchase, .money({ $0.purchase.price }, { $0.purchase.price = $1 })),
        ItemFieldRow(
            .purchaseReceiptNumber, "purchase.receiptNumber", .purchase,
            .text({ $0.purchase.receiptNumber }, { $0.purchase.receiptNumber = $1 })),
        ItemFieldRow(
            .replacementValue, "replacementValue", .worth, .money({ $0.replacementValue }, { $0.replacementValue = $1 })
        ),
        ItemFieldRow(.depreciation, "depreciation", .worth, .depreciation),
        ItemFieldRow(
            .warrantyExpires, "warranty.expires", .warranty,
            .date({ $0.warranty.expires }, { $0.warranty.expires = $1 })),
        ItemFieldRow(
            .warrantyLifetime, "warranty.lifetime", .warranty,
            .flag({ $0.warranty.lifetime }, { $0.warranty.lifetime = $1 })),
        ItemFieldRow(
            .warrantyDetails, "warranty.details", .warranty,
            .text({ $0.warranty.details }, { $0.warranty.details = $1 }), isLong: true),
        ItemFieldRow(.insured, "insured", .possession, .flag({ $0.insured }, { $0.insured = $1 }), visibility: .public),
        ItemFieldRow(
            .archived, "archived", .possession, .flag({ $0.archived }, { $0.archived = $1 }), visibility: .public),
        ItemFieldRow(.saleDate, "sale.date", .possession, .date({ $0.sale.date }, { $0.sale.date = $1 })),
        ItemFieldRow(.salePrice, "sale.price", .possession, .money({ $0.sale.price }, { $0.sale.price = $1 })),
        ItemFieldRow(.saleTo, "sale.to", .possession, .text({ $0.sale.to }, { $0.sale.to = $1 })),
        ItemFieldRow(
            .saleNotes, "sale.notes", .possession, .text({ $0.sale.notes }, { $0.sale.notes = $1 }), isLong: true),
        ItemFieldRow(.customFields, "customFields", .identity, .customFields),
        ItemFieldRow(
            .externalReference, "externalReference", .record,
            .text({ $0.externalReference }, { $0.externalReference = $1 })),
        ItemFieldRow(.photos, "photos", .attachments, .photos),
        ItemFieldRow(.documents, "documents", .attachments, .documents),
    ]

    static let fieldsByName: [String: ItemField] = Dictionary(
        uniqueKeysWithValues: rows.map { ($0.name, $0.field) })
}

extension ItemField {
    var row: ItemFieldRow { ItemFieldTable.rows[index] }
}

/// The declaration of a field. A class: looking one up copies a reference, not a row of strings.
final class ItemFieldRow: Sendable {
    /// The readers to whom published pages show a field.
    enum Visibility: Sendable {
        /// Everybody.
        case `public`
        /// Only the owner. A field that tells the worth of a thing, or whose it is, must not be public.
        case `private`
    }

    let field: ItemField
    let name: String
    let path: [String]
    let group: ItemField.Group
    let kind: ItemField.Kind
    let access: ItemFieldAccess
    let visibility: Visibility
    let isLong: Bool

    /// Declares a field.
    /// - Parameters:
    ///   - path: the names that lead to the field in JSON and XML, separated by a point: `purchase.date`.
    ///   - access: the field's kind, and the closures that read and write it.
    ///   - isLong: whether forms offer several lines for the text.
    init(
        _ field: ItemField, _ path: String, _ group: ItemField.Group, _ access: ItemFieldAccess,
        visibility: Visibility = .private, isLong: Bool = false
    ) {
        self.field = field
        self.path = path.split(separator: ".").map(String.init)
        name = self.path.dropFirst().reduce(self.path[0]) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
        self.group = group
        kind = access.kind
        self.access = access
        self.visibility = visibility
        self.isLong = isLong
    }
}
