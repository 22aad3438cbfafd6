import Inventory
import InventoryStore
import Templating

/// Hands a cursor's items to a template, one row at a time, with the edges of groups marked.
struct ItemRowSource: RowSource {
    private let open: () throws -> ItemCursor
    private var cursor: ItemCursor
    private let groups: [StoreSummary.Group]
    private let check: TotalsCheck?
    private var counted: TotalsCheck?
    private let grouping: ItemGrouping
    private var format: LocaleFormatter?
    private let progress: (Int) -> Void
    private let context: ItemContext
    private let group = GroupContext()
    private var line = 0
    private var place = -1
    private var remainingInGroup = 0

    /// - Parameters:
    ///   - open: makes a cursor before the first item, once for each time the template goes through the rows.
    ///   - context: what the template looks at.
    ///   - check: holds the rows against the totals above them, where these were not counted.
    ///   - groups: what each group comes to, in the order the cursor gives them; empty where rows are not grouped.
    ///   - progress: called now and then with the rows done.
    init(
        _ open: @escaping () throws -> ItemCursor, context: ItemContext, check: TotalsCheck?,
        groups: [StoreSummary.Group],
        grouping: ItemGrouping, format: LocaleFormatter?, progress: @escaping (Int) -> Void
    ) throws {
        self.open = open
        cursor = try open()
        self.context = context
        self.check = check
        counted = check
        self.groups = groups
        self.grouping = grouping
        self.format = format
        self.progress = progress
    }

    mutating func next(into row: Record) throws -> Bool {
        guard try cursor.next() else {
            try counted?.finish()
            return false
        }
        try counted?.count(cursor)
        row.set(context.isFirst, flag: line == 0)
        line += 1
        row.set(context.line, number: Int64(line))
        try context.fill(row, cursor, line: line, format: &format)
        try context.fillClaim(row, cursor, line: line, format: &format)
        if !groups.isEmpty { setGroupFlags(row) }
        if line & 0xFFF == 0 { progress(line) }
        return true
    }

    mutating func restart() throws -> Bool {
        cursor = try open()
        counted = check
        (line, place, remainingInGroup) = (0, -1, 0)
        return true
    }

    private mutating func setGroupFlags(_ row: Record) {
        let starts = remainingInGroup == 0
        if starts, place + 1 < groups.count {
            place += 1
            remainingInGroup = groups[place].totals.items
        }
        remainingInGroup -= 1
        row.set(context.startsGroup, flag: starts)
        row.set(context.endsGroup, flag: remainingInGroup == 0)
        guard starts || remainingInGroup == 0 else { return }
        group.fill(row.record(context.group), groups[place], by: grouping, isFirst: place == 0, format: &format)
    }
}
