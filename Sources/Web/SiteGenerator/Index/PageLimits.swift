/// Limits of a page's number of entries. Ranges are sticky, as the leaves of a B-tree: a page splits when it is
/// over-full and merges with a neighbour when it is nearly empty, so that a change in the middle of a series affects
/// one page and seldom its neighbours.
struct PageLimits: Equatable {
    /// A page with more entries is split.
    let most: Int
    /// Entries of a page that is filled in order: there is room for later ones.
    var fill: Int { most * 4 / 5 }
    /// A page with fewer entries is merged with a neighbour if both together do not exceed `fill`.
    var least: Int { most / 5 }

    init(most: Int) { self.most = most }

    /// The sizes of the pages into which so many entries are divided.
    /// - Parameter isLast: whether entries are mostly added behind these, so that the pages before stay full.
    func sizes(of count: Int, isLast: Bool) -> [Int] {
        guard count > most else { return [count] }
        let size = isLast ? fill : min(fill, (count + 1) / 2)
        var sizes: [Int] = []
        var rest = count
        while rest > most {
            sizes.append(size)
            rest -= size
        }
        // Without this the last page could be merged again at once.
        if isLast, rest < least, let full = sizes.popLast() {
            rest += full
            sizes.append((rest + 1) / 2)
            rest /= 2
        }
        return sizes + [rest]
    }

    /// The change of a page after entries were added or removed.
    func change(of count: Int, previous: Int?, next: Int?) -> PageChange {
        if count > most { return .split }
        guard count < least else { return .none }
        if let previous, count == 0 || previous + count <= fill { return .mergeIntoPrevious }
        if let next, count == 0 || next + count <= fill { return .mergeNext }
        return .none
    }
}

/// See ``PageLimits/change(of:previous:next:)``.
enum PageChange: Equatable {
    case none, split
    /// The previous page gets the entries; this page's file is removed.
    case mergeIntoPrevious
    /// This page gets the entries of the next, whose file is removed.
    case mergeNext
}
