import Inventory
import InventoryStore
import Templating

/// The names of a group: what it is called and what it comes to.
struct GroupContext {
    static let declaration = ContextDeclaration([
        ("by", .text), ("name", .text), ("location", .text), ("category", .text), ("items", .number),
        ("itemsText", .text), ("units", .number), ("unitsText", .text), ("totals", .list(MoneyContext.declaration)),
        ("isFirst", .flag), ("isMixed", .flag),
    ])

    private let by = declaration.slot("by")
    private let name = declaration.slot("name")
    private let location = declaration.slot("location")
    private let category = declaration.slot("category")
    private let items = declaration.slot("items")
    private let itemsText = declaration.slot("itemsText")
    private let units = declaration.slot("units")
    private let unitsText = declaration.slot("unitsText")
    private let totals = declaration.slot("totals")
    private let isFirst = declaration.slot("isFirst")
    private let isMixed = declaration.slot("isMixed")
    private let money = MoneyContext()

    func fill(
        _ record: Record, _ group: StoreSummary.Group, by grouping: ItemGrouping, isFirst first: Bool,
        format: inout LocaleFormatter?
    ) {
        record.set(by, text: grouping.rawValue)
        record.set(name, text: group.name)
        record.set(location, text: grouping == .location ? group.name : nil)
        record.set(category, text: grouping == .category ? group.name : nil)
        record.set(items, number: Int64(group.totals.items))
        record.set(units, text: group.totals.units.description)
        format?.append(group.totals.items, to: record, itemsText)
        format?.append(group.totals.units, to: record, unitsText)
        money.fill(record, totals, group.totals.amounts, format: &format)
        record.set(isFirst, flag: first)
        record.set(isMixed, flag: group.totals.amounts.count > 1)
    }
}
