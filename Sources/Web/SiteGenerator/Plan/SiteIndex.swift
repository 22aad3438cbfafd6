import Inventory

/// All lists of a publication and what they come to.
struct SiteIndex: Sendable {
    /// The list of everything.
    var total: SiteList
    /// The lists by location, tag and letter, in the order of navigation.
    var lists: [SiteList]
    /// Archived items, which have no page.
    var archived: Int

    /// Every page of every list.
    var pages: [(list: SiteList, page: Int)] {
        ([total] + lists).flatMap { list in (1...list.pageCount).map { (list, $0) } }
    }
}

/// Gathers lists while items are gone through.
struct ListBuilder {
    private var places: [SiteList.Key: Int] = [:]
    private(set) var lists: [SiteList] = []

    /// Counts an item in a list.
    /// - Parameter row: the item's place in the whole list.
    mutating func add(_ line: RunningTotals.Contribution, to key: SiteList.Key, row: UInt32) throws(ValueError) {
        let place = places[key] ?? lists.count
        if place == lists.count {
            places[key] = place
            lists.append(SiteList(key))
        }
        try lists[place].runningTotals.add(line)
        lists[place].rows.append(row)
    }

    /// Takes in what another thread gathered.
    mutating func merge(_ other: ListBuilder) throws(ValueError) {
        for list in other.lists {
            guard let place = places[list.key] else {
                places[list.key] = lists.count
                lists.append(list)
                continue
            }
            try lists[place].runningTotals.add(list.runningTotals)
            lists[place].rows = ListBuilder.merged(lists[place].rows, list.rows)
        }
    }

    private static func merged(_ one: [UInt32], _ other: [UInt32]) -> [UInt32] {
        var result: [UInt32] = []
        result.reserveCapacity(one.count + other.count)
        var (left, right) = (0, 0)
        while left < one.count, right < other.count {
            if one[left] < other[right] {
                result.append(one[left])
                left += 1
            } else {
                result.append(other[right])
                right += 1
            }
        }
        return result + one[left...] + other[right...]
    }
}

/// The parts of the search index.
enum SearchIndex {
    /// Items in one part.
    static let itemsPerPart = 1000

    static func parts(_ items: Int) -> Int { (items + itemsPerPart - 1) / itemsPerPart }

    /// The part's file, counted from 1.
    static func file(_ part: Int) -> String { "search/\(part).json" }
}
