import Attachments
import FoundationEssentials
import Inventory
import InventoryStore

/// The counts and totals of all items in the report `insurance`.
struct ClaimSummary {
    /// A room or a category; its name is nil for the items that state none.
    struct Group {
        let name: String?
        var totals = ClaimTotals()
    }

    /// The day for which ages are counted.
    let day: CalendarDate
    private(set) var totals = ClaimTotals()
    private(set) var rooms: [Group] = []
    private(set) var categories: [Group] = []
    /// The totals of grouped lines by their groups, and the group of each item, in XML: it lists all items.
    private(set) var groupedLines: [Int: ClaimTotals] = [:]
    let groupedItems: [UUID: Int]
    /// The number of lines without each detail.
    private(set) var missingCounts: [ClaimLine.MissingDetail: Int] = [:]
    /// The number of lines without at least one detail.
    private(set) var incomplete = 0
    private(set) var highValueItems = 0
    /// The lines that lack the same details, in the order of the first line of each.
    private(set) var missingGroups: [MissingDetailGroup] = []
    /// The number of items with an entry of their own.
    private(set) var entries = 0
    /// The numbers of the photos and documents that are left out because their files are missing.
    private(set) var missingFiles: [String] = []
    /// The lifespans that lines use, by category.
    private(set) var lifespans: [String: Int] = [:]
    /// Whether a line states its depreciation as an amount.
    private(set) var hasStatedDepreciation = false
    /// Whether the report names a photo or document.
    private(set) var hasEvidence = false
    /// Whether the report names a photo.
    private(set) var hasPhotos = false
    /// Whether the report names a document.
    private(set) var hasDocuments = false
    /// Whether every line states a value and a purchase price that are equal, or neither: they are then printed once.
    private(set) var isValuePurchasePrice = true

    /// Goes through the items once; names of groups come in the order of a grouped list.
    /// - Parameter lines: the lines of a volume; nil for all.
    init(of snapshot: StoreSnapshot, _ options: ReportOptions, lines: Range<Int>? = nil) throws {
        day = options.dayOfAges(snapshot.settings)
        func names(_ grouping: ItemGrouping) throws -> [Group] {
            // A volume has totals, but not those of rooms and categories.
            if lines != nil { return [] }
            return try snapshot.summary(matching: options.selection, grouping: grouping).groups
                .map { Group(name: $0.name) }
        }
        let lineGrouping = options.format == .xml ? options.definition.groupedLines : nil
        groupedItems = try lineGrouping?.members(of: snapshot, options) ?? [:]
        rooms = try names(.location)
        categories = try names(.category)
        let roomPlaces = ClaimSummary.places(of: rooms)
        let categoryPlaces = ClaimSummary.places(of: categories)
        let cursor = try snapshot.items(
            matching: options.selection, order: options.rowOrder, grouping: options.grouping,
            fields: ItemFieldSet(ClaimLine.fields + [.location, .category]), lines: lines)
        var number = lines?.lowerBound ?? 0
        var groupPlaces: [[ClaimLine.MissingDetail]: Int] = [:]
        while try cursor.next() {
            number += 1
            let line = try ClaimLine(cursor, on: day, options.valuation, thresholds: options.highValue)
            let quantity = cursor.quantity
            if line.valuation.value != line.valuation.purchasePrice { isValuePurchasePrice = false }
            try totals.add(line.valuation, quantity: quantity)
            if let place = roomPlaces[cursor.text(.location).map(Array.init) ?? []] {
                try rooms[place].totals.add(line.valuation, quantity: quantity)
            }
            if let place = categoryPlaces[cursor.text(.category).map(Array.init) ?? []] {
                try categories[place].totals.add(line.valuation, quantity: quantity)
            }
            if let group = groupedItems[cursor.id] {
                try groupedLines[group, default: ClaimTotals()].add(line.valuation, quantity: quantity)
            }
            for lack in line.missingDetails { missingCounts[lack, default: 0] += 1 }
            if !line.missingDetails.isEmpty {
                incomplete += 1
                if groupPlaces[line.missingDetails] == nil {
                    groupPlaces[line.missingDetails] = missingGroups.count
                    missingGroups.append(MissingDetailGroup(line.missingDetails))
                }
                if let place = groupPlaces[line.missingDetails] { missingGroups[place].add(line: number) }
            }
            if line.hasEntry(options) { entries += 1 }
            if options.allowsMissingFiles, let files = options.files {
                missingFiles += cursor.shownEvidence(line: number, options, word: "")
                    .filter { !files.has($0.piece.hash) }.map(\.number)
            }
            switch line.basis {
            case .amount: hasStatedDepreciation = true
            case .lifespan(let years):
                let category = cursor.text(.category).map { String(decoding: $0, as: UTF8.self) } ?? ""
                lifespans[category] = years
            case .rate, nil: break
            }
            if line.isHighValue { highValueItems += 1 }
            let shown = line.evidence.filter(options.shows)
            if !shown.isEmpty { hasEvidence = true }
            if shown.contains(where: { $0.kind == .photo }) { hasPhotos = true }
            if shown.contains(where: { $0.kind != .photo }) { hasDocuments = true }
        }
        rooms = rooms.map { Group(name: options.redacted.shown($0.name, by: .location), totals: $0.totals) }
        categories = categories.map { Group(name: options.redacted.shown($0.name, by: .category), totals: $0.totals) }
    }

    /// The kinds of totals that the cover states. What follows from no other line needs none of its own.
    var amounts: [ClaimAmount] {
        ClaimAmount.allCases.filter { kind in
            switch kind {
            case .undepreciated: !totals[kind].amounts.isEmpty && !totals[.depreciation].amounts.isEmpty
            case .value: !isValuePurchasePrice
            default: true
            }
        }
    }

    /// The kinds of totals that have a column in tables: those that a line states.
    var columns: [ClaimAmount] { amounts.filter { !totals[$0].amounts.isEmpty } }

    /// The groups of lines that lack details, as reports list them: first what every line lacks, then what else some do.
    var listedGroups: [MissingDetailGroup] {
        let items = totals.items
        let common = ClaimLine.MissingDetail.allCases.filter { missingCounts[$0] == items }
        guard !common.isEmpty, missingGroups.count > 1 else { return missingGroups }
        var all = MissingDetailGroup(common)
        all.add(lines: 1...items)
        let others = missingGroups.map { $0.with($0.details.filter { !common.contains($0) }) }
        return [all] + others.filter { !$0.details.isEmpty }
    }

    /// The groups of the rows in their order; empty if the rows are not grouped.
    func groups(_ grouping: ItemGrouping) -> [Group] {
        switch grouping {
        case .none: []
        case .location: rooms
        case .category: categories
        }
    }

    /// The positions of the groups by the bytes of their names.
    private static func places(of groups: [Group]) -> [[UInt8]: Int] {
        Dictionary(groups.enumerated().map { (Array(($1.name ?? "").utf8), $0) }) { first, _ in first }
    }
}

/// The lines of a claim that lack the same details.
struct MissingDetailGroup {
    /// The most ranges of lines that one row of a report lists, so that no row is divided between two pages.
    static let rangesPerRow = 50

    let details: [ClaimLine.MissingDetail]
    private(set) var lines: [ClosedRange<Int>] = []
    /// The number of lines, also of those that other rows list.
    private(set) var count = 0
    /// Whether a row before lists the first lines.
    private(set) var isContinued = false

    init(_ details: [ClaimLine.MissingDetail]) { self.details = details }

    /// The same lines and other details.
    func with(_ details: [ClaimLine.MissingDetail]) -> MissingDetailGroup {
        var group = MissingDetailGroup(details)
        (group.lines, group.count) = (lines, count)
        return group
    }

    /// The group in parts that fit into one row each.
    var rows: [MissingDetailGroup] {
        stride(from: 0, to: lines.count, by: MissingDetailGroup.rangesPerRow).map { start in
            var row = self
            row.lines = Array(lines[start...].prefix(MissingDetailGroup.rangesPerRow))
            row.isContinued = start > 0
            return row
        }
    }

    /// The lines in few words: `3, 7–12`.
    func lineRanges(separator: String) -> String {
        lines.map { range in
            switch range.count {
            case 1: "\(range.lowerBound)"
            case 2: "\(range.lowerBound)\(separator)\(range.upperBound)"
            default: "\(range.lowerBound)–\(range.upperBound)"
            }
        }.joined(separator: separator)
    }

    /// Adds a line. Lines are added in ascending order.
    mutating func add(line: Int) { add(lines: line...line) }

    /// Adds lines that follow those before.
    mutating func add(lines added: ClosedRange<Int>) {
        count += added.count
        if let last = lines.last, last.upperBound == added.lowerBound - 1 {
            lines[lines.count - 1] = last.lowerBound...added.upperBound
        } else {
            lines.append(added)
        }
    }
}
