import Inventory
import Reports
import Templating

/// The names of a page that lists items.
struct ListPageContext: Sendable {
    /// A list one can go to.
    private static let link = ContextDeclaration([
        ("name", .text), ("href", .text), ("countText", .text), ("isCurrent", .flag),
    ])
    private static let pageLink = ContextDeclaration([("number", .number), ("href", .text), ("isCurrent", .flag)])
    private static let totals = ContextDeclaration([
        ("itemsText", .text), ("unitsText", .text), ("withoutValueText", .text), ("withoutSerialNumberText", .text),
        ("archivedText", .text), ("hasArchived", .flag), ("isMixed", .flag),
        ("amounts", .list(MoneyContext.declaration)),
    ])

    let declaration: ContextDeclaration
    let facts: SiteContext

    init(_ facts: SiteContext) {
        self.facts = facts
        declaration = ContextDeclaration(
            facts.fields + [
                ("isOverview", .flag), ("isLocation", .flag), ("isTag", .flag), ("isLetter", .flag), ("name", .text),
                ("totals", .record(ListPageContext.totals)), ("charts", .list(ChartContext.declaration)),
                ("locations", .list(ListPageContext.link)), ("tags", .list(ListPageContext.link)),
                ("letters", .list(ListPageContext.link)), ("links", .list(ListPageContext.link)),
                ("allLocations", .record(ListPageContext.link)), ("allTags", .record(ListPageContext.link)),
                ("hasPages", .flag),
                ("pages", .list(ListPageContext.pageLink)), ("previous", .text), ("next", .text),
                ("pageNumber", .number), ("pageCount", .number), ("hasRows", .flag),
                ("searchParts", .number), ("hasTags", .flag), ("isFirstPage", .flag), ("isLastPage", .flag),
                ("rows", .markup),
            ])
    }

    /// Fills what belongs to one page of a list.
    /// - Parameters:
    ///   - index: all lists, for the overview.
    ///   - marker: stands for the rows, which are put in afterwards.
    /// - Throws: `overflow` where the bars of a chart leave 64 bits.
    func fill(
        _ record: Record, _ list: SiteList, page: Int, index: SiteIndex, marker: String, format: inout LocaleFormatter?
    ) throws(ValueError) {
        let slot = declaration.slot
        let isOverview = list.key.kind == .all && page == 1
        record.set(slot("page"), text: list.file(page: page))
        record.set(slot("isOverview"), flag: isOverview)
        record.set(slot("isLocation"), flag: list.key.kind == .location)
        record.set(slot("isTag"), flag: list.key.kind == .tag)
        record.set(slot("isLetter"), flag: list.key.kind == .letter)
        record.set(slot("name"), text: list.key.name)
        record.set(slot("rows"), markup: Markup(trusted: marker))
        record.set(slot("hasRows"), flag: list.runningTotals.items > 0)
        record.set(slot("searchParts"), number: Int64(SearchIndex.parts(index.total.runningTotals.items)))
        // An edit that changes a total then touches one page, however long the list is.
        if page == 1 {
            fillTotals(
                record.record(slot("totals")), list.runningTotals, archived: isOverview ? index.archived : 0, &format)
        } else {
            record.setAbsent(slot("totals"))
        }
        fillPages(record, page, of: list.pageCount, file: list.file)
        for name in ["charts", "locations", "tags", "letters", "links"] { record.setEmpty(slot(name)) }
        for name in ["allLocations", "allTags"] { record.setAbsent(slot(name)) }
        record.set(slot("hasTags"), flag: isOverview && index.lists.contains { $0.key.kind == .tag })
        guard isOverview else { return }
        fillLinks(record, index, &format)
        let locations = index.lists.filter { $0.key.kind == .location }
        try ChartContext().fill(
            record, slot("charts"), totals: list.runningTotals.amounts,
            shares: locations.map { ($0.key.name, $0.runningTotals.amounts) }, words: facts.words, format: &format)
    }

    private func fillTotals(
        _ record: Record, _ runningTotals: RunningTotals, archived: Int, _ format: inout LocaleFormatter?
    ) {
        let slot = ListPageContext.totals.slot
        format?.append(runningTotals.items, to: record, slot("itemsText"))
        format?.append(Quantity(millionths: runningTotals.units), to: record, slot("unitsText"))
        format?.append(runningTotals.withoutValue, to: record, slot("withoutValueText"))
        format?.append(runningTotals.withoutSerialNumber, to: record, slot("withoutSerialNumberText"))
        format?.append(archived, to: record, slot("archivedText"))
        record.set(slot("hasArchived"), flag: archived > 0)
        record.set(slot("isMixed"), flag: runningTotals.sums.count > 1)
        MoneyContext().fill(record, slot("amounts"), runningTotals.amounts, format: &format)
    }

    /// Fills what belongs to a page that leads to all lists of one kind.
    func fill(_ record: Record, _ directory: LinkDirectory, format: inout LocaleFormatter?) {
        let slot = declaration.slot
        record.set(slot("page"), text: directory.file)
        record.set(slot("isLocation"), flag: directory.kind == .location)
        record.set(slot("isTag"), flag: directory.kind == .tag)
        fillPages(record, directory.page, of: directory.pageCount) { LinkDirectory.file(directory.kind, page: $0) }
        record.setEmpty(slot("links"))
        for list in directory.lists { fillLink(record.append(to: slot("links")), list, &format) }
    }

    private func fillPages(_ record: Record, _ page: Int, of count: Int, file: (Int) -> String) {
        let slot = declaration.slot
        record.set(slot("hasPages"), flag: count > 1)
        record.set(slot("pageNumber"), number: Int64(page))
        record.set(slot("pageCount"), number: Int64(count))
        record.set(slot("isFirstPage"), flag: page == 1)
        record.set(slot("isLastPage"), flag: page == count)
        record.set(slot("previous"), text: page > 1 ? file(page - 1) : nil)
        record.set(slot("next"), text: page < count ? file(page + 1) : nil)
        record.setEmpty(slot("pages"))
        guard count > 1 else { return }
        for number in ListPageContext.near(page, of: count) {
            let element = record.append(to: slot("pages"))
            element.set(ListPageContext.pageLink.slot("number"), number: Int64(number))
            element.set(ListPageContext.pageLink.slot("href"), text: file(number))
            element.set(ListPageContext.pageLink.slot("isCurrent"), flag: number == page)
        }
    }

    private func fillLinks(_ record: Record, _ index: SiteIndex, _ format: inout LocaleFormatter?) {
        let slots: [(SiteList.Kind, shown: String, all: String)] = [
            (.location, "locations", "allLocations"), (.tag, "tags", "allTags"), (.letter, "letters", ""),
        ]
        for (kind, shown, all) in slots {
            let (lists, count) = index.shown(kind)
            for list in lists { fillLink(record.append(to: declaration.slot(shown)), list, &format) }
            guard let count else { continue }
            let more = record.record(declaration.slot(all))
            more.set(ListPageContext.link.slot("href"), text: LinkDirectory.file(kind, page: 1))
            format?.append(count, to: more, ListPageContext.link.slot("countText"))
        }
    }

    private func fillLink(_ element: Record, _ list: SiteList, _ format: inout LocaleFormatter?) {
        element.set(ListPageContext.link.slot("name"), text: list.key.name)
        element.set(ListPageContext.link.slot("href"), text: list.file(page: 1))
        format?.append(list.runningTotals.items, to: element, ListPageContext.link.slot("countText"))
        element.set(ListPageContext.link.slot("isCurrent"), flag: false)
    }

    /// The first, the last and the nearest pages.
    private static func near(_ page: Int, of count: Int) -> [Int] {
        (1...count).filter { $0 == 1 || $0 == count || abs($0 - page) <= 2 }
    }
}
