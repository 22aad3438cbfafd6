/// A page that leads to the lists of one kind, made where they are more than the front page shows.
struct LinkDirectory: Sendable {
    /// The most lists of a kind that the front page leads to: those of most items.
    static let shown = 40
    /// The most links on one page.
    static let linksPerPage = 500
    /// The kinds of which an inventory may have any number.
    static let kinds: [SiteList.Kind] = [.location, .tag]

    let kind: SiteList.Kind
    /// Counted from 1.
    let page: Int
    let pageCount: Int
    /// What the page leads to, in the order of navigation.
    let lists: ArraySlice<SiteList>

    var file: String { LinkDirectory.file(kind, page: page) }

    /// The name of a page's file.
    static func file(_ kind: SiteList.Kind, page: Int) -> String {
        "browse-\(kind.rawValue)s\(page == 1 ? "" : "-\(page)").html"
    }
}

extension SiteIndex {
    /// The lists of a kind to which the front page leads, in the order of navigation, and how many there are where
    /// that is not all of them; what is not stated counts as none.
    func shown(_ kind: SiteList.Kind) -> (lists: [SiteList], all: Int?) {
        let all = lists.filter { $0.key.kind == kind }
        guard LinkDirectory.kinds.contains(kind), all.count > LinkDirectory.shown else { return (all, nil) }
        let fullest = all.indices.sorted { (all[$1].runningTotals.items, $0) < (all[$0].runningTotals.items, $1) }
            .prefix(LinkDirectory.shown).sorted()
        return (fullest.map { all[$0] }, all.count { $0.key.name != nil })
    }

    /// The pages that lead to all lists of the kinds of which the front page shows some.
    var directories: [LinkDirectory] {
        LinkDirectory.kinds.flatMap { kind -> [LinkDirectory] in
            let all = lists.filter { $0.key.kind == kind }
            guard all.count > LinkDirectory.shown else { return [] }
            let starts = Array(stride(from: 0, to: all.count, by: LinkDirectory.linksPerPage))
            return starts.enumerated().map { number, start in
                let end = min(start + LinkDirectory.linksPerPage, all.count)
                return LinkDirectory(kind: kind, page: number + 1, pageCount: starts.count, lists: all[start..<end])
            }
        }
    }
}
