import Inventory

/// A page of a series of lists or links, without its rows.
struct ListPage {
    let key: SeriesKey
    /// The page's own file and those that its pager leads to; nil at the ends.
    let file: String
    var previous: String?
    var next: String?
    /// Whether the series has more than one page.
    var hasPages = false
    var isFirst: Bool
    /// The first and the last name on the page; nil for an item without a name.
    var names: (first: String?, last: String?) = (nil, nil)
    /// The totals of the series, on the first page only, so that a change of them affects one page.
    var totals: RunningTotals?
    var hasRows = false
    var overview: Overview?
    /// On a page of links, the lists that it links to; on the first page of a location, the locations in it.
    var links: [Series] = []

    /// The content of the overview besides totals.
    struct Overview {
        var archived: Int
        var links: [SeriesKey.Kind: Links] = [:]
        var charts: [Chart] = []
    }

    /// Links to lists of one kind.
    struct Links {
        var lists: [Series]
        /// The number of all lists, if there are more than are shown.
        var all: Int?
    }

    /// The locations of the greatest value in one currency.
    struct Chart {
        let currency: Currency
        let locations: [(name: String?, amount: Money)]
        /// The number of locations that have an amount.
        let count: Int
    }
}
