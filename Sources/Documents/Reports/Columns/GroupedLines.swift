import FoundationEssentials
package import Inventory
import InventoryStore
import Localization

/// The groups of items that a list prints as one line each: a category, a location or a tag for each.
package struct LineGrouping: Sendable {
    /// The conditions, the first of which an item meets is its group.
    fileprivate let terms: [Selection.Term]

    /// The alternatives of a filter: `category:Books,Clothing`.
    /// - Returns: nil for anything but categories, locations or tags.
    package init?(_ filter: Selection) {
        terms = filter.terms.flatMap(\.tests)
        let isList = filter.terms.count == 1 && filter.archived == .no
        guard isList, terms.allSatisfy({ LineGrouping.subject(of: $0) != nil }), !terms.isEmpty else { return nil }
        if case .not = filter.terms[0] { return nil }
    }

    private static func subject(of term: Selection.Term) -> (field: ItemField, name: String)? {
        switch term {
        case .whole(.category, let name): (.category, name)
        case .location(let names): (.location, names.joined(separator: " / "))
        case .tag(let name): (.tags, name)
        default: nil
        }
    }

    /// The name of a group as the reader may see it.
    func name(of group: Int, _ options: ReportOptions, label: String) -> String {
        guard let (field, name) = LineGrouping.subject(of: terms[group]) else { return "" }
        let isHidden = field == .tags ? options.redaction.hides(.tags) : options.redaction.fields.contains(field)
        return isHidden ? options.redacted.word(for: name.utf8, of: field, otherwise: label) : name
    }

    /// The names of the groups without a line.
    func names(without lines: some Sequence<GroupedLines.Line>) -> [String] {
        let found = Set(lines.map(\.group))
        return terms.indices.filter { !found.contains($0) }.compactMap { LineGrouping.subject(of: terms[$0])?.name }
    }

    /// The groups of the items that a report lists.
    func members(of snapshot: StoreSnapshot, _ options: ReportOptions) throws -> [UUID: Int] {
        var members: [UUID: Int] = [:]
        for (group, term) in terms.enumerated() {
            var selection = options.listed
            selection.terms.append(term)
            let cursor = try snapshot.items(matching: selection, fields: ItemFieldSet([]))
            while try cursor.next() {
                if members[cursor.id] == nil { members[cursor.id] = group }
            }
        }
        return members
    }
}

/// The grouped lines of a list, counted before the first row is written. The items of a group are one line in each run of
/// rows: the innermost groups of the list, or the whole list.
struct GroupedLines: Sendable {
    struct Line: Sendable {
        fileprivate let group: Int
        /// Its number among the grouped lines, from 1.
        fileprivate(set) var number = 0
        /// The sums, also of columns whose totals the list does not state.
        fileprivate(set) var sums: ColumnSums
        /// The ids of its items.
        fileprivate(set) var items: Set<UUID> = []
        private var ages: ClosedRange<Int>?
        private var aged = 0
        private var hasApproximateAge = false

        /// The mark by which it is found among the lines, which keep their numbers.
        var label: String { "G\(number)" }

        fileprivate init(_ group: Int, _ sums: ColumnSums) { (self.group, self.sums) = (group, sums) }

        fileprivate mutating func add(age months: Int, isApproximate: Bool) {
            ages = min(months, ages?.lowerBound ?? months)...max(months, ages?.upperBound ?? months)
            aged += 1
            if isApproximate { hasApproximateAge = true }
        }

        /// The ages from the least to the greatest, and of how many items if not of all; nil if none is known.
        func age(_ words: DocumentLocalization) -> (text: String, coverage: String?)? {
            guard let ages else { return nil }
            let least = words.age(ages.lowerBound, isApproximate: hasApproximateAge)
            let text =
                ages.count == 1 ? least : "\(least) – \(words.age(ages.upperBound, isApproximate: false))"
            return (text, aged < sums.items ? words.text("coverage", Count(aged), Count(sums.items)) : nil)
        }
    }

    private let grouping: LineGrouping
    /// All lines in the order in which they are printed.
    private(set) var all: [Line] = []
    /// The number of each grouped item in the list.
    fileprivate(set) var places: [UUID: Int] = [:]
    /// The lines by the number of the item after which they are printed: the last of a run.
    private var after: [Int: Range<Int>] = [:]

    fileprivate init(_ grouping: LineGrouping) { self.grouping = grouping }

    /// The lines that are printed after an item.
    func lines(after item: Int) -> ArraySlice<Line> { after[item].map { all[$0] } ?? [] }

    /// Adds the lines of a run.
    /// - Parameter item: the number of the last item of the run.
    fileprivate mutating func append(_ lines: [Line], after item: Int) {
        let start = all.count
        for var line in lines.sorted(by: { $0.group < $1.group }) {
            line.number = all.count + 1
            all.append(line)
        }
        after[item] = start..<all.count
    }

    /// The names of the groups that no item is in.
    var emptyGroups: [String] { grouping.names(without: all) }

    /// The name of a line's group as the reader may see it.
    func name(of line: Line, _ options: ReportOptions, label: String) -> String {
        grouping.name(of: line.group, options, label: label)
    }
}

/// Counts the grouped lines of a list in a pass over its items.
struct GroupedLineCounter {
    private var lines: GroupedLines
    /// The lines of the present run, by their groups.
    private var run: [Int: GroupedLines.Line] = [:]
    private let members: [UUID: Int]
    private let day: CalendarDate
    private let columns: ReportColumns
    /// The places of the columns that are added up.
    private let added: [Int]
    private var reader: ColumnReader

    /// Nil if the list has no grouped lines.
    init?(of snapshot: StoreSnapshot, _ options: ReportOptions, _ columns: ReportColumns) throws {
        guard let grouping = options.definition.groupedLines else { return nil }
        lines = GroupedLines(grouping)
        members = try grouping.members(of: snapshot, options)
        day = options.dayOfAges(snapshot.settings)
        self.columns = columns
        let all = columns.columns
        added = all.indices.filter { all[$0].isSummed || all[$0].column.isSummed }
        reader = ColumnReader(added.map { (all[$0].column, all[$0].kind) }, in: snapshot, options)
    }

    /// The fields that are read of each item.
    var fields: ItemFieldSet {
        var fields = reader.fields
        fields.insert(.purchaseDate)
        return fields
    }

    /// Counts the cursor's item.
    /// - Parameters:
    ///   - line: its number in the list.
    ///   - startsRun: whether it is the first of a run.
    mutating func add(_ cursor: ItemCursor, line: Int, startsRun: Bool) throws {
        if startsRun { endRun(before: line) }
        let id = cursor.id
        guard let group = members[id] else { return }
        lines.places[id] = line
        var grouped = run[group] ?? GroupedLines.Line(group, ColumnSums(columns))
        grouped.items.insert(id)
        grouped.sums.addItem()
        try reader.read(cursor, line: line) { place, value in try grouped.sums.add(value, at: added[place]) }
        if let bought = cursor.date(.purchaseDate) {
            grouped.add(age: max(0, day.wholeMonths(since: bought)), isApproximate: bought.isApproximate)
        }
        run[group] = grouped
    }

    private mutating func endRun(before line: Int) {
        lines.append(Array(run.values), after: line - 1)
        run = [:]
    }

    /// The lines of a list with that many items.
    mutating func finish(items: Int) -> GroupedLines {
        endRun(before: items + 1)
        return lines
    }
}
