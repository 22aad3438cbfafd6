import Inventory
import InventoryStore
import Localization
import Templating

/// The names of `claim` at the top of a report: what an insurer asks about all items together.
enum ClaimContext {
    typealias Claim = (summary: ClaimSummary, options: ReportOptions, words: DocumentLocalization)

    static let table = ContextTable<Claim>([
        .record("totals", of: ClaimTotalsContext.table) { claim in
            ClaimTotalsContext.Totals(claim.summary.totals, claim.summary.columns, words: claim.words)
        },
        .list("rooms", of: ClaimTotalsContext.table) { groups($0.summary.rooms, $0) },
        .list("categories", of: ClaimTotalsContext.table) { groups($0.summary.categories, $0) },
        .list("groupedLines", of: groupedLine) { claim in
            claim.summary.groupedLines.sorted { $0.key < $1.key }.map { ($0.key, claim) }
        },
        .list("columns", of: column) { claim in claim.summary.columns.map { claim.words[$0.totalWord] } },
        .list("coverTables", of: coverTable) { claim in
            let currencies: [Currency?] = claim.summary.totals.currencies
            let all = currencies.isEmpty ? [nil] : currencies
            return stride(from: 0, to: all.count, by: currenciesPerTable).map { start in
                (claim, all[start...].prefix(currenciesPerTable).compactMap(\.self))
            }
        },
        .text("currencies") { claim in
            let codes = claim.summary.totals.currencies.map(\.code)
            return codes.isEmpty ? nil : codes.joined(separator: ", ")
        },
        .flag("hasUndepreciated") { $0.summary.amounts.contains(.undepreciated) },
        .flag("isValuePurchasePrice") { claim in
            claim.summary.isValuePurchasePrice && !claim.summary.totals[.value].amounts.isEmpty
        },
        .count("withoutAmounts") { $0.summary.totals.withoutAmounts },
        .flag("hasItemsWithoutAmounts") { claim in
            claim.summary.totals.currencies.count > 1 && claim.summary.totals.withoutAmounts > 0
        },
        .amounts("thresholds") { $0.options.highValue },
        .text("currenciesWithoutThreshold") { claim in
            let known = claim.options.highValue.map(\.currency)
            let others = claim.summary.totals.currencies.filter { !known.contains($0) }.map(\.code)
            return others.isEmpty ? nil : others.joined(separator: claim.words["listSeparator"])
        },
        .decimal("salesTax") { claim in
            let tax = claim.options.valuation.salesTax
            return tax.hundredths > 0 ? tax.description : nil
        },
        .decimal("depreciationFloor") { $0.options.valuation.floor.description },
        .text("depreciationNotes") { claim in
            claim.words.notes(onDepreciationOf: claim.options, claim.summary).joined(separator: " ")
        },
        .flag("isForOwner") { $0.options.isForOwner },
        .flag("hasThresholds") { !$0.options.highValue.isEmpty },
        .flag("hasHighValue") { $0.summary.highValueItems > 0 },
        .flag("isComplete") { $0.summary.incomplete == 0 },
        .flag("hasEvidence") { $0.summary.hasEvidence },
        .flag("hasDocuments") { $0.summary.hasDocuments },
        .flag("hasUnprintedPhotos") { $0.summary.hasPhotos && $0.options.detail == .none },
        .flag("isDelivered") { $0.options.delivery != nil },
        .flag("hasOriginals") { $0.options.deliversOriginals },
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
        .count("withoutDepreciation") { $0.summary.totals.without(.depreciation) },
        .count("incomplete") { $0.summary.incomplete },
        .count("highValueItems") { $0.summary.highValueItems },
    ])

    /// A table of the cover has room for this many currencies beside each other.
    private static let currenciesPerTable = 3

    private static func groups(_ groups: [ClaimSummary.Group], _ claim: Claim) -> [ClaimTotalsContext.Totals] {
        groups.map {
            ClaimTotalsContext.Totals($0.totals, claim.summary.columns, name: $0.name, words: claim.words)
        }
    }

    private static let column = ContextTable<String>([.text("title") { $0 }])

    /// A group of `--group-lines` and its totals, which XML states.
    private static let groupedLine = ContextTable<(group: Int, claim: Claim)>([
        .number("number") { $0.group + 1 },
        .text("name") { line in
            let options = line.claim.options
            let label = Redaction.word(options.format, line.claim.words)
            return options.definition.groupedLines?.name(of: line.group, options, label: label)
        },
        .number("items") { $0.claim.summary.groupedLines[$0.group]?.items ?? 0 },
        .units("units") { $0.claim.summary.groupedLines[$0.group]?.units ?? .zero },
        .record("totals", of: ClaimTotalsContext.table) { line in
            line.claim.summary.groupedLines[line.group].map { ClaimTotalsContext.Totals($0, words: line.claim.words) }
        },
    ])

    /// The totals of the cover: a row for each kind of amount, a column for each of some currencies.
    private static let coverTable = ContextTable<(claim: Claim, currencies: [Currency])>([
        .list("currencies", of: ContextTable<String>([.text("code") { $0 }])) { $0.currencies.map(\.code) },
        .flag("hasSeveralCurrencies") { $0.claim.summary.totals.currencies.count > 1 },
        .list("rows", of: coverRow) { table in
            table.claim.summary.amounts.map { ($0, table.claim, table.currencies) }
        },
    ])

    private static let coverRow = ContextTable<(kind: ClaimAmount, claim: Claim, currencies: [Currency])>([
        .text("title") { $0.claim.words[$0.kind.totalWord] },
        .flag("isLead") { [.replacementCost, .actualCashValue].contains($0.kind) },
        .flag("isStated") { !$0.claim.summary.totals[$0.kind].amounts.isEmpty },
        .list("cells", of: ClaimTotalsContext.sum) { row in
            row.currencies.map { (row.kind, $0, row.claim.summary.totals, row.claim.words) }
        },
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

extension DocumentLocalization {
    /// Notes for the reader on depreciation beyond what items state. Conditions are written as headings are: they are known in
    /// small letters only.
    func notes(onDepreciationOf options: ReportOptions, _ claim: ClaimSummary?) -> [String] {
        let (method, separator) = (options.valuation, self["listSeparator"])
        var format = LocaleFormatter(options.locale)
        let floor = method.floor.hundredths == 0 ? [] : [text("note.floor", format.number("\(method.floor)"))]
        let lifespans = claim?.lifespans ?? method.lifespans
        let years = lifespans.sorted { $0.key < $1.key }
            .map { "\(options.redacted.shown($0.key, by: .category) ?? "") \($0.value)" }
        let isPublished = lifespans.contains { ValuationMethod.publishedLifespans[$0.key.lowercased()] == $0.value }
        let factors = method.conditionFactors.sorted { $0.key < $1.key }
            .map { "\($0.key.prefix(1).uppercased())\($0.key.dropFirst()) \(format.number("\($0.value)"))" }
        var notes = floor
        if claim?.hasStatedDepreciation == true { notes.append(self["note.depreciationEach"]) }
        if !years.isEmpty { notes.append(text("note.lifespans", years.joined(separator: separator))) }
        if isPublished { notes.append(self["note.lifespansPublished"]) }
        if !factors.isEmpty { notes.append(text("note.conditions", factors.joined(separator: separator))) }
        if method.salesTax.hundredths > 0 {
            notes.append(text("note.salesTax", format.number("\(method.salesTax)")))
        }
        if method.replacesByPurchasePrice { notes.append(self["note.purchasePrice"]) }
        return notes
    }
}

extension ClaimSummary {
    fileprivate func lines(without detail: ClaimLine.MissingDetail) -> Int { missingCounts[detail] ?? 0 }
}

/// The names of the totals of some items for an insurer:
/// `{{#rooms}}{{name}} {{#rows}}{{#cells}}{{title}} {{#sum}}{{text}}{{/sum}} {{coverage}}{{/cells}}{{/rows}}{{/rooms}}`.
///
/// `coverage` says how many of the items a sum is of if it is not of all of them.
enum ClaimTotalsContext {
    struct Totals: Sendable {
        let name: String?
        let totals: ClaimTotals
        /// The kinds of amounts in `sums`.
        let columns: [ClaimAmount]
        let words: DocumentLocalization

        /// The currencies of its columns.
        fileprivate var currencies: [Currency] {
            totals.currencies.filter { currency in columns.contains { totals[$0][currency] != nil } }
        }

        init(
            _ totals: ClaimTotals, _ columns: [ClaimAmount] = ClaimAmount.allCases, name: String? = nil,
            words: DocumentLocalization
        ) {
            (self.totals, self.columns, self.name, self.words) = (totals, columns, name, words)
        }
    }

    typealias Sum = (kind: ClaimAmount, currency: Currency, totals: ClaimTotals, words: DocumentLocalization)

    static let table = ContextTable<Totals>(
        [
            .text("name") { $0.name },
            .countText("itemsText") { $0.totals.items },
            .unitsText("unitsText") { $0.totals.units },
            .isFirst,
            .list("rows", of: row) { totals in
                let currencies: [Currency?] = totals.currencies
                return (currencies.isEmpty ? [nil] : currencies).map { ($0, totals) }
            },
            .number("rowCount") { max(1, $0.currencies.count) },
        ] + ClaimAmount.allCases.map { amount in .amounts(amount.rawValue) { $0.totals[amount].amounts } })

    /// The sums in a currency; without one if no line states an amount.
    private static let row = ContextTable<(currency: Currency?, of: Totals)>([
        .list("cells", of: cell) { row in row.of.columns.map { ($0, row.currency, row.of) } },
        .isFirst,
    ])

    private static let cell = ContextTable<(kind: ClaimAmount, currency: Currency?, of: Totals)>([
        .text("title") { $0.of.words[$0.kind.totalWord] },
        .money("sum") { cell in cell.currency.flatMap { cell.of.totals[cell.kind][$0] } },
        .text("coverage") { cell in
            cell.currency.flatMap { coverage(of: (cell.kind, $0, cell.of.totals, cell.of.words)) }
        },
    ])

    /// A sum in a currency; absent if no line states one.
    static let sum = ContextTable<Sum>([
        .money("sum") { $0.totals[$0.kind][$0.currency] },
        .text("coverage", coverage),
        .isFirst,
    ])

    /// A sum of some lines must not be mistaken for one of all lines. The cost without known depreciation is always of some.
    private static func coverage(of sum: Sum) -> String? {
        let (lines, all) = sum.totals.coverage(of: sum.kind, in: sum.currency)
        guard lines > 0, lines < all, sum.kind != .undepreciated else { return nil }
        guard sum.totals.currencies.count > 1 else { return sum.words.text("coverage", Count(lines), Count(all)) }
        return sum.words.text("coverageInCurrency", Count(lines), Count(all), sum.currency.code)
    }
}
