extension ItemField {
    var row: ItemFieldRow { ItemFieldTable.rows[index] }

    /// The position in ``allCases``, from 0.
    public var index: Int { Int(rawValue) }

    /// The kind of value that the field holds.
    public var kind: Kind { row.kind }

    /// The group that the field belongs to.
    public var group: Group { row.group }

    /// The name in CSV headers, journals and messages: `purchaseDate`.
    public var name: String { row.name }

    /// The names that lead to the field in JSON and XML, one or two: `purchase`, `date`.
    public var path: [String] { row.path }

    /// The name as an option of the command line: `purchase-date`.
    public var optionName: String { ItemField.optionName(row.name) }

    /// A Swift name as an option of the command line: `purchase-date` for `purchaseDate`.
    static func optionName(_ name: String) -> String { separated(name, by: "-") }

    /// The name in filters: `purchased`, or that of the option.
    public var filterName: String { row.filterName ?? optionName }

    /// The name as a column in SQL: `purchase_date`.
    public var columnName: String { ItemField.columnName(row.name) }

    /// A Swift name as a column in SQL: `purchase_date` for `purchaseDate`.
    package static func columnName(_ name: String) -> String { separated(name, by: "_") }

    /// Whether pages that everybody may read leave the field out.
    public var isPrivate: Bool { row.visibility == .private }

    /// Whether forms offer several lines for the text.
    public var isLong: Bool { row.isLong }

    /// The field with the given ``name``, or nil.
    public init?(named name: String) {
        guard let field = ItemFieldTable.fieldsByName[name] else { return nil }
        self = field
    }

    /// The field that a person means by a name in one of its spellings: `purchaseDate`, `purchase-date`, `PurchaseDate`;
    /// nil if there is none.
    package init?(typed name: String) {
        let letters = ItemField.letters(name)
        guard let field = ItemField.allCases.first(where: { ItemField.letters($0.name) == letters }) else { return nil }
        self = field
    }

    /// A name without regard to its spelling.
    static func letters(_ name: String) -> String { name.lowercased().filter { $0 != "-" } }

    /// The fields that have a column in a table such as CSV: all but photos and documents, which are files.
    public static let tabular = allCases.filter { $0.kind != .photos && $0.kind != .documents }

    /// The fields that hold one text.
    public static let texts = allCases.filter { $0.kind == .text }

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
    public static let appendedToSheets = texts.filter(\.row.isAppendedToSheets)

    /// The objects or elements of JSON and XML that group fields, with their fields: `purchase` and its four.
    public static let sections: [(name: String, fields: [ItemField])] =
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
