import Inventory
import InventoryStore
import Templating

/// The names of `claim` at the top of a report: what an insurer asks of all items together.
struct ClaimContext {
    private static let counts = [
        "withoutValue", "withoutReplacementCost", "withoutPurchasePrice", "withoutPurchaseDate",
        "withoutSerialNumber", "withoutPhoto", "withoutReceipt", "withoutDepreciation", "incomplete", "highValueItems",
    ]
    private static let columns = ContextDeclaration(ScheduleColumn.allCases.map { ($0.contextName, .flag) })
    static let declaration = ContextDeclaration(
        [
            ("totals", .record(ClaimTotalsContext.declaration)), ("rooms", .list(ClaimTotalsContext.declaration)),
            ("categories", .list(ClaimTotalsContext.declaration)), ("currencies", .text),
            ("thresholds", .list(MoneyContext.declaration)), ("hasThresholds", .flag), ("hasHighValue", .flag),
            ("isComplete", .flag), ("hasEvidence", .flag), ("isDelivered", .flag), ("showsPhotos", .flag),
            ("day", .text), ("dayText", .text),
            ("columns", .record(columns)), ("columnCount", .number),
        ] + counts.flatMap { [($0, .number), ("\($0)Text", .text)] })

    private let money = MoneyContext()
    private let totals: ClaimTotalsContext

    init(words: DocumentLocalization) { totals = ClaimTotalsContext(words: words) }

    func fill(_ record: Record, _ figures: ClaimSummary, options: ReportOptions, format: inout LocaleFormatter?) {
        let slot = ClaimContext.declaration.slot
        totals.fill(record.record(slot("totals")), figures.totals, name: nil, isFirst: true, format: &format)
        for (name, groups) in [("rooms", figures.rooms), ("categories", figures.categories)] {
            for (index, group) in groups.enumerated() {
                let element = record.append(to: slot(name))
                totals.fill(element, group.totals, name: group.name, isFirst: index == 0, format: &format)
            }
        }
        let sums = [figures.totals.value, figures.totals.purchasePrice, figures.totals.replacementCost]
        let codes = Set(sums.flatMap(\.amounts).map(\.currency.code))
        record.set(slot("currencies"), text: codes.isEmpty ? nil : codes.sorted().joined(separator: ", "))
        money.fill(record, slot("thresholds"), options.highValue, format: &format)
        record.set(slot("hasThresholds"), flag: !options.highValue.isEmpty)
        record.set(slot("hasHighValue"), flag: figures.highValueItems > 0)
        record.set(slot("isComplete"), flag: figures.incomplete == 0)
        let missingDetails = { figures.missingCounts[$0] ?? 0 }
        record.set(slot("hasEvidence"), flag: figures.hasEvidence)
        record.set(slot("isDelivered"), flag: options.delivery != nil)
        record.set(slot("showsPhotos"), flag: options.showsPhotos)
        record.set(slot("day"), text: figures.day.description)
        format?.append(figures.day, to: record, slot("dayText"))
        fillColumns(record, options)
        let counts = [
            missingDetails(.value), missingDetails(.replacementCost), missingDetails(.purchasePrice),
            missingDetails(.purchaseDate), missingDetails(.serialNumber),
            missingDetails(.photo), missingDetails(.receipt), figures.totals.withoutDepreciation, figures.incomplete,
            figures.highValueItems,
        ]
        for (name, count) in zip(ClaimContext.counts, counts) {
            record.set(slot(name), number: Int64(count))
            format?.append(count, to: record, slot("\(name)Text"))
        }
    }

    private func fillColumns(_ record: Record, _ options: ReportOptions) {
        let chosen = options.columns ?? ScheduleColumn.usual
        let columns = record.record(ClaimContext.declaration.slot("columns"))
        for column in ScheduleColumn.allCases {
            columns.set(ClaimContext.columns.slot(column.contextName), flag: chosen.contains(column))
        }
        record.set(ClaimContext.declaration.slot("columnCount"), number: Int64(chosen.count + 2))
    }
}

/// The names of what some items come to for an insurer:
/// `{{#rooms}}{{name}} {{#replacementCost}}{{text}}{{/replacementCost}}{{/rooms}}`.
/// `…Coverage` says how many of the items an amount covers, where those are not all.
struct ClaimTotalsContext {
    static let declaration = ContextDeclaration(
        [("name", .text), ("itemsText", .text), ("unitsText", .text), ("isFirst", .flag)]
            + ClaimAmount.allCases.flatMap {
                [($0.rawValue, .list(MoneyContext.declaration)), ("\($0)Coverage", .text)]
            })

    let words: DocumentLocalization
    private let money = MoneyContext()

    func fill(_ record: Record, _ totals: ClaimTotals, name: String?, isFirst: Bool, format: inout LocaleFormatter?) {
        let slot = ClaimTotalsContext.declaration.slot
        record.set(slot("name"), text: name)
        record.set(slot("isFirst"), flag: isFirst)
        format?.append(totals.items, to: record, slot("itemsText"))
        format?.append(totals.units, to: record, slot("unitsText"))
        for kind in ClaimAmount.allCases {
            money.fill(record, slot(kind.rawValue), totals[kind].amounts, format: &format)
            let stated = totals.items - totals.without(kind)
            // A sum of some lines must not pass for one of all.
            let isPart = stated > 0 && stated < totals.items
            record.set(
                slot("\(kind)Coverage"), text: isPart ? words.text("coverage", stated, totals.items) : nil)
        }
    }
}
