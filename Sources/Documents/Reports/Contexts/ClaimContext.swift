import Inventory
import InventoryStore
import Localization
import Templating

/// The names of `claim` at the top of a report: what an insurer asks about all items together.
enum ClaimContext {
    typealias Claim = (summary: ClaimSummary, options: ReportOptions, words: DocumentLocalization)

    static let table = ContextTable<Claim>([
        .record("totals", of: ClaimTotalsContext.table) { (nil, $0.summary.totals, $0.words) },
        .list("rooms", of: ClaimTotalsContext.table) { claim in
            claim.summary.rooms.map { ($0.name, $0.totals, claim.words) }
        },
        .list("categories", of: ClaimTotalsContext.table) { claim in
            claim.summary.categories.map { ($0.name, $0.totals, claim.words) }
        },
        .text("currencies") { claim in
            let totals = claim.summary.totals
            let sums = [totals.value, totals.purchasePrice, totals.replacementCost]
            let codes = Set(sums.flatMap(\.amounts).map(\.currency.code))
            return codes.isEmpty ? nil : codes.sorted().joined(separator: ", ")
        },
        .amounts("thresholds") { $0.options.highValue },
        .flag("hasThresholds") { !$0.options.highValue.isEmpty },
        .flag("hasHighValue") { $0.summary.highValueItems > 0 },
        .flag("isComplete") { $0.summary.incomplete == 0 },
        .flag("hasEvidence") { $0.summary.hasEvidence },
        .flag("hasDocuments") { $0.summary.hasDocuments },
        .flag("isDelivered") { $0.options.delivery != nil },
        .flag("showsPhotos") { $0.options.showsPhotos },
        .text("day") { $0.summary.day.description },
        .day("dayText") { $0.summary.day },
        .list("missingGroups", of: missingGroup) { claim in
            claim.summary.listedGroups.flatMap(\.rows).map { ($0, claim.words) }
        },
        .text("missingFiles") { claim in
            claim.summary.missingFiles.isEmpty
                ? nil : claim.summary.missingFiles.joined(separator: claim.words["listSeparator"])
        },
        .flag("hasEntries") { $0.summary.entries > 0 },
        .count("withoutEntry") { $0.summary.totals.items - $0.summary.entries },
        .flag("hasLinesWithoutEntry") { $0.summary.totals.items > $0.summary.entries },
        .count("withoutValue") { $0.summary.lines(without: .value) },
        .count("withoutReplacementCost") { $0.summary.lines(without: .replacementCost) },
        .count("withoutPurchasePrice") { $0.summary.lines(without: .purchasePrice) },
        .count("withoutPurchaseDate") { $0.summary.lines(without: .purchaseDate) },
        .count("withoutSerialNumber") { $0.summary.lines(without: .serialNumber) },
        .count("withoutPhoto") { $0.summary.lines(without: .photo) },
        .count("withoutReceipt") { $0.summary.lines(without: .receipt) },
        .count("withoutDepreciation") { $0.summary.totals.withoutDepreciation },
        .count("incomplete") { $0.summary.incomplete },
        .count("highValueItems") { $0.summary.highValueItems },
    ])

    private static let missingGroup = ContextTable<(group: MissingDetailGroup, words: DocumentLocalization)>([
        .countText("itemsText") { $0.group.count },
        .flag("isContinued") { $0.group.isContinued },
        .text("lines") { $0.group.lineRanges(separator: $0.words["listSeparator"]) },
        .text("missing") { row in
            row.group.details.map { row.words["lacking.\($0.rawValue).name"] }
                .joined(separator: row.words["listSeparator"])
        },
    ])
}

extension ClaimSummary {
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
        return stated > 0 && stated < items ? totals.words.text("coverage", Count(stated), Count(items)) : nil
    }
}
