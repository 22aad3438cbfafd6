import Database
import Inventory

/// The columns of the table of items, in their order: those that totals and filters read come first, long texts last, so
/// that a pass over the whole table does not read the overflow pages of long rows.
///
/// Every query of items selects all of them in this order, so that a column's number is its raw value.
enum ItemColumn: Int, CaseIterable {
    case orderKey, revision, added, archived, quantity, value, valueCurrency, dateCreated, location, category
    case serialNumber, name, id, tags, assetIdentifier, insured, purchaseDate, purchaseDatePrecision
    case purchasePrice, purchasePriceCurrency
    case manufacturer, modelNumber, url, parent, condition, externalReference, purchasePlace, purchaseReceiptNumber
    case replacementValue, replacementValueCurrency, depreciation, depreciationEach, depreciationEachCurrency
    case warrantyExpires, warrantyLifetime, warrantyDetails
    case saleDate, salePrice, salePriceCurrency, saleTo, saleNotes, colour, distinguishingMarks, code, description,
        notes,
        customFields, photos
    case documents

    /// The name in SQL.
    var name: String { ItemColumn.names[rawValue] }

    private static let names = allCases.map { $0 == .orderKey ? "position" : ItemField.columnName("\($0)") }

    /// All names, separated by commas: the columns that a query selects.
    static let list = names.joined(separator: ", ")

    /// The number of the column in a row.
    @inline(__always) var index: Int { rawValue }
    /// The number of the parameter in a statement that sets every column; parameter 1 is the inventory.
    @inline(__always) var parameter: Int { rawValue + 2 }

    /// The type in SQL.
    func type(_ dialect: DatabaseDialect) -> String {
        switch self {
        case .orderKey, .revision, .added, .archived, .quantity, .dateCreated, .insured, .warrantyLifetime:
            "\(dialect.integer) NOT NULL"
        case .value, .purchaseDate, .purchaseDatePrecision, .purchasePrice, .replacementValue, .depreciation,
            .depreciationEach, .warrantyExpires, .saleDate, .salePrice:
            dialect.integer
        case .id: "\(dialect.bytes) NOT NULL"
        case .parent: dialect.bytes
        case .name: "\(dialect.text) NOT NULL"
        default: dialect.text
        }
    }

    /// The column with the code of the currency, for a column of amounts.
    @inline(__always) var currency: ItemColumn? {
        switch self {
        case .value: .valueCurrency
        case .purchasePrice: .purchasePriceCurrency
        case .replacementValue: .replacementValueCurrency
        case .depreciationEach: .depreciationEachCurrency
        case .salePrice: .salePriceCurrency
        default: nil
        }
    }

    /// The column with the part of the date that is known (``CalendarDate/Precision``; NULL for a day), for a column of
    /// approximate dates.
    @inline(__always) var precision: ItemColumn? { self == .purchaseDate ? .purchaseDatePrecision : nil }

    /// The second column of a field that needs two.
    var second: ItemColumn? { currency ?? precision }
}

extension ItemField {
    /// The column that holds the field; an amount's currency and the precision of an approximate date are in the next one.
    var column: ItemColumn {
        switch self {
        case .id: .id
        case .name: .name
        case .serialNumber: .serialNumber
        case .quantity: .quantity
        case .value: .value
        case .dateCreated: .dateCreated
        case .location: .location
        case .category: .category
        case .tags: .tags
        case .assetIdentifier: .assetIdentifier
        case .url: .url
        case .parent: .parent
        case .manufacturer: .manufacturer
        case .modelNumber: .modelNumber
        case .description: .description
        case .notes: .notes
        case .condition: .condition
        case .colour: .colour
        case .distinguishingMarks: .distinguishingMarks
        case .code: .code
        case .purchaseDate: .purchaseDate
        case .purchasePlace: .purchasePlace
        case .purchasePrice: .purchasePrice
        case .purchaseReceiptNumber: .purchaseReceiptNumber
        case .replacementValue: .replacementValue
        case .depreciation: .depreciation
        case .depreciationEach: .depreciationEach
        case .warrantyExpires: .warrantyExpires
        case .warrantyLifetime: .warrantyLifetime
        case .warrantyDetails: .warrantyDetails
        case .insured: .insured
        case .archived: .archived
        case .saleDate: .saleDate
        case .salePrice: .salePrice
        case .saleTo: .saleTo
        case .saleNotes: .saleNotes
        case .customFields: .customFields
        case .externalReference: .externalReference
        case .photos: .photos
        case .documents: .documents
        }
    }
}
