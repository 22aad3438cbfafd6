import Inventory
import InventoryStore
import Templating

/// The names of `claim` at the top of a report: what an insurer asks about all items together.
enum ClaimContext {
    typealias Claim = (figures: ClaimSummary, options: ReportOptions, words: DocumentLocalization)

    static let table = ContextTable<Claim>([
        .record("totals", of: ClaimTotalsContext.table) { (nil, $0.figures.totals, $0.words) },
        .list("rooms", of: ClaimTotalsContext.table) { claim in
            claim.figures.rooms.map { ($0.name, $0.totals, claim.words) }
        },
        .list("categories", of: ClaimTotalsContext.table) { claim in
            claim.figures.categories.map { ($0.name, $0.totals, claim.words) }
        },
        .text("currencies") { claim in
            let totals = claim.figures.totals
            let sums = [totals.value, totals.purchasePrice, totals.replacementCost]
            let codes = Set(sums.flatMap(\.amounts).map(\.currency.code))
            return codes.isEmpty ? nil : codes.sorted().joined(separator: ", ")
        },
        .amounts("thresholds") { $0.options.highValue },
        .flag("hasThresholds") { !$0.options.highValue.isEmpty },
        .flag("hasHighValue") { $0.figures.highValueItems > 0 },
        .flag("isComplete") { $0.figures.incomplete == 0 },
        .flag("hasEvidence") { $0.figures.hasEvidence },
        .flag("hasDocuments") { $0.figures.hasDocuments },
        .flag("isDelivered") { $0.options.delivery != nil },
        .flag("showsPhotos") { $0.options.showsPhotos },
        .text("day") { $0.figures.day.description },
        .day("dayText") { $0.figures.day },
        .record("columns", of: columns) { $0.figures.columns($0.options) },
        .number("columnCount") { $0.figures.columns($0.options).count + 2 },
        .number("leadColumnCount") { claim in
            let texts: Set<ScheduleColumn> = [.brand, .serialNumber, .location, .category]
            return claim.figures.columns(claim.options).intersection(texts).count + 2
        },
        .list("missingGroups", of: missingGroup) { claim in
            claim.figures.missingGroups.flatMap(\.rows).map { ($0, claim.words) }
        },
        .text("missingFiles") { claim in
            claim.figures.missingFiles.isEmpty
                ? nil : claim.figures.missingFiles.joined(separator: claim.words["listSeparator"])
        },
        .flag("hasEntries") { $0.figures.entries > 0 },
        .count("withoutEntry") { $0.figures.totals.items - $0.figures.entries },
        .flag("hasLinesWithoutEntry") { $0.figures.totals.items > $0.figures.entries },
        .count("withoutValue") { $0.figures.lines(without: .value) },
        .count("withoutReplacementCost") { $0.figures.lines(without: .replacementCost) },
        .count("withoutPurchasePrice") { $0.figures.lines(without: .purchasePrice) },
        .count("withoutPurchaseDate") { $0.figures.lines(without: .purchaseDate) },
        .count("withoutSerialNumber") { $0.figures.lines(without: .serialNumber) },
        .count("withoutPhoto") { $0.figures.lines(without: .photo) },
        .count("withoutReceipt") { $0.figures.lines(without: .receipt) },
        .count("withoutDepreciation") { $0.figures.totals.withoutDepreciation },
        .count("incomplete") { $0.figures.incomplete },
        .count("highValueItems") { $0.figures.highValueItems },
    ])

    private static let columns = ContextTable<Set<ScheduleColumn>>(
        ScheduleColumn.allCases.map { column in .flag(column.contextName) { $0.contains(column) } })

    private static let missingGroup = ContextTable<(group: MissingDetailGroup, words: DocumentLocalization)>([
        .countText("itemsText") { $0.group.count },
        .text("lines") { $0.group.lineRanges(separator: $0.words["listSeparator"]) },
        .text("missing") { row in
            row.group.details.map { row.words["lacks.\($0.rawValue)"] }.joined(separator: row.words["listSeparator"])
        },
    ])
}

extension ClaimSummary {
    /// The columns that the schedule shows.
    fileprivate func columns(_ options: ReportOptions) -> Set<ScheduleColumn> {
        options.columns ?? ScheduleColumn.constant.union(ScheduleColumn.usualIfStated.intersection(statedColumns))
    }

    fileprivate func lines(without detail: ClaimLine.MissingDetail) -> Int { missingCounts[detail] ?? 0 }
}

/// The names of the totals of some items for an insurer:
/// `{{#rooms}}{{name}} {{#replacementCost}}{{text}}{{/replacementCost}}{{/rooms}}`.
///
/// `…Coverage` says how many of the items an amount covers if it does not cover all of them.
enum ClaimTotalsContext {
    typealias Totals = (name: String?, totals: ClaimTotals, words: DocumentLocalization)

    static let table = ContextTable<Totals>(
        [
            .text("name") { $0.name },
            .countText("itemsText") { $0.totals.items },
            .unitsText("unitsText") { $0.totals.units },
            .isFirst,
        ]
            + ClaimAmount.allCases.flatMap { amount -> [ContextTable<Totals>.Names] in
                [
                    .amounts(amount.rawValue) { $0.totals[amount].amounts },
                    .text("\(amount)Coverage") { coverage(of: amount, $0) },
                ]
            })

    /// A sum of some lines must not be mistaken for one of all lines.
    private static func coverage(of amount: ClaimAmount, _ totals: Totals) -> String? {
        let items = totals.totals.items
        let stated = items - totals.totals.without(amount)
        return stated > 0 && stated < items ? totals.words.text("coverage", stated, items) : nil
    }
}
