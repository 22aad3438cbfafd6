/// A field of an item that can be read, edited, imported and exported by name.
///
/// The cases are in the order in which documents show the fields. ``ItemFieldTable`` has one row for each: its names, the
/// group it belongs to and its accessors. Everything that lists fields derives from the table.
/// CONTRIBUTING.md lists the steps to add a field.
package enum ItemField: UInt8, CaseIterable, Sendable {
    case id, name, serialNumber, quantity, value, dateCreated, location, category, tags, assetIdentifier, url, parent
    case manufacturer, modelNumber, description, notes, condition, colour, distinguishingMarks, code
    case purchaseDate, purchasePlace, purchasePrice, purchaseReceiptNumber
    case replacementValue, depreciation, depreciationEach
    case warrantyExpires, warrantyLifetime, warrantyDetails
    case insured, archived
    case saleDate, salePrice, saleTo, saleNotes
    case customFields, externalReference
    case photos, documents

    /// The kinds of values that a field can hold.
    package enum Kind: String, CaseIterable, Sendable {
        case text, money, quantity, percentage, timestamp, date, flag, identifier, tags, customFields, photos, documents
    }

    /// The groups in which forms and help texts show the fields.
    package enum Group: Sendable {
        case identity, worth, purchase, warranty, possession, record, attachments
    }
}

/// The only list of an item's fields: one row for each, in the order of ``ItemField/allCases``.
enum ItemFieldTable {
    static let rows: [ItemFieldRow] = [
        ItemFieldRow(.id, "id", .record, .id),
        ItemFieldRow(.name, "name", .identity, .text({ $0.name }, { $0.name = $1 ?? "" })),
        ItemFieldRow(
            .serialNumber, "serialNumber", .identity, .text({ $0.serialNumber }, { $0.serialNumber = $1 }),
            filterName: "serial"),
        ItemFieldRow(.quantity, "quantity", .identity, .quantity),
        ItemFieldRow(.value, "value", .worth, .money({ $0.value }, { $0.value = $1 })),
        ItemFieldRow(.dateCreated, "dateCreated", .record, .dateCreated, filterName: "created"),
        ItemFieldRow(
            .location, "location", .identity, .text({ $0.location }, { $0.location = $1 }),
            matching: .path),
        ItemFieldRow(
            .category, "category", .identity, .text({ $0.category }, { $0.category = $1 }),
            matching: .whole),
        ItemFieldRow(.tags, "tags", .identity, .tags, filterName: "tag"),
        ItemFieldRow(
            .assetIdentifier, "assetIdentifier", .identity, .text({ $0.assetIdentifier }, { $0.assetIdentifier = $1 })),
        ItemFieldRow(.url, "url", .identity, .text({ $0.url }, { $0.url = $1 })),
        ItemFieldRow(.parent, "parent", .identity, .parent),
        ItemFieldRow(
            .manufacturer, "manufacturer", .identity, .text({ $0.manufacturer }, { $0.manufacturer = $1 })),
        ItemFieldRow(
            .modelNumber, "modelNumber", .identity, .text({ $0.modelNumber }, { $0.modelNumber = $1 })),
        ItemFieldRow(
            .description, "description", .identity, .text({ $0.description }, { $0.description = $1 }),
            isLong: true),
        ItemFieldRow(.notes, "notes", .identity, .text({ $0.notes }, { $0.notes = $1 }), isLong: true),
        ItemFieldRow(
            .condition, "condition", .identity, .text({ $0.condition }, { $0.condition = $1 }),
            isLong: true),
        ItemFieldRow(
            .colour, "colour", .identity, .text({ $0.colour }, { $0.colour = $1 }),
            isAppendedToSheets: true),
        ItemFieldRow(
            .distinguishingMarks, "distinguishingMarks", .identity,
            .text({ $0.distinguishingMarks }, { $0.distinguishingMarks = $1 }), isLong: true, isAppendedToSheets: true),
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
            .depreciationEach, "depreciationEach", .worth, .money({ $0.depreciationEach }, { $0.depreciationEach = $1 })
        ),
        ItemFieldRow(
            .warrantyExpires, "warranty.expires", .warranty,
            .date({ $0.warranty.expires }, { $0.warranty.expires = $1 }), filterName: "warranty"),
        ItemFieldRow(
            .warrantyLifetime, "warranty.lifetime", .warranty,
            .flag({ $0.warranty.lifetime }, { $0.warranty.lifetime = $1 })),
        ItemFieldRow(
            .warrantyDetails, "warranty.details", .warranty,
            .text({ $0.warranty.details }, { $0.warranty.details = $1 }), isLong: true),
        ItemFieldRow(.insured, "insured", .possession, .flag({ $0.insured }, { $0.insured = $1 })),
        ItemFieldRow(
            .archived, "archived", .possession, .flag({ $0.archived }, { $0.archived = $1 })),
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

    /// The position in ``allCases``, from 0.
    package var index: Int { Int(rawValue) }

    /// The kind of value that the field holds.
    package var kind: Kind { row.kind }

    /// The group that the field belongs to.
    package var group: Group { row.group }

    /// The name in CSV headers, journals and messages: `purchaseDate`.
    package var name: String { row.name }

    /// The names that lead to the field in JSON and XML, one or two: `purchase`, `date`.
    package var path: [String] { row.path }

    /// The name as an option of the command line: `purchase-date`.
    package var optionName: String { ItemField.optionName(row.name) }

    /// A Swift name as an option of the command line: `purchase-date` for `purchaseDate`.
    static func optionName(_ name: String) -> String { separated(name, by: "-") }

    /// The name in filters: `purchased`, or that of the option.
    package var filterName: String { row.filterName ?? optionName }

    /// The name as a column in SQL: `purchase_date`.
    package var columnName: String { ItemField.columnName(row.name) }

    /// A Swift name as a column in SQL: `purchase_date` for `purchaseDate`.
    package static func columnName(_ name: String) -> String { separated(name, by: "_") }

    /// Whether forms offer several lines for the text.
    package var isLong: Bool { row.isLong }

    /// Whether the date may be a month or a year of which no day is known.
    package var takesApproximateDates: Bool { self == .purchaseDate }

    /// The field with the given ``name``, or nil.
    package init?(named name: String) {
        guard let field = ItemFieldTable.fieldsByName[name] else { return nil }
        self = field
    }

    /// The field that a person means by a name in one of its spellings: `purchaseDate`, `purchase-date`, `PurchaseDate`;
    /// nil for none.
    package init?(typed name: String) {
        let letters = ItemField.letters(name)
        guard let field = ItemField.allCases.first(where: { ItemField.letters($0.name) == letters }) else { return nil }
        self = field
    }

    /// A name without regard to its spelling.
    static func letters(_ name: String) -> String { name.lowercased().filter { $0 != "-" } }

    /// The fields that have a column in a table such as CSV: all but photos and documents, which are files.
    package static let csvColumns = allCases.filter { $0.kind != .photos && $0.kind != .documents }

    /// The fields that hold one text.
    package static let texts = allCases.filter { $0.kind == .text }

    /// The getters of ``texts``, for loops over many items: looking up the row of each field would cost more than the call.
    package static let textGetters: [TextGetter] =
        texts.compactMap { field in
            guard case .text(let get, _) = field.row.access else { return nil }
            return TextGetter(field: field, value: get)
        }

    /// A field that holds one text, and the way to it. Not a pair: the closure in one takes a copy of the item.
    package struct TextGetter: Sendable {
        package let field: ItemField
        package let value: @Sendable (borrowing Item) -> String?
    }

    /// The texts that workbooks show after their other columns, which keep their letters.
    package static let appendedToSheets = texts.filter(\.row.isAppendedToSheets)

    /// The objects or elements of JSON and XML that group fields, with their fields: `purchase` and its four.
    package static let sections: [(name: String, fields: [ItemField])] =
        allCases.reduce(into: []) { sections, field in
            guard field.path.count > 1 else { return }
            if sections.last?.name != field.path[0] { sections.append((field.path[0], [])) }
            sections[sections.count - 1].fields.append(field)
        }

    private static func separated(_ name: String, by separator: Character) -> String {
        name.reduce(into: "") { text, letter in
            if letter.isUppercase { text.append(separator) }
            text.append(contentsOf: letter.lowercased())
        }
    }
}

/// The declaration of a field. A class: looking one up copies a reference, not a row of strings.
final class ItemFieldRow: Sendable {
    /// The way in which a filter compares a text of the field with its value.
    enum Matching: Sendable {
        /// It contains the value, in any case.
        case words
        /// It is the value.
        case whole
        /// It is a path that begins with the value.
        case path
    }

    let field: ItemField
    let name: String
    let path: [String]
    let group: ItemField.Group
    let kind: ItemField.Kind
    let access: ItemFieldAccess
    let isLong: Bool
    let isAppendedToSheets: Bool
    let matching: Matching
    let filterName: String?

    /// Declares a field.
    /// - Parameters:
    ///   - path: the names that lead to the field in JSON and XML, separated by a point: `purchase.date`.
    ///   - access: the field's kind, and the closures that read and write it.
    ///   - isLong: whether forms offer several lines for the text.
    ///   - isAppendedToSheets: whether workbooks show the text in a column after those they always had.
    ///   - matching: the way in which filters compare a text of the field.
    ///   - filterName: the short name of the field in filters, in small letters.
    init(
        _ field: ItemField, _ path: String, _ group: ItemField.Group, _ access: ItemFieldAccess,
        isLong: Bool = false, isAppendedToSheets: Bool = false,
        matching: Matching = .words, filterName: String? = nil
    ) {
        self.field = field
        self.path = path.split(separator: ".").map(String.init)
        name = self.path.dropFirst().reduce(self.path[0]) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
        self.group = group
        kind = access.kind
        self.access = access
        self.isLong = isLong
        self.isAppendedToSheets = isAppendedToSheets
        self.matching = matching
        self.filterName = filterName
    }
}
