import FoundationEssentials
import Inventory
import InventoryStore
import Templating

/// Passes a cursor's items to a template, one row at a time, and marks where groups begin and end.
struct ItemRowSource: RowSource {
    /// The columns and groups of the list, and what fills their cells. A class: a copy for each row would cost more than
    /// filling it.
    final class List {
        fileprivate var cells: CellContext
        fileprivate let shown: ShownList

        init?(_ cells: CellContext?, _ shown: ShownList?) {
            guard let cells, let shown else { return nil }
            (self.cells, self.shown) = (cells, shown)
        }
    }

    private let open: (Int) throws -> ItemCursor?
    private var cursor: ItemCursor?
    /// The number of cursors that were opened.
    private var part = 0
    private let groups: [StoreSummary.Group]
    private let claims: [ClaimTotalsContext.Totals]
    private let check: TotalsCheck?
    private var counted: TotalsCheck?
    private let grouping: ItemGrouping
    private var format: LocaleFormatter?
    private let progress: (Int) -> Void
    private let context: ItemContext
    /// Fills the columns of the list and its groups; nil if the template has none.
    private let list: List?
    private var groupProgress: GroupProgress
    /// The number of lines before the first row, which are in other volumes.
    private let precedingLines: Int
    private var count = 0
    /// The numbers of the rows in the list; nil if they are its rows.
    private let listPlaces: [UUID: Int]?
    private var groupIndex = -1
    private var remainingInGroup = 0

    /// - Parameters:
    ///   - open: makes the cursors whose items are the rows, from number 0 until it returns nil, once for each time the
    ///     template goes through the rows.
    ///   - context: fills the names that the template reads.
    ///   - check: compares the rows with totals that were not counted for this report; nil if they were.
    ///   - groups: the groups in the order of the rows; empty if the rows are not grouped.
    ///   - claims: the totals of the groups for insurers; empty if the report has no claim.
    ///   - precedingLines: the number of lines of the list before the first row.
    ///   - progress: called now and then with the number of rows done.
    init(
        _ open: @escaping (Int) throws -> ItemCursor?, context: ItemContext, check: TotalsCheck?,
        list: List? = nil, isOfGroupedItems: Bool = false, groups: [StoreSummary.Group],
        claims: [ClaimTotalsContext.Totals] = [], grouping: ItemGrouping,
        format: LocaleFormatter?, precedingLines: Int = 0,
        progress: @escaping (Int) -> Void
    ) throws {
        self.open = open
        cursor = try open(0)
        self.context = context
        self.check = check
        self.list = list
        groupProgress = GroupProgress(list?.shown.totals.groups ?? [], precedingLines: precedingLines)
        counted = check
        self.groups = groups
        self.claims = claims
        self.grouping = grouping
        self.format = format
        self.progress = progress
        self.precedingLines = precedingLines
        listPlaces = isOfGroupedItems ? list?.shown.totals.groupedLines?.places : nil
        skipPrecedingGroups()
    }

    mutating func next(into row: Record) throws -> Bool {
        guard let cursor = try nextItem() else {
            try counted?.finish()
            return false
        }
        try counted?.count(cursor)
        let isFirst = count == 0
        row.set(context.names.isFirst, flag: isFirst)
        count += 1
        let line = listPlaces?[cursor.id] ?? precedingLines + count
        row.set(context.names.line, number: Int64(line))
        try context.fill(row, cursor, line: line, format: &format)
        try context.fillClaim(row, cursor, line: line, format: &format)
        try fillList(row, cursor, line: line, isFirst: isFirst)
        if !groups.isEmpty { try setGroupFlags(row, isFirst: isFirst) }
        if count & 0xFF == 0 { progress(count) }
        return true
    }

    /// The cursor at the next item; nil after the last.
    private mutating func nextItem() throws -> ItemCursor? {
        while let cursor {
            if try cursor.next() { return cursor }
            part += 1
            self.cursor = try open(part)
        }
        return nil
    }

    mutating func restart() throws -> Bool {
        cursor = try open(0)
        counted = check
        (part, count, groupIndex, remainingInGroup) = (0, 0, -1, 0)
        groupProgress = GroupProgress(list?.shown.totals.groups ?? [], precedingLines: precedingLines)
        skipPrecedingGroups()
        return true
    }

    private mutating func fillList(_ row: Record, _ cursor: ItemCursor, line: Int, isFirst: Bool) throws {
        guard let list else { return }
        try list.cells.fill(row, list: context.names.cells, cursor, line: line, format: &format)
        let shown = list.shown
        if !shown.totals.groups.isEmpty {
            let continued: [ListGroupContext.Group] =
                isFirst ? groupProgress.current.map { ($0, shown, true, true) } : []
            let started: [ListGroupContext.Group] = groupProgress.begin().map { ($0, shown, false, isFirst) }
            try ListGroupContext.table.append(
                continued + started, to: context.names.startedGroups, of: row, format: &format)
            let ended: [ListGroupContext.Group] = groupProgress.end().map { ($0, shown, false, false) }
            try ListGroupContext.table.append(ended, to: context.names.endedGroups, of: row, format: &format)
        }
        guard listPlaces == nil, let lines = shown.totals.groupedLines else { return }
        row.set(context.names.isInGroupedLine, flag: lines.places[cursor.id] != nil)
        let after = lines.lines(after: line)
        let rows: [GroupedLineContext.Row] = after.enumerated().map { ($1, shown, $0 == after.count - 1) }
        try GroupedLineContext.table.append(rows, to: context.names.groupedLines, of: row, format: &format)
    }

    /// Finds the group of the first row.
    private mutating func skipPrecedingGroups() {
        var lines = precedingLines
        for (index, group) in groups.enumerated() where lines > 0 {
            (groupIndex, remainingInGroup) = (index, max(0, group.totals.items - lines))
            lines -= group.totals.items
        }
    }

    private mutating func setGroupFlags(_ row: Record, isFirst: Bool) throws {
        let continues = isFirst && remainingInGroup > 0
        let starts = remainingInGroup == 0 || continues
        if starts, !continues, groupIndex + 1 < groups.count {
            groupIndex += 1
            remainingInGroup = groups[groupIndex].totals.items
        }
        remainingInGroup -= 1
        row.set(context.names.startsGroup, flag: starts)
        row.set(context.names.continuesGroup, flag: continues)
        row.set(context.names.endsGroup, flag: remainingInGroup == 0)
        guard starts || remainingInGroup == 0 else { return }
        try GroupContext.table.fill(
            row.record(context.names.group),
            (grouping, groups[groupIndex], claims.indices.contains(groupIndex) ? claims[groupIndex] : nil),
            isFirst: groupIndex == 0, format: &format)
    }
}
