/// A column of a list: a field of items, a custom field by its name, or a value that is computed from others.
///
/// ``ReportColumnTable`` has one row for each but the custom fields: its name, kind and usual width. Every format writes
/// columns by these alone, so that a new column is one row, and for a computed one the line that computes it.
public enum ReportColumn: Hashable, Sendable {
    case field(ItemField)
    case customField(String)
    case computed(Computed)

    /// The values that are computed from fields. In data they have names that no other program gives to a column, so that
    /// importing such a file can leave them out.
    public enum Computed: String, CaseIterable, Sendable {
        case line, thumbnail, lineValue, linePurchasePrice, lineReplacementValue
        case brand = "manufacturerAndModel"
        case age = "ageInMonths"
        case photos = "photoCount"
        case documents = "documentCount"
    }

    /// The kinds of values, which decide how a cell is written and aligned.
    public enum Kind: String, Sendable {
        case text
        /// A text that nobody reads as words, such as a serial number.
        case code = "identifier"
        case number, amount, date
        /// Yes or no.
        case flag
        case list, picture

        /// Whether cells are aligned to the right, so that digits of the same place are below each other.
        public var isAligned: Bool { self == .number || self == .amount }
    }

    var row: ReportColumnRow { ReportColumnTable.rowsByColumn[self] ?? ReportColumnRow(self, width: 14) }

    /// The name in CSV, JSON and templates: `warrantyExpires`, `customFields.Shelf mark`.
    public var name: String {
        switch self {
        case .field(let field): field.name
        case .customField(let name): "customFields.\(name)"
        case .computed(let computed): computed.rawValue
        }
    }

    /// The name on the command line: `warranty-expires`, `Shelf mark`.
    public var optionName: String {
        switch self {
        case .field(let field): field.optionName
        case .customField(let name): name
        case .computed(let computed): ItemField.optionName("\(computed)")
        }
    }

    /// The kind of its values; that of a custom field is seen in its values (``CustomFieldKind``).
    public var kind: Kind { row.kind }

    /// The number of letters of a line that its longest texts usually need.
    public var width: Int { row.width }

    /// Whether texts of several lines are usual.
    public var isLong: Bool { row.isLong }

    /// Whether a list ends with the sum of its values unless the reader chooses the sums.
    ///
    /// Amounts of one unit are not added up: their sum would mean nothing if a line has several units. Nor are numbers in
    /// custom fields, which are years and sizes as often as counts.
    public var isSummed: Bool { row.isSummed }

    /// Its place among the columns that a list shows unless others are chosen: 0 if it always does, nil if never. Others are
    /// shown if an item states them, those of a smaller rank first if a page has no room for all.
    public var rank: Int? {
        switch self {
        case .customField: ReportColumnTable.rankOfCustomFields
        default:
            switch row.use {
            case .always: 0
            case .ifStated(let rank): rank
            case .onlyIfChosen: nil
            }
        }
    }

    /// The other names that people may use for it on the command line.
    public var otherNames: [String] { row.aliases }

    /// Whether rows can be sorted by it, so that those with the same value follow one another.
    public var canMakeGroups: Bool {
        guard case .field(let field) = self else { return false }
        return switch field.kind {
        case .text, .date, .flag, .money, .quantity, .percentage: true
        case .timestamp, .identifier, .tags, .customFields, .photos, .documents: false
        }
    }

    /// Whether it is a custom field.
    public var isOwn: Bool { if case .customField = self { true } else { false } }

    /// Whether documents show it after another column.
    public func follows(_ other: ReportColumn) -> Bool {
        guard let place = ReportColumn.known.firstIndex(of: self), let before = ReportColumn.known.firstIndex(of: other)
        else { return false }
        return place > before
    }

    /// The field that its amounts come from; columns of one field share the column of their currencies.
    public var moneyField: ItemField? {
        switch self {
        case .field(let field): field.kind == .money ? field : nil
        case .computed(.lineValue): .value
        case .computed(.linePurchasePrice): .purchasePrice
        case .computed(.lineReplacementValue): .replacementValue
        case .computed, .customField: nil
        }
    }

    /// The columns that a list may show without being asked: those with a rank, and long texts, which have no room and are
    /// named.
    public static let usual = known.filter { $0.rank != nil || $0.isLong }

    /// The columns that a workbook has if items state them: every field, and of the computed ones those that a list always
    /// shows.
    public static let ofWorkbooks = known.filter { column in
        if case .computed = column { column.rank == 0 } else { true }
    }

    /// All columns but those of custom fields, in the order in which documents show them.
    public static let known: [ReportColumn] = ReportColumnTable.rows.map(\.column)
}
