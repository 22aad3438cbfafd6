import FoundationEssentials
import Inventory
import InventoryStore
import Reports
import Synchronization

/// The index while pages are rendered: read by several threads, one at a time.
final class SiteIndex: Sendable {
    private struct State {
        let connection: StoreConnection
        let series: SeriesTable
    }

    // Every access holds the lock, so that the connection is used by one thread at a time.
    private nonisolated(unsafe) let state: State
    private let lock = Mutex(())

    init(_ connection: StoreConnection, _ series: SeriesTable) {
        state = State(connection: connection, series: series)
    }

    /// Uses the connection alone.
    @discardableResult
    func with<Result>(_ body: (StoreConnection, SeriesTable) throws -> Result) throws -> Result {
        var result: Swift.Result<Result, any Error>?
        lock.withLock { _ in result = Swift.Result { try body(state.connection, state.series) } }
        guard let result else { throw IndexError.outOfSync }
        return try result.get()
    }

    /// A page with its entries.
    /// - Throws: `outOfSync` if there is no such page.
    func page(_ page: AffectedPages.Page) throws -> SeriesPage {
        try with { connection, table in
            let pages = PageTable(connection: connection)
            guard let series = try table.find(page.series), let range = try pages.range(of: page.page, in: page.series)
            else { throw IndexError.outOfSync }
            let source = series.key.kind == .search ? try table.find(SeriesKey(.all))?.id ?? series.id : series.id
            return SeriesPage(
                series: series, range: range, entries: try pages.entries(source, in: range),
                previous: try pages.page(series.id, before: range)?.page,
                next: try pages.page(series.id, after: range)?.page)
        }
    }

    /// The file of the last page of a series, and of the page that leads there; nil if the series has one page.
    func last(of series: Int64) throws -> (redirect: String, target: String?) {
        try with { connection, table in
            guard let found = try table.find(series), let last = try PageTable(connection: connection).last(series)
            else {
                throw IndexError.outOfSync
            }
            return (found.key.lastFile, last.page == PageRange.first ? nil : found.key.file(last.page))
        }
    }

    func series(_ ids: [Int64]) throws -> [Series] {
        try with { _, table in
            try ids.map { id in
                guard let series = try table.find(id) else { throw IndexError.outOfSync }
                return series
            }
        }
    }

    /// The totals of all items.
    func totals() throws -> RunningTotals {
        try with { _, table in try table.find(SeriesKey(.all))?.totals ?? RunningTotals() }
    }

    /// The locations directly in another one.
    func locations(in parent: SeriesKey) throws -> [Series] {
        try with { _, table in try table.locations(in: parent) }
    }

    /// The content of the overview.
    func overview(archived: Int64) throws -> ListPage.Overview {
        try with { _, table in
            var overview = ListPage.Overview(archived: Int(archived))
            for kind in [SeriesKey.Kind.tag, .letter] {
                let count = try table.count(kind)
                let isLinked = kind.links != nil && count > IndexUpdater.shownLinks
                let lists = try table.fullest(kind, limit: isLinked ? IndexUpdater.shownLinks : count)
                overview.links[kind] = ListPage.Links(
                    lists: lists, all: isLinked ? try table.count(kind, named: true) : nil)
            }
            for amount in try table.find(SeriesKey(.all))?.totals.amounts ?? [] {
                let (locations, count) = try table.mostValuable(amount.currency, limit: ChartContext.needed)
                overview.charts.append(ListPage.Chart(currency: amount.currency, locations: locations, count: count))
            }
            return overview
        }
    }
}
