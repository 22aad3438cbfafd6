import Inventory
import InventoryStore
import Localization
import Templating

/// The columns of a list with what their headings, cells and sums have in common, as templates see them.
struct ShownList: Sendable {
    let columns: [ShownColumn]
    private(set) var totals: ListTotals
    let omitted: [String]
    private var options: ReportOptions
    fileprivate let words: DocumentLocalization

    /// Nil for a report whose template has no cells.
    init?(_ summary: ReportSummary, _ options: ReportOptions, _ words: DocumentLocalization) {
        guard let found = summary.columns, let totals = summary.totals else { return nil }
        columns = ShownColumn.all(found, options, words)
        omitted = found.omitted.map { words.title(of: $0, options) }
        (self.totals, self.options, self.words) = (totals, options, words)
    }

    /// The number of columns before the first that is added up, over which the title of a row of sums is written.
    var leadCount: Int { totals.summed.first ?? columns.count }

    /// The size of letters with which the columns fit into a line across the page, in points; not below what can be read.
    var textSize: Double {
        let letters = Double(columns.reduce(0) { $0 + $1.share })
        return min(9, max(6, (16 * ReportColumns.lineLength / letters).rounded(.down) / 2))
    }

    /// The name of a group as the reader may see it.
    fileprivate func name(of group: ListTotals.Group) -> ColumnValue {
        guard let name = group.name else { return .absent }
        let label = Redaction.word(options.format, words)
        switch options.groups[group.level] {
        case .field(let field):
            guard case .text(let text) = name.value, options.redaction.fields.contains(field) else { return name.value }
            return .text(options.redacted.word(for: text.utf8, of: field, otherwise: label))
        case .customField where options.redaction.hides(.customFields): return .text(label)
        case .customField, .computed: return name.value
        }
    }

    /// The name of a group in plain text, for cells of a workbook.
    func text(ofNameOf group: ListTotals.Group) -> String {
        name(of: group).plainText(yes: words["page.yes"], no: words["page.no"]) ?? words["notStated"]
    }

    private func name(of line: GroupedLines.Line) -> String {
        totals.groupedLines?.name(of: line, options, label: Redaction.word(options.format, words)) ?? ""
    }

    /// The texts of a grouped line by the places of their columns, each with the number of items that it is of, if not of all.
    func texts(of line: GroupedLines.Line) -> [Int: (text: String, coverage: String?)] {
        var texts: [Int: (text: String, coverage: String?)] = [:]
        var format = LocaleFormatter(options.locale)
        let title = "\(name(of: line)) · \(words["items"]):\u{A0}\(format.number("\(line.sums.items)"))"
        for (place, column) in columns.enumerated() {
            switch column.column {
            case .computed(.line): texts[place] = (line.label, nil)
            case .field(.name): texts[place] = (title, nil)
            case .computed(.age): texts[place] = line.age(words)
            default: break
            }
        }
        if !columns.contains(where: { $0.column == .field(.name) }) { texts[0] = (title, nil) }
        return texts
    }

    /// The list of the items of grouped lines, one group for each line; nil if there are none.
    var ofGroupedItems: ShownList? {
        guard let lines = totals.groupedLines?.all, !lines.isEmpty else { return nil }
        var list = self
        list.options.definition.groups = [.computed(.line)]
        list.totals.groups = lines.map { line in
            let name = ColumnText(.text("\(line.label) · \(name(of: line))"))
            return ListTotals.Group(level: 0, name: name, sums: line.sums)
        }
        return list
    }

    /// The number of items that a sum is of, if not of all: it must not be mistaken for one of all.
    func coverage(of sums: ColumnSums, at place: Int) -> String? {
        let (items, all) = (sums.sums[place].items, sums.items)
        return items > 0 && items < all ? words.text("coverage", Count(items), Count(all)) : nil
    }

    /// The depth of the groups.
    fileprivate var depth: Int { options.groups.count }

    fileprivate func title(of group: ListTotals.Group) -> String {
        words.title(of: options.groups[group.level], options)
    }
}

/// The names of a group of rows: its heading and its sums below the columns.
enum ListGroupContext {
    /// A group, and whether it began on an earlier volume.
    typealias Group = (group: ListTotals.Group, list: ShownList, isContinued: Bool, isFirst: Bool)

    static let table = ContextTable<Group>([
        .number("level") { $0.group.level + 1 },
        .text("title") { $0.list.title(of: $0.group) },
        .custom("value", type: .record(CellNames.shared.declaration)) { record, slot, group, format in
            try CellNames.shared.fill(
                record.record(slot), group.list.name(of: group.group), words: group.list.words, format: &format)
        },
        .count("items") { $0.group.sums.items },
        .cells("cells") { ($0.group.sums, $0.list) },
        .flag("isOuter") { $0.group.level == 0 },
        .flag("isInner") { $0.group.level == $0.list.depth - 1 },
        .flag("isContinued") { $0.isContinued },
        .flag("isFirstGroup") { $0.isFirst },
    ])
}

/// The names of a line of several items.
enum GroupedLineContext {
    typealias Row = (line: GroupedLines.Line, list: ShownList, isLast: Bool)

    static let table = ContextTable<Row>([
        .text("label") { $0.line.label },
        .custom("cells", type: .list(CellNames.shared.declaration)) { record, slot, row, format in
            CellNames.shared.fill(record, list: slot, of: row.line, row.list, format: &format)
        },
        .flag("isLast") { $0.isLast },
    ])
}

/// The names of a row of sums as data: one for each currency.
enum SumRowContext {
    /// A row of the sums of a group, or of all items if the group is nil.
    typealias Row = (sums: ColumnSums, own: [ReportColumn: ColumnText], row: Int, isTotal: Bool, list: ShownList)

    static let table = ContextTable<Row>([
        .flag("isTotal") { $0.isTotal },
        .number("items") { $0.sums.items },
        .custom("cells", type: .list(CellNames.shared.declaration)) { record, slot, row, _ in
            try CellNames.shared.fill(
                record, list: slot, row.sums, row: row.row, own: row.own.mapValues(\.value), row.list.columns,
                words: row.list.words)
        },
        .isFirst,
    ])
}

extension ShownList {
    /// The sums of the groups and of all items.
    var sumRows: [SumRowContext.Row] {
        var path: [ReportColumn: ColumnText] = [:]
        var rows: [SumRowContext.Row] = []
        func add(_ sums: ColumnSums, isTotal: Bool) {
            for row in 0..<max(1, sums.currencies.count) { rows.append((sums, path, row, isTotal, self)) }
        }
        for group in totals.groups {
            for (level, column) in options.groups.enumerated() where level >= group.level { path[column] = nil }
            path[options.groups[group.level]] = ColumnText(name(of: group))
            add(group.sums, isTotal: false)
        }
        path = [:]
        add(totals.all, isTotal: true)
        return rows
    }
}

extension ContextTable.Names {
    /// The cells of sums, from the first column that is added up on; absent if nil.
    static func cells(
        _ name: String, _ value: @escaping @Sendable (Value) -> (sums: ColumnSums, list: ShownList)?
    ) -> Self {
        .custom(name, type: .list(CellNames.shared.declaration)) { record, slot, subject, format in
            guard let (sums, list) = value(subject) else { return }
            CellNames.shared.fill(record, list: slot, sums, list, format: &format)
        }
    }
}
