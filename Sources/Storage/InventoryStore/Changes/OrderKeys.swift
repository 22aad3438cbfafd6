import FoundationEssentials
import Localization

/// Deals out the keys of the owner's order: whole numbers with gaps, so that a move touches one row.
struct OrderKeys {
    /// Between neighbours that were put one after the other.
    static let gap: Int64 = 1 << 20

    let tables: any InventoryTables

    /// A free key for a new item at a place.
    func key(for place: ItemPlace) throws(StoreError) -> Int64 {
        switch place {
        case .first: return try key(between: nil, and: try tables.firstPosition())
        case .last: return try key(between: try tables.lastPosition(), and: nil)
        case .before(let id):
            let anchor = try position(of: id)
            return try key(between: try tables.position(before: anchor), and: anchor)
        case .after(let id):
            return try key(after: try position(of: id))
        case .index(let index):
            let count = try tables.itemCount()
            guard (0...count).contains(index) else { throw .noSuchPlace(index: index, count: count) }
            guard index < count, let anchor = try tables.position(ofIndex: index) else { return try key(for: .last) }
            return try key(between: try tables.position(before: anchor), and: anchor)
        }
    }

    /// Between which rows an item that stands at `position` goes when it is moved; nil where it stands there already.
    func target(
        of position: Int64, _ id: UUID, to place: ItemPlace
    ) throws(StoreError) -> (low: Int64?, high: Int64?)? {
        switch place {
        case .first:
            let first = try tables.firstPosition()
            return first == position ? nil : (nil, first)
        case .last:
            let last = try tables.lastPosition()
            return last == position ? nil : (last, nil)
        case .before(id), .after(id): return nil
        case .before(let other):
            let high = try self.position(of: other)
            let low = try tables.position(before: high)
            return low == position ? nil : (low, high)
        case .after(let other):
            let low = try self.position(of: other)
            let high = try tables.position(after: low)
            return high == position ? nil : (low, high)
        case .index(let index):
            let count = try tables.itemCount()
            guard (0..<count).contains(index), let other = try tables.position(ofIndex: index) else {
                throw .noSuchPlace(index: index, count: count - 1)
            }
            if other == position { return nil }
            return other < position
                ? (try tables.position(before: other), other) : (other, try tables.position(after: other))
        }
    }

    /// A free key for an item that goes back to where it was, as near as what happened since allows.
    func key(for place: PlaceRecord) throws(StoreError) -> Int64 {
        // As long as no keys were dealt out anew, the old one tells the place exactly.
        if try place.layout == tables.layout(), try !tables.isTaken(place.position) { return place.position }
        let low = try place.after.flatMap { id throws(StoreError) in try tables.locate(id)?.position }
        let high = try place.before.flatMap { id throws(StoreError) in try tables.locate(id)?.position }
        switch (low, high) {
        case (let low?, let high?) where low < high:
            if low < place.position, place.position < high, try !tables.isTaken(place.position) {
                return place.position
            }
            return try key(after: low)
        case (let low?, nil):
            let next = try tables.position(after: low)
            return place.position > low && place.position < next ?? .max ? place.position : try key(after: low)
        case (nil, let high?):
            let previous = try tables.position(before: high)
            return place.position < high && place.position > previous ?? .min
                ? place.position : try key(between: previous, and: high)
        default:
            return try tables.isTaken(place.position) ? try key(after: place.position) : place.position
        }
    }

    /// The place of an item, to come back to.
    func record(of position: Int64) throws(StoreError) -> PlaceRecord {
        let before = try tables.position(before: position)
        let after = try tables.position(after: position)
        return PlaceRecord(
            position: position, layout: try tables.layout(),
            after: try before.flatMap { position throws(StoreError) in try tables.identifier(at: position) },
            before: try after.flatMap { position throws(StoreError) in try tables.identifier(at: position) })
    }

    private func position(of id: UUID) throws(StoreError) -> Int64 {
        guard let location = try tables.locate(id) else { throw .noSuchItem(id) }
        return location.position
    }

    private func key(after position: Int64) throws(StoreError) -> Int64 {
        try key(between: position, and: try tables.position(after: position))
    }

    func key(between low: Int64?, and high: Int64?) throws(StoreError) -> Int64 {
        switch (low, high) {
        case (nil, nil): return 0
        case (let low?, nil): return try checked(low.addingReportingOverflow(OrderKeys.gap))
        case (nil, let high?): return try checked(high.subtractingReportingOverflow(OrderKeys.gap))
        case (let low?, let high?):
            if let key = middle(low, high) { return key }
            let spread = try spread(around: low)
            guard let key = middle(spread.low, spread.high) else { throw exhausted }
            return key
        }
    }

    private func middle(_ low: Int64, _ high: Int64) -> Int64? {
        let distance = high.subtractingReportingOverflow(low)
        guard !distance.overflow, distance.partialValue > 1 else { return nil }
        return low + distance.partialValue / 2
    }

    private func checked(_ sum: (partialValue: Int64, overflow: Bool)) throws(StoreError) -> Int64 {
        guard !sum.overflow else { throw exhausted }
        return sum.partialValue
    }

    private var exhausted: StoreError { .damaged(path: tables.path, detail: said("store.orderExhausted")) }
}

// When a gap is used up.
extension OrderKeys {
    /// Keys that each row of a neighbourhood should have to itself.
    private static let room: Int64 = 1 << 10

    /// Deals out the keys around `position` anew, evenly, in the smallest neighbourhood that has room.
    /// - Returns: the new keys of the row that stood at `position` and of the one after it.
    private func spread(around position: Int64) throws(StoreError) -> (low: Int64, high: Int64) {
        var reach = 8
        while true {
            let before = try tables.positions(from: position, forward: false, limit: reach + 1)
            let after = try tables.positions(from: position + 1, forward: true, limit: reach + 1)
            let reachesStart = before.count <= reach
            let reachesEnd = after.count <= reach
            // The outermost row on either side stays where it is, unless it is the end of the list.
            let rows = (reachesStart ? before : before.dropLast()).reversed() + (reachesEnd ? after : after.dropLast())
            let steps = Int64(rows.count + 1)
            let low =
                reachesStart ? try checked(rows[0].subtractingReportingOverflow(steps * OrderKeys.gap)) : before[reach]
            let high =
                reachesEnd
                ? try checked(rows[rows.count - 1].addingReportingOverflow(steps * OrderKeys.gap)) : after[reach]
            let width = try checked(high.subtractingReportingOverflow(low))
            if width / steps >= OrderKeys.room {
                let keys = (1...steps - 1).map { low + width / steps * $0 }
                try move(rows, to: keys)
                try tables.set(layout: try tables.layout() + 1)
                let index = (reachesStart ? before.count : before.count - 1) - 1
                return (keys[index], keys[index + 1])
            }
            reach *= 4
        }
    }

    /// Moves rows to other keys in the same sequence, in an order in which none meets another.
    private func move(_ rows: [Int64], to keys: [Int64]) throws(StoreError) {
        for (row, key) in zip(rows, keys).reversed() where key > row { try tables.reposition(row, to: key) }
        for (row, key) in zip(rows, keys) where key < row { try tables.reposition(row, to: key) }
    }
}

extension Optional {
    /// `flatMap` for closures with typed errors.
    fileprivate func flatMap<Result>(
        _ transform: (Wrapped) throws(StoreError) -> Result?
    ) throws(StoreError) -> Result? {
        guard let self else { return nil }
        return try transform(self)
    }
}
