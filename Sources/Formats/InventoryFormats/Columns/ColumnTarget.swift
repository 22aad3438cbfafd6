package import Inventory

/// The meaning of the cells of a column.
package enum ColumnTarget: Hashable, Sendable {
    /// A field of the item.
    case field(ItemField)
    /// A custom field; an empty cell means none.
    case customField(String)
    /// The currency of one amount, or of all that name none.
    case currency(of: ItemField?)
    /// Homebox's reference: the external reference, and the item's id if it has the form of one.
    case importReference
    /// The external reference of the parent.
    case parentReference
    /// Homebox's price, which is the value and what was paid.
    case price
    /// The value of all pieces of a row. The amount divided by the quantity is the value of one.
    case lineTotal
    /// The age in years or months on a day, from which the approximate date of purchase follows; nil is the day of the import.
    case age(inMonths: Bool, on: CalendarDate?)
    /// Snipe-IT's months of warranty, counted from the purchase date.
    case warrantyMonths
    /// Snipe-IT's status; "Archived" sets the flag.
    case status
    /// The kind of a row in a report: only rows of kind `item` are items.
    case recordKind
    /// Snipe-IT's model, which is also the name of an asset without one.
    case modelName
    /// Snipe-IT's asset tag, which is also its reference.
    case assetTag
    /// Manufacturer and model in one cell, separated by a slash.
    case brandAndModel
    /// Ignored: computed by the program that wrote it, or excluded by the user.
    case ignored

    /// The position in the order of reading: currencies and dates that other cells depend on come first.
    var order: Int {
        switch self {
        case .recordKind: 0
        case .currency(.some): 1
        case .currency(nil): 2
        case .field(.purchaseDate), .field(.id), .field(.name), .field(.quantity): 3
        default: 4
        }
    }

    /// Whether an empty cell has a meaning too.
    var readsEmpty: Bool {
        switch self {
        case .field(let field): [.id, .externalReference, .dateCreated].contains(field)
        case .importReference, .price, .warrantyMonths, .recordKind, .assetTag: true
        case .currency, .customField, .parentReference, .status, .lineTotal, .age, .modelName, .brandAndModel,
            .ignored:
            false
        }
    }

    /// Whether the dates may be months and years of which no day is known.
    var takesApproximateDates: Bool {
        if case .field(let field) = self { field.takesApproximateDates } else { false }
    }

    /// Whether the field is computed from the cells, so that a column which holds the field itself goes before.
    var isComputed: Bool {
        switch self {
        case .lineTotal, .age: true
        default: false
        }
    }

    /// Whether cells may be amounts or numbers of pieces. Those of unknown headings may be anything.
    var mayHoldAmounts: Bool {
        switch self {
        case .field(let field): field.kind == .money || field.kind == .quantity
        case .price, .lineTotal, .customField: true
        default: false
        }
    }

    /// Whether several columns may feed the field: their cells are joined.
    package var joinsColumns: Bool {
        switch self {
        case .field(.location), .field(.notes), .field(.tags), .customField, .ignored: true
        default: false
        }
    }

    /// Whether two columns with these targets would set the same field.
    package func conflicts(with other: ColumnTarget) -> Bool {
        if self == other { return true }
        if case .customField = self { return false }
        return fields.contains { other.fields.contains($0) && $0 != .customFields }
    }

    /// The fields of the item that the column sets.
    var fields: [ItemField] {
        switch self {
        case .field(let field): [field]
        case .customField: [.customFields]
        case .importReference: [.id, .externalReference]
        case .parentReference: [.parent]
        case .price: [.value, .purchasePrice]
        case .lineTotal: [.value]
        case .age: [.purchaseDate]
        case .warrantyMonths: [.warrantyExpires, .warrantyDetails]
        case .status: [.archived, .customFields]
        case .modelName: [.customFields]
        case .assetTag: [.assetIdentifier, .externalReference]
        case .brandAndModel: [.manufacturer, .modelNumber]
        case .currency, .recordKind, .ignored: []
        }
    }
}

extension ColumnTarget {
    private static let others: [(name: String, target: ColumnTarget)] = [
        ("price", .price), ("lineTotal", .lineTotal), ("importReference", .importReference),
        ("parentReference", .parentReference),
        ("warrantyMonths", .warrantyMonths), ("status", .status), ("record", .recordKind), ("modelName", .modelName),
        ("assetTag", .assetTag), ("brandAndModel", .brandAndModel), ("currency", .currency(of: nil)),
        ("age", .age(inMonths: false, on: nil)), ("ageInMonths", .age(inMonths: true, on: nil)),
    ]

    /// The target of a name: a column of a plain CSV, `customFields.NAME`, `-` for an ignored column, or one of the
    /// targets that other programs need, such as `price` (value and purchase price). `age:2024-05-01` names a day.
    package init?(named name: String) {
        let parts = name.split(separator: ":", maxSplits: 1)
        if name == "-" {
            self = .ignored
        } else if parts.count == 2, case .age(let inMonths, _) = ColumnTarget(named: String(parts[0])) {
            guard let day = try? CalendarDate(parts[1].utf8) else { return nil }
            self = .age(inMonths: inMonths, on: day)
        } else if let target = ColumnTarget.others.first(where: { $0.name == name })?.target
            ?? PlainColumns.target(of: name)
        {
            self = target
        } else {
            return nil
        }
    }

    /// The name that ``init(named:)`` reads.
    package var name: String {
        switch self {
        case .field(let field): field.name
        case .customField(let name): "customFields.\(name)"
        case .currency(of: let field?): "\(field.name)Currency"
        case .ignored: "-"
        case .age(let inMonths, let day?): "\(ColumnTarget.age(inMonths: inMonths, on: nil).name):\(day)"
        default: ColumnTarget.others.first { $0.target == self }?.name ?? "-"
        }
    }

    /// The kind of value that its cells hold; nil for text that is kept as it is.
    var kind: ItemField.Kind? {
        switch self {
        case .field(let field): field.kind
        case .price, .lineTotal: .money
        case .age: .quantity
        default: nil
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
