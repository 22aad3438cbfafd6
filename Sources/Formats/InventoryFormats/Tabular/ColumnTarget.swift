import Inventory

/// What the cells of a column become.
enum ColumnTarget: Equatable {
    /// A field of the item.
    case field(ItemField)
    /// One of the owner's own fields; an empty cell is none.
    case customField(String)
    /// The currency of one amount, or of all that have none of their own.
    case currency(of: ItemField?)
    /// Homebox's key: the external reference, and the item's own key where it has the form of one.
    case importReference
    /// The external reference of the parent.
    case parentReference
    /// Homebox's price, which is the value and what was paid.
    case price
    /// Snipe-IT's months of warranty, counted from the purchase date.
    case warrantyMonths
    /// Snipe-IT's status; "Archived" puts the flag up.
    case status
    /// The kind of a row in a report: only `item` rows are items.
    case recordKind
    /// Snipe-IT's model, which is also the name of an asset that has none.
    case modelName
    /// Snipe-IT's asset tag, which is also its key.
    case assetTag
    /// Nothing: derived by the program that wrote it, or left out by the owner.
    case ignored
    /// A column without a name, whose cells must be empty.
    case unnamed

    /// Two columns may not have the same target, but for these.
    var allowsDuplicates: Bool {
        switch self {
        case .customField, .ignored, .unnamed: true
        default: false
        }
    }

    /// Currencies and dates that other cells depend on are read first.
    var order: Int {
        switch self {
        case .recordKind: 0
        case .currency(.some): 1
        case .currency(nil): 2
        case .field(.purchaseDate), .field(.id), .field(.name): 3
        default: 4
        }
    }

    /// The fields of the item that the column speaks of.
    var fields: [ItemField] {
        switch self {
        case .field(let field): [field]
        case .customField: [.customFields]
        case .importReference: [.id, .externalReference]
        case .parentReference: [.parent]
        case .price: [.value, .purchasePrice]
        case .warrantyMonths: [.warrantyExpires, .warrantyDetails]
        case .status: [.archived, .customFields]
        case .modelName: [.customFields]
        case .assetTag: [.assetIdentifier, .externalReference]
        case .currency, .recordKind, .ignored, .unnamed: []
        }
    }
}

/// What reading a cell does: a column's target without its names.
enum CellAction: Equatable {
    case field(ItemField)
    case currency(of: ItemField?)
    case customField, importReference, parentReference, price, warrantyMonths, status, recordKind, modelName, assetTag
    case ignored, unnamed

    /// Whether an empty cell says something too.
    var readsEmpty: Bool {
        switch self {
        case .field(let field): [.id, .externalReference, .dateCreated].contains(field)
        case .importReference, .price, .warrantyMonths, .recordKind, .assetTag: true
        case .currency, .customField, .parentReference, .status, .modelName, .ignored, .unnamed: false
        }
    }
}

extension ColumnTarget {
    var action: CellAction {
        switch self {
        case .field(let field): .field(field)
        case .customField: .customField
        case .currency(let field): .currency(of: field)
        case .importReference: .importReference
        case .parentReference: .parentReference
        case .price: .price
        case .warrantyMonths: .warrantyMonths
        case .status: .status
        case .recordKind: .recordKind
        case .modelName: .modelName
        case .assetTag: .assetTag
        case .ignored: .ignored
        case .unnamed: .unnamed
        }
    }
}

/// A column of a table.
struct TableColumn {
    /// Its number from 1.
    let number: Int
    let name: String
    let target: ColumnTarget

    var location: ImportFieldDiagnostic.Location { .column(number, name: name) }
}
