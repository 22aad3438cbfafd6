/// A field of an item that can be read, edited, imported and exported by name.
///
/// The cases are in the order in which documents show the fields. ``ItemFieldTable`` has one row for each: its names, the
/// group it belongs to, its accessors and its default visibility. Everything that lists fields derives from the table.
/// CONTRIBUTING.md lists the steps to add a field.
public enum ItemField: UInt8, CaseIterable, Sendable {
    case id, name, serialNumber, quantity, value, dateCreated, location, category, tags, assetIdentifier, url, parent
    case manufacturer, modelNumber, description, notes, condition, colour, distinguishingMarks, code
    case purchaseDate, purchasePlace, purchasePrice, purchaseReceiptNumber
    case replacementValue, depreciation
    case warrantyExpires, warrantyLifetime, warrantyDetails
    case insured, archived
    case saleDate, salePrice, saleTo, saleNotes
    case customFields, externalReference
    case photos, documents

    /// The kinds of values that a field can hold.
    public enum Kind: String, CaseIterable, Sendable {
        case text, money, quantity, percentage, timestamp, date, flag, identifier, tags, customFields, photos, documents
    }

    /// The groups in which forms and help texts show the fields.
    public enum Group: Sendable {
        case identity, worth, purchase, warranty, possession, record, attachments
    }
}

/// The only list of an item's fields: one row for each, in the order of ``ItemField/allCases``.
enum ItemFieldTable {
    static let rows: [ItemFieldRow] = [
        ItemFieldRow(.id, "id", .record, .id, visibility: .public),
        ItemFieldRow(.name, "name", .identity, .text({ $0.name }, { $0.name = $1 ?? "" }), visibility: .public),
        ItemFieldRow(
            .serialNumber, "serialNumber", .identity, .text({ $0.serialNumber }, { $0.serialNumber = $1 }),
            filterName: "serial"),
        ItemFieldRow(.quantity, "quantity", .identity, .quantity, visibility: .public),
        ItemFieldRow(.value, "value", .worth, .money({ $0.value }, { $0.value = $1 })),
        ItemFieldRow(.dateCreated, "dateCreated", .record, .dateCreated, visibility: .public, filterName: "created"),
        ItemFieldRow(
            .location, "location", .identity, .text({ $0.location }, { $0.location = $1 }), visibility: .public,
            matching: .path),
        ItemFieldRow(
            .category, "category", .identity, .text({ $0.category }, { $0.category = $1 }), visibility: .public,
            matching: .whole),
        ItemFieldRow(.tags, "tags", .identity, .tags, visibility: .public, filterName: "tag"),
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
        ItemFieldRow(
            .colour, "colour", .identity, .text({ $0.colour }, { $0.colour = $1 }), visibility: .public,
            isAppendedToSheets: true),
        ItemFieldRow(
            .distinguishingMarks, "distinguishingMarks", .identity,
            .text({ $0.distinguishingMarks }, { $0.distinguishingMarks = $1 }), isLong: true, isAppendedToSheets: true),
        // Private, because barcodes of Code 128 are often serial numbers.
        ItemFieldRow(.code, "code", .identity, .text({ $0.code }, { $0.code = $1 }), isAppendedToSheets: true),
        ItemFieldRow(
            .purchaseDate, "purchase.date", .purchase, .date({ $0.purchase.date }, { $0.purchase.date = $1 }),
            filterName: "purchased"),
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
            .date({ $0.warranty.expires }, { $0.warranty.expires = $1 }), filterName: "warranty"),
        ItemFieldRow(
            .warrantyLifetime, "warranty.lifetime", .warranty,
            .flag({ $0.warranty.lifetime }, { $0.warranty.lifetime = $1 })),
        ItemFieldRow(
            .warrantyDetails, "warranty.details", .warranty,
            .text({ $0.warranty.details }, { $0.warranty.details = $1 }), isLong: true),
        // Private, because an insurance suggests that the item is valuable.
        ItemFieldRow(.insured, "insured", .possession, .flag({ $0.insured }, { $0.insured = $1 })),
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
