import Inventory
import Localization
import Reports
import Templating

/// The names of a page that lists items.
struct ListPageContext: Sendable {
    /// A list one can go to.
    private static let link = ContextDeclaration([
        ("name", .text), ("label", .text), ("level", .number), ("href", .text), ("countText", .text),
        ("amounts", .list(MoneyContext.declaration)),
    ])
    private static let totals = ContextDeclaration([
        ("itemsText", .text), ("itemCount", .number), ("itemCountText", .text), ("unitsText", .text),
        ("withoutValueText", .text), ("withoutSerialNumberText", .text),
        ("archivedText", .text), ("hasArchived", .flag), ("isMixed", .flag),
        ("amounts", .list(MoneyContext.declaration)),
    ])

    let declaration: ContextDeclaration
    let site: SiteContext

    init(_ site: SiteContext) {
        self.site = site
        declaration = ContextDeclaration(
            site.fields + [
                ("isPlaces", .flag), ("isTags", .flag), ("isLocation", .flag), ("isTag", .flag),
                ("isLetter", .flag), ("name", .text),
                ("isAll", .flag), ("crumbs", .list(ListPageContext.link)), ("hasLinks", .flag),
                ("totals", .record(ListPageContext.totals)),
                ("charts", .list(ChartContext.declaration)),
                ("tags", .list(ListPageContext.link)),
                ("letters", .list(ListPageContext.link)), ("links", .list(ListPageContext.link)),
                ("allTags", .record(ListPageContext.link)),
                ("hasPages", .flag), ("first", .text), ("previous", .text), ("next", .text), ("last", .text),
                ("isFirstPage", .flag), ("firstName", .text), ("lastName", .text), ("hasRows", .flag),
                ("hasTags", .flag), ("rows", .markup), ("refresh", .markup), ("target", .text),
            ])
    }

    /// Fills what belongs to one page.
    /// - Parameter marker: replaced by the rows afterwards.
    /// - Throws: `overflow` if the bars of a chart leave 64 bits.
    func fill(
        _ record: Record, _ page: ListPage, marker: String, format: inout LocaleFormatter?
    ) throws(ValueError) {
        let slot = declaration.slot
        let kind = page.key.kind
        record.set(slot("page"), text: page.file)
        record.set(slot("isAll"), flag: kind == .all)
        record.set(slot("isPlaces"), flag: kind == .locations)
        record.set(slot("isTags"), flag: kind == .tags)
        record.set(slot("isLocation"), flag: kind == .location || kind == .locations)
        record.set(slot("isTag"), flag: kind == .tag || kind == .tags)
        record.set(slot("isLetter"), flag: kind == .letter)
        record.set(slot("name"), text: page.key.name)
        record.set(slot("rows"), markup: Markup(trusted: marker))
        record.set(slot("hasRows"), flag: page.hasRows)
        fillPager(record, page)
        for name in ["charts", "tags", "letters", "links", "crumbs"] { record.setEmpty(slot(name)) }
        for name in ["allTags", "totals"] { record.setAbsent(slot(name)) }
        for key in page.key.ancestors {
            let crumb = record.append(to: slot("crumbs"))
            crumb.set(ListPageContext.link.slot("label"), text: key.path.last)
            crumb.set(ListPageContext.link.slot("href"), text: key.file(PageRange.first))
        }
        record.set(slot("hasLinks"), flag: !page.links.isEmpty)
        for list in page.links { fillLink(record.append(to: slot("links")), list, format: &format) }
        if let totals = page.totals {
            fillTotals(record.record(slot("totals")), totals, archived: page.overview?.archived ?? 0, format: &format)
        }
        record.set(slot("hasTags"), flag: page.overview?.links[.tag]?.lists.isEmpty == false)
        guard let overview = page.overview else { return }
        fillLinks(record, overview, format: &format)
        for chart in overview.charts {
            let total = page.totals?.amounts.first { $0.currency == chart.currency }
            try ChartContext().fill(
                record, slot("charts"), largest: chart.locations, count: chart.count,
                total: total ?? Money(minorUnits: 0, currency: chart.currency), words: site.words, format: &format)
        }
    }

    /// Fills a page that leads to another at once.
    func fill(_ record: Record, refreshTo file: String) {
        // A file's name consists of letters, digits, hyphens and a dot; it needs no escaping.
        let refresh = "<meta http-equiv=\"refresh\" content=\"0; url=\(file)\">"
        record.set(declaration.slot("refresh"), markup: Markup(trusted: refresh))
        record.set(declaration.slot("target"), text: file)
    }

    private func fillTotals(
        _ record: Record, _ runningTotals: RunningTotals, archived: Int, format: inout LocaleFormatter?
    ) {
        let slot = ListPageContext.totals.slot
        format?.append(runningTotals.items, to: record, slot("itemsText"))
        record.set(slot("itemCount"), number: Int64(runningTotals.items))
        record.set(slot("itemCountText"), text: site.words.text("itemCount", Count(runningTotals.items)))
        format?.append(Quantity(millionths: runningTotals.units), to: record, slot("unitsText"))
        format?.append(runningTotals.withoutValue, to: record, slot("withoutValueText"))
        format?.append(runningTotals.withoutSerialNumber, to: record, slot("withoutSerialNumberText"))
        format?.append(archived, to: record, slot("archivedText"))
        record.set(slot("hasArchived"), flag: archived > 0)
        record.set(slot("isMixed"), flag: runningTotals.sums.count > 1)
        MoneyContext().fill(record, list: slot("amounts"), amounts: runningTotals.amounts, format: &format)
    }

    private func fillPager(_ record: Record, _ page: ListPage) {
        let slot = declaration.slot
        record.set(slot("hasPages"), flag: page.hasPages)
        record.set(slot("isFirstPage"), flag: page.isFirst)
        record.set(slot("first"), text: page.isFirst ? nil : page.key.file(PageRange.first))
        record.set(slot("previous"), text: page.previous)
        record.set(slot("next"), text: page.next)
        record.set(slot("last"), text: page.next == nil ? nil : page.key.lastFile)
        record.set(slot("firstName"), text: page.names.first.map(ListPageContext.shortened))
        record.set(slot("lastName"), text: page.names.last.map(ListPageContext.shortened))
    }

    /// A name that has room beside another.
    private static func shortened(_ name: String) -> String {
        let words = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count <= 30 ? words : words.prefix(29) + "…"
    }

    private func fillLinks(_ record: Record, _ overview: ListPage.Overview, format: inout LocaleFormatter?) {
        let slots: [(SeriesKey.Kind, shown: String, all: String)] = [
            (.tag, "tags", "allTags"), (.letter, "letters", ""),
        ]
        for (kind, shown, all) in slots {
            guard let links = overview.links[kind] else { continue }
            for list in links.lists { fillLink(record.append(to: declaration.slot(shown)), list, format: &format) }
            guard let count = links.all, let key = kind.links else { continue }
            let more = record.record(declaration.slot(all))
            more.set(ListPageContext.link.slot("href"), text: key.file(PageRange.first))
            format?.append(count, to: more, ListPageContext.link.slot("countText"))
        }
    }

    private func fillLink(_ element: Record, _ list: Series, format: inout LocaleFormatter?) {
        element.set(ListPageContext.link.slot("name"), text: list.key.name)
        element.set(ListPageContext.link.slot("label"), text: list.key.path.last ?? list.key.name)
        element.set(ListPageContext.link.slot("level"), number: Int64(max(1, list.key.path.count)))
        MoneyContext().fill(
            element, list: ListPageContext.link.slot("amounts"), amounts: list.totals.amounts, format: &format)
        element.set(ListPageContext.link.slot("href"), text: list.key.file(PageRange.first))
        format?.append(list.totals.items, to: element, ListPageContext.link.slot("countText"))
    }
}
