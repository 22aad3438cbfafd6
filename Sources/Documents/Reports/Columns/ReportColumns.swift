import Inventory
import InventoryStore

/// The columns of one report: those that were chosen, or those that its items state, with what a pass over the items found
/// about each.
struct ReportColumns: Sendable {
    struct Column: Sendable {
        let column: ReportColumn
        let kind: ReportColumn.Kind
        /// The letters of the longest line among the texts that were looked at.
        let length: Int
        /// The letters of the longest word among them.
        let word: Int
        /// Whether that word is so long that it has to be broken.
        var hasLongWords: Bool { word > Column.longestWord }
        let isSummed: Bool

        /// The letters of the longest word that a column is made wide enough for.
        static let longestWord = 24
    }

    let columns: [Column]
    /// The columns that items state and a page has no room for.
    let omitted: [ReportColumn]
    /// The number of columns, from the first, that a workbook prints.
    let printedCount: Int
    /// The columns of a workbook that are out of sight.
    private(set) var hidden: Set<ReportColumn> = []

    /// The letters that a line of a page across has room for, if they are 8 points high, and those that a column needs
    /// beside its texts.
    static let lineLength = 176.0
    private static let gap = 2.5

    /// The places of the columns that are added up.
    var summed: [Int] { columns.indices.filter { columns[$0].isSummed } }

    /// Finds the columns in a pass over the items.
    /// - Parameter isValuePurchasePrice: whether the value of every line is its purchase price, so that a claim prints it once.
    init(of snapshot: StoreSnapshot, _ options: ReportOptions, isValuePurchasePrice: Bool = false) throws {
        var chosen = options.definition.columns?.filter { !snapshot.hidden.hides($0) }
        if options.isClaim, let named = chosen {
            // The other lists of a claim name its lines by number and item.
            chosen = [.computed(.line), .field(.name)].filter { !named.contains($0) } + named
        }
        if options.isClaim, options.format == .xlsx {
            let usual = ReportColumn.ofClaimWorkbooks
            let visible = chosen.map { $0.flatMap(\.parts) }
            var all = usual + ReportColumn.furtherInClaimWorkbooks
            for column in visible ?? [] where !all.contains(column) { all.append(column) }
            var survey = ColumnSurvey(
                all, isFixed: true, discoversFields: visible == nil && !options.redaction.hides(.customFields))
            try survey.read(snapshot, options)
            let isNeeded = Set(usual + (visible ?? []))
            columns = survey.columns(options.definition.sums).filter { isNeeded.contains($0.column) || $0.length > 0 }
            omitted = []
            let last = usual.firstIndex(of: .computed(.photoNumbers)) ?? 0
            printedCount = visible == nil ? last + 1 : columns.count
            hidden = visible.map { Set(columns.map(\.column)).subtracting($0) } ?? []
            return
        }
        if let named = chosen, !options.format.isForReaders, options.format != .xlsx {
            // Data have no headings between rows: rows of sums state their group in its columns.
            chosen = named + options.groups.filter { !named.contains($0) }
        }
        let showsAll = options.format.isForReaders && options.definition.layout.showsAll
        let all = options.format == .xlsx ? ReportColumn.ofWorkbooks : ReportColumn.ofRecords
        var usual = options.format == .xlsx || showsAll ? all : ReportColumn.usual
        if options.isClaim {
            usual = ReportColumn.ofClaims
            usual.insert(.field(.category), at: usual.firstIndex(of: .field(.quantity)) ?? 0)
        }
        usual.removeAll { snapshot.hidden.hides($0) }
        if isValuePurchasePrice {
            usual = usual.filter { $0 != .computed(.lineValue) }.map {
                $0 == .field(.value) ? .field(.purchasePrice) : $0
            }
        }
        if options.format.isForReaders, options.definition.layout != .list {
            // Only rows of a table are found by their numbers.
            usual.removeAll { $0 == .computed(.line) }
        }
        var survey = ColumnSurvey(
            chosen ?? usual, isFixed: chosen != nil,
            discoversFields: chosen == nil && !options.redaction.hides(.customFields))
        try survey.read(snapshot, options)
        var found = survey.columns(options.definition.sums)
        if options.definition.showsOnlyStated, options.format.isForReaders || options.format == .xlsx {
            found.removeAll { $0.column != .computed(.thumbnail) && survey.itemsStating($0.column) == 0 }
        }
        if chosen != nil || showsAll {
            (columns, omitted, printedCount) = (found, [], found.count)
            return
        }
        // The heading of a group makes its column needless; a sheet has no headings between its rows.
        let stated = found.filter { options.format == .xlsx || !options.groups.contains($0.column) }
        var shown = ReportColumns.fitting(stated, survey, always: options.isClaim ? ReportColumn.ofClaims : [])
        if options.isClaim { ReportColumns.drop(&shown) }
        let others = stated.filter { column in !shown.contains { $0.column == column.column } }
        printedCount = shown.count
        if options.format == .xlsx {
            columns = shown + others
            omitted = []
        } else {
            columns = shown
            omitted = others.map(\.column)
        }
    }

    /// Leaves out what a claim can best do without in a line, so that no word is broken and letters are of about 8 points: one piece
    /// is worth the value of the line by its quantity, and item by item has the condition.
    private static func drop(_ shown: inout [Column]) {
        func letters(_ column: Column) -> Int {
            let text = max(11, min(column.word, Column.longestWord))
            // A column is as wide as the words of its heading.
            return max(column.kind.isAligned ? column.length : min(column.length, text), min(column.column.width, 9))
                + 2
        }
        for column in [ReportColumn.field(.value), .field(.purchasePrice), .field(.condition)]
        where Double(shown.reduce(0) { $0 + letters($1) }) > lineLength {
            shown.removeAll { $0.column == column }
        }
    }

    /// The columns for which a line has room, in their order: the constant ones, then those of the smallest rank; what few
    /// items state comes after all others.
    /// - Parameter always: further columns that are constant.
    private static func fitting(
        _ stated: [Column], _ survey: ColumnSurvey, always: [ReportColumn]
    ) -> [Column] {
        var room = lineLength
        var shown: Set<ReportColumn> = []
        func needed(_ column: Column) -> Double { Double(min(column.length, column.column.width)) + gap }
        for column in stated where column.column.rank == 0 || always.contains(column.column) {
            shown.insert(column.column)
            room -= needed(column)
        }
        func order(_ column: Column) -> (Int, Int, Int) {
            (survey.isRare(column.column) ? 1 : 0, column.column.rank ?? 0, -survey.itemsStating(column.column))
        }
        let ranked = stated.filter { $0.column.rank ?? 0 > 0 && !shown.contains($0.column) }
            .sorted { order($0) < order($1) }
        for column in ranked where needed(column) <= room {
            shown.insert(column.column)
            room -= needed(column)
        }
        return stated.filter { shown.contains($0.column) }
    }
}

/// A pass over the items that finds in which columns at least one states something, the kinds of custom fields, and how
/// long the texts are.
private struct ColumnSurvey {
    private struct Candidate {
        let column: ReportColumn
        var items = 0
        var length = 0
        var word = 0
        var kind = CustomFieldKind()
    }

    /// The texts of each column whose lengths are measured.
    private static let sample = 1_000
    /// The most custom fields that are considered without being chosen: memory is bounded even if each item has its own.
    private static let maxFields = 500

    private var candidates: [Candidate]
    private var items = 0
    /// Whether the columns are shown in their order, stated or not.
    private let isFixed: Bool
    /// Whether custom fields are columns if items state them.
    private let discoversFields: Bool
    private var ownPlaces: [[UInt8]: Int] = [:]

    init(_ columns: [ReportColumn], isFixed: Bool, discoversFields: Bool) {
        candidates = columns.map { Candidate(column: $0) }
        (self.isFixed, self.discoversFields) = (isFixed, discoversFields)
        for (place, column) in columns.enumerated() {
            if case .customField(let name) = column { ownPlaces[Array(name.utf8)] = place }
        }
    }

    mutating func read(_ snapshot: StoreSnapshot, _ options: ReportOptions) throws {
        var reader = ColumnReader(candidates.map { ($0.column, .text) }, in: snapshot, options)
        var fields = reader.fields
        if discoversFields { fields.insert(.customFields) }
        let readsFields = discoversFields || !ownPlaces.isEmpty
        let cursor = try snapshot.items(matching: options.listed, fields: fields)
        // Once enough texts of a column are known, it is not looked at any more.
        var open = candidates.indices.filter { place in
            if case .customField = candidates[place].column { false } else { true }
        }
        while try cursor.next() {
            items += 1
            var index = 0
            while index < open.count {
                let place = open[index]
                index += 1
                guard let length = try reader.value(at: place, cursor, line: 1).length else { continue }
                candidates[place].items += 1
                candidates[place].length = max(candidates[place].length, length.line)
                candidates[place].word = max(candidates[place].word, length.word)
                if candidates[place].items == ColumnSurvey.sample {
                    index -= 1
                    open.remove(at: index)
                }
            }
            if readsFields { try readCustomFields(cursor) }
        }
    }

    private mutating func readCustomFields(_ cursor: ItemCursor) throws {
        try cursor.forEachCustomField { (name, value) throws in
            guard !value.isEmpty else { return }
            let bytes = Array(name)
            guard let place = ownPlaces[bytes] ?? discover(bytes) else { return }
            candidates[place].items += 1
            candidates[place].kind.see(value)
            if candidates[place].items <= ColumnSurvey.sample {
                let length = TextLength(value)
                candidates[place].length = max(candidates[place].length, length.line)
                candidates[place].word = max(candidates[place].word, length.word)
            }
        }
    }

    private mutating func discover(_ name: [UInt8]) -> Int? {
        guard discoversFields, ownPlaces.count < ColumnSurvey.maxFields else { return nil }
        ownPlaces[name] = candidates.count
        candidates.append(Candidate(column: .customField(String(decoding: name, as: UTF8.self))))
        return candidates.count - 1
    }

    func itemsStating(_ column: ReportColumn) -> Int {
        candidates.first { $0.column == column }?.items ?? 0
    }

    /// Whether fewer than one item in ten states it.
    func isRare(_ column: ReportColumn) -> Bool {
        let stating = itemsStating(column)
        // Past the sample, only the items that state a custom field are counted.
        return stating * 10 < items && (column.isOwn || stating < ColumnSurvey.sample)
    }

    /// The columns as they are if they are fixed; else those that are constant or stated, custom fields before the
    /// location, those of most items first.
    func columns(_ sums: [ReportColumn]?) -> [ReportColumns.Column] {
        var ordered = candidates
        if !isFixed {
            let own = candidates.filter { $0.column.isOwn }.sorted { $0.items > $1.items }
            ordered.removeAll { $0.column.isOwn || ($0.items == 0 && $0.column.rank != 0) }
            ordered.insert(
                contentsOf: own, at: ordered.firstIndex { $0.column.follows(.field(.code)) } ?? ordered.count)
        }
        return ordered.map { candidate in
            let column = candidate.column
            let kind = column.isOwn ? candidate.kind.kind : column.kind
            let isSummed = sums?.contains(column) ?? (column.isSummed || (column.isOwn && kind == .amount))
            return ReportColumns.Column(
                column: column, kind: kind, length: candidate.length,
                word: candidate.word,
                isSummed: isSummed && (kind == .number || kind == .amount))
        }
    }
}
