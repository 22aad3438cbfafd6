import Inventory
import InventoryStore

/// The sums of a list and of its groups, counted before the first row is written.
struct ListTotals: Sendable {
    /// A run of rows that have the same values in the columns that make groups.
    struct Group: Sendable {
        /// Its depth, from 0.
        let level: Int
        /// The name; nil if the items state none.
        let name: ColumnText?
        var sums: ColumnSums
    }

    private(set) var all: ColumnSums
    /// The places of the columns that are added up.
    let summed: [Int]
    /// The groups in the order of the rows, each before those inside it.
    var groups: [Group] = []
    /// The lines that are of several items; nil if there are none.
    private(set) var groupedLines: GroupedLines?

    /// The sums that totals have, of a list without groups.
    init(_ totals: ValueTotals, _ columns: ReportColumns) {
        all = ColumnSums(totals, columns)
        summed = columns.summed
    }

    /// The most groups, which are kept in memory.
    private static let maxGroups = 20_000

    /// Adds up the items of a list in a pass of its own.
    /// - Throws: `ReportError.tooManyGroups`, or `ValueError` if a sum is out of the range of exact amounts.
    init(
        of snapshot: StoreSnapshot, _ options: ReportOptions, _ columns: ReportColumns, lines: Range<Int>? = nil
    ) throws {
        let groupColumns = options.groups
        let summed = columns.summed
        self.summed = summed
        let read =
            groupColumns.map { ($0, $0.kind) } + summed.map { (columns.columns[$0].column, columns.columns[$0].kind) }
        var reader = ColumnReader(read, in: snapshot, options)
        all = ColumnSums(columns)
        var grouped = try GroupedLineCounter(of: snapshot, options, columns)
        var fields = reader.fields
        if let grouped { fields.formUnion(grouped.fields) }
        let cursor = try snapshot.items(
            matching: options.listed, order: options.rowOrder, grouping: options.grouping, fields: fields,
            lines: lines)
        let depth = groupColumns.count
        var path: [ColumnText?] = []
        var places: [Int] = []
        while try cursor.next() {
            var own: [ColumnText?] = []
            var values = ColumnSums(columns)
            values.addItem()
            try reader.read(cursor, line: 1) { place, value in
                if place < depth {
                    own.append(ColumnText(value))
                } else {
                    try values.add(value, at: summed[place - depth])
                }
            }
            try all.add(values)
            let startsRun = all.items == 1 || own != path
            try grouped?.add(cursor, line: all.items, startsRun: startsRun)
            if path.count != depth || own != path {
                let same = zip(own, path).prefix { $0 == $1 }.count
                places.removeSubrange(min(same, places.count)...)
                if groups.count + depth > ListTotals.maxGroups {
                    throw ReportError.tooManyGroups(limit: ListTotals.maxGroups)
                }
                for level in same..<depth {
                    places.append(groups.count)
                    groups.append(Group(level: level, name: own[level], sums: ColumnSums(columns)))
                }
                path = own
            }
            for place in places { try groups[place].sums.add(values) }
        }
        groupedLines = grouped?.finish(items: all.items)
    }
}

/// A value that outlives the row it was read from, to be compared and written later.
struct ColumnText: Hashable, Sendable {
    private enum Value: Hashable {
        case text(String)
        case number(Int64)
        case amount(Money)
        case date(CalendarDate)
        case timestamp(Timestamp)
        case flag(Bool)
    }

    private let stored: Value

    /// Nil for a value that is absent.
    init?(_ value: ColumnValue) {
        switch value {
        case .absent: return nil
        case .borrowed(let bytes): stored = .text(String(decoding: bytes, as: UTF8.self))
        case .text(let text), .item(_, let text): stored = .text(text)
        case .number(let number): stored = .number(number)
        case .months(let months, _): stored = .number(Int64(months) * Quantity.scale)
        case .amount(let money): stored = .amount(money)
        case .date(let day): stored = .date(day)
        case .timestamp(let moment): stored = .timestamp(moment)
        case .flag(let flag), .answer(let flag): stored = .flag(flag)
        case .list(_, let data): stored = .text(data)
        case .lines: stored = .text(value.plainText(yes: "", no: "") ?? "")
        }
    }

    var value: ColumnValue {
        switch stored {
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .amount(let money): .amount(money)
        case .date(let day): .date(day)
        case .timestamp(let moment): .timestamp(moment)
        case .flag(let flag): .flag(flag)
        }
    }
}

/// Tells at each row which groups begin and end, by the numbers of their items.
struct GroupProgress {
    private let groups: [ListTotals.Group]
    private let depth: Int
    /// The groups that the present row is in, from the outermost, each with the rows that are left.
    private var open: [(group: Int, left: Int)] = []
    private var next = 0

    init(_ groups: [ListTotals.Group], precedingLines: Int = 0) {
        self.groups = groups
        depth = (groups.map(\.level).max() ?? -1) + 1
        for _ in 0..<precedingLines {
            _ = begin()
            _ = end()
        }
    }

    /// Moves to the next row.
    /// - Returns: the groups that begin with it, from the outermost.
    mutating func begin() -> [ListTotals.Group] {
        var started: [ListTotals.Group] = []
        while open.count < depth, next < groups.count, groups[next].level == open.count {
            open.append((next, groups[next].sums.items))
            started.append(groups[next])
            next += 1
        }
        return started
    }

    /// The groups that end with the present row, from the innermost.
    mutating func end() -> [ListTotals.Group] {
        for place in open.indices { open[place].left -= 1 }
        var ended: [ListTotals.Group] = []
        while let last = open.last, last.left == 0 {
            ended.append(groups[last.group])
            open.removeLast()
        }
        return ended
    }

    /// The groups of the present row, from the outermost: those that continue on a new volume.
    var current: [ListTotals.Group] { open.map { groups[$0.group] } }
}
