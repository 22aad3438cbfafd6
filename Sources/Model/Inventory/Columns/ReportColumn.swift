package import Message

/// A column of a list: a field of items, a custom field by its name, or a value that is computed from others.
///
/// ``ReportColumnTable`` has one row for each but the custom fields: its name, kind and usual width. Every format writes
/// columns by these alone, so that a new column is one row, and for a computed one its fields and the line that computes it.
package enum ReportColumn: Hashable, Sendable {
    case field(ItemField)
    case customField(String)
    case computed(Computed)

    /// The values that are computed from fields. In data they have names that no other program gives to a column, so that
    /// importing such a file can leave them out.
    package enum Computed: String, CaseIterable, Sendable {
        case line, thumbnail, lineValue, linePurchasePrice, lineReplacementValue, depreciationAmount, actualCashValue
        case brand = "manufacturerAndModel"
        case purchased = "purchaseDateAndPlace"
        case lifespan = "usualLifespan"
        case conditionFactor, replacementSource
        case age = "ageInMonths"
        case photos = "photoCount"
        case documents = "documentCount"
        case receipts = "receiptCount"
        /// The numbers that a claim gives to an item's photos, receipts and other documents.
        case photoNumbers, receiptNumbers, documentNumbers
        case parts = "partNames"
        /// The details that an owner can still add, of photo, receipt, serial number and value.
        case missing = "missingDetails"
        /// The fields of serial number and name in which another item has the same.
        case duplicates = "duplicateFields"
        /// The custom fields by which Object ID describes art and antiques, with their names.
        case objectID = "objectId"
    }

    /// The kinds of values, which decide how a cell is written and aligned.
    package enum Kind: String, Sendable {
        case text
        /// A text that nobody reads as words, such as a serial number.
        case code = "identifier"
        case number, amount, date
        /// Yes or no.
        case flag
        case list, picture

        /// Whether cells are aligned to the right, so that digits of the same place are below each other.
        package var isAligned: Bool { self == .number || self == .amount }
    }

    var row: ReportColumnRow { ReportColumnTable.rowsByColumn[self] ?? ReportColumnRow(self, width: 14) }

    /// The name in CSV, JSON and templates: `warrantyExpires`, `customFields.Shelf mark`.
    package var name: String {
        switch self {
        case .field(let field): field.name
        case .customField(let name): "customFields.\(name)"
        case .computed(let computed): computed.rawValue
        }
    }

    /// The name on the command line: `warranty-expires`, `Shelf mark`.
    package var optionName: String {
        switch self {
        case .field(let field): field.optionName
        case .customField(let name): name
        case .computed(let computed): ItemField.optionName("\(computed)")
        }
    }

    /// The kind of its values; that of a custom field is seen in its values (``CustomFieldKind``).
    package var kind: Kind { row.kind }

    /// The number of letters of a line that its longest texts usually need.
    package var width: Int { row.width }

    /// Whether texts of several lines are usual.
    package var isLong: Bool { row.isLong }

    /// Whether a list ends with the sum of its values unless the reader chooses the sums.
    ///
    /// Amounts of one unit are not added up: their sum would mean nothing if a line has several units. Nor are numbers in
    /// custom fields, which are years and sizes as often as counts.
    package var isSummed: Bool { row.isSummed }

    /// Its place among the columns that a list shows unless others are chosen: 0 if it always does, nil if never. Others are
    /// shown if an item states them, those of a smaller rank first if a page has no room for all.
    package var rank: Int? {
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
    package var otherNames: [String] { row.aliases }

    /// Whether items can be sorted by it.
    package var canSort: Bool {
        switch self {
        case .customField: true
        case .computed: false
        case .field(let field):
            switch field.kind {
            case .text, .date, .timestamp, .flag, .money, .quantity, .percentage: true
            case .identifier, .tags, .customFields, .photos, .documents: false
            }
        }
    }

    /// Whether rows with the same value can follow one another as a group. A time of a few milliseconds makes none.
    package var canMakeGroups: Bool { canSort && self != .field(.dateCreated) }

    /// Whether it is a custom field.
    package var isOwn: Bool { if case .customField = self { true } else { false } }

    /// Whether documents show it after another column.
    package func follows(_ other: ReportColumn) -> Bool {
        guard let place = ReportColumn.known.firstIndex(of: self), let before = ReportColumn.known.firstIndex(of: other)
        else { return false }
        return place > before
    }

    /// The field that its amounts come from; columns of one field share the column of their currencies.
    package var moneyField: ItemField? {
        switch self {
        case .field(let field): field.kind == .money ? field : nil
        case .computed(.lineValue): .value
        case .computed(.linePurchasePrice): .purchasePrice
        case .computed(.lineReplacementValue), .computed(.depreciationAmount), .computed(.actualCashValue):
            .replacementValue
        case .computed, .customField: nil
        }
    }

    /// The columns that a list may show without being asked: those with a rank, and long texts, which have no room and are
    /// named.
    package static let usual = known.filter { $0.rank != nil || $0.isLong }

    /// The columns that a workbook has if items state them: every field, and of the computed ones those that a list always
    /// shows.
    package static let ofWorkbooks = known.filter { column in
        if case .computed = column { column.rank == 0 } else { true }
    }

    /// The columns that the record of an item has if items state them.
    package static let ofRecords = known.filter { ofWorkbooks.contains($0) || $0 == .computed(.parts) }

    /// The columns that a claim shows unless others are chosen, in their order: those that a list always shows, and of the
    /// others those that items state. Every amount that a claim adds up is among them, so that readers can check the totals on
    /// paper.
    package static let ofClaims: [ReportColumn] = [
        .computed(.line), .field(.name), .computed(.brand), .field(.serialNumber), .field(.location), .field(.quantity),
        .computed(.purchased), .computed(.age), .field(.condition), .field(.depreciation), .field(.depreciationEach),
        .computed(.lifespan),
        .computed(.conditionFactor), .computed(.replacementSource), .computed(.receiptNumbers),
        .computed(.photoNumbers), .computed(.lineReplacementValue),
        .computed(.depreciationAmount),
        .computed(.actualCashValue), .computed(.linePurchasePrice), .field(.value), .computed(.lineValue),
    ]

    /// The columns that the workbook of a claim has whether or not items state them, because formulas refer to them; those up
    /// to the photos are printed.
    package static let ofClaimWorkbooks: [ReportColumn] =
        [
            .computed(.line), .field(.name), .field(.manufacturer), .field(.modelNumber), .field(.serialNumber),
            .field(.location), .field(.category), .field(.quantity), .field(.purchaseDate), .field(.purchasePlace),
            .computed(.age), .field(.condition), .field(.purchasePrice), .computed(.linePurchasePrice), .field(.value),
            .computed(.lineValue), .field(.replacementValue), .computed(.lineReplacementValue),
            .computed(.depreciationAmount), .computed(.actualCashValue), .computed(.receiptNumbers),
            .computed(.documentNumbers), .computed(.photoNumbers), .field(.description), .field(.id),
        ] + ItemField.appendedToSheets.map(ReportColumn.field)

    /// The other columns of fields, which the workbook of a claim has if items state them, so that it has everything.
    package static let furtherInClaimWorkbooks = known.filter { column in
        switch column {
        case .field: !ofClaimWorkbooks.contains(column)
        case .computed(.lifespan), .computed(.conditionFactor), .computed(.replacementSource): true
        default: false
        }
    }

    /// The columns that have the parts of a column each for itself.
    package var parts: [ReportColumn] {
        switch self {
        case .computed(.brand): [.field(.manufacturer), .field(.modelNumber)]
        case .computed(.purchased): [.field(.purchaseDate), .field(.purchasePlace), .field(.purchaseReceiptNumber)]
        default: [self]
        }
    }

    /// All columns but those of custom fields, in the order in which documents show them.
    package static let known: [ReportColumn] = ReportColumnTable.rows.map(\.column)
}

/// A list of columns cannot be read.
package enum ReportColumnError: Error, Equatable, Sendable {
    /// No field, computed value or custom field has the name; the most similar name, if there is one.
    case unknown(String, nearest: String?)
    /// A column is named twice.
    case repeated(String)
    /// Items cannot be sorted by the column.
    case unsortable(String)
    /// More columns to sort by than are allowed.
    case tooManyKeys(Int)
}

extension ReportColumnError: MessageConvertible {
    package var message: Message {
        switch self {
        case .unknown(let name, let nearest?):
            Message("columns.unknownLike", ["name": name.excerpt, "nearest": nearest.excerpt])
        case .unknown(let name, nil): Message("columns.unknown", ["name": name.excerpt])
        case .repeated(let name): Message("columns.repeated", ["name": name.excerpt])
        case .unsortable(let name): Message("columns.unsortable", ["name": name.excerpt])
        case .tooManyKeys(let limit): Message("columns.tooManyKeys", ["limit": .count(limit)])
        }
    }
}

extension ReportColumn {
    /// Reads names of columns separated by commas; one that contains a comma is in double quotation marks.
    ///
    /// Names are compared without regard to case, spaces, hyphens, points and underscores. `all` means every column
    /// that can be written and every custom field.
    /// - Parameters:
    ///   - isClaim: whether `depreciation` is an amount, and `photos` their numbers, as a claim understands them.
    ///   - customFields: the names of all custom fields, asked for at most once and only if a name is not known.
    /// - Throws: ``ReportColumnError``, or what `customFields` throws.
    package static func columns(
        parsing text: String, isClaim: Bool = false, customFields: () throws -> [String]
    ) throws -> [ReportColumn] {
        var own: [String]?
        func names() throws -> [String] {
            if own == nil { own = try customFields() }
            return own ?? []
        }
        var columns: [ReportColumn] = []
        for name in split(text) {
            if folded(name) == "all" {
                let all = known.filter { $0 != .computed(.thumbnail) } + (try names()).map(ReportColumn.customField)
                columns += all.filter { !columns.contains($0) }
                continue
            }
            let column = try column(named: name, isClaim: isClaim, customFields: names)
            guard !columns.contains(column) else { throw ReportColumnError.repeated(name) }
            columns.append(column)
        }
        return columns
    }

    /// The column that a person means by a name.
    static func column(
        named name: String, isClaim: Bool = false, customFields: () throws -> [String]
    ) throws -> ReportColumn {
        let wanted = folded(name)
        func known(_ names: (ReportColumnRow) -> [String]) -> ReportColumn? {
            ReportColumnTable.rows.first { names($0).contains { folded($0) == wanted } }?.column
        }
        if isClaim, let column = known({ [$0.nameInClaims].compactMap(\.self) }) { return column }
        if let column = known({ [$0.column.optionName, $0.column.name] }) { return column }
        let own = try customFields()
        // `customFields.Colour` is the custom field even if there is a field of that name.
        let prefix = "customfields"
        let isOwn = wanted.hasPrefix(prefix) && name.contains(".")
        let bare = isOwn ? String(name.drop { $0 != "." }.dropFirst()) : name
        let match = own.first { $0 == bare } ?? own.first { folded($0) == folded(bare) }
        if let match { return .customField(match) }
        // Other names of a field come after the owner's own.
        if let column = known(\.aliases) { return column }
        throw ReportColumnError.unknown(name, nearest: nearest(to: name, among: own))
    }

    /// A name without what people write differently.
    private static func folded(_ name: String) -> String {
        name.lowercased().filter { !" -_.".contains($0) }
    }

    /// The names in a list.
    static func split(_ text: String) -> [String] {
        var names: [String] = []
        var name = ""
        var isQuoted = false
        for letter in text {
            if letter == "\"" {
                isQuoted.toggle()
            } else if letter == ",", !isQuoted {
                names.append(name)
                name = ""
            } else {
                name.append(letter)
            }
        }
        return (names + [name]).map { String($0[...].trimmingSpaces()) }
    }

    private static func nearest(to name: String, among own: [String]) -> String? {
        let known = ReportColumnTable.rows.flatMap { [$0.column.optionName] + $0.aliases }
        return SpellingSuggestion.nearest(to: name, among: known + own)
    }
}
