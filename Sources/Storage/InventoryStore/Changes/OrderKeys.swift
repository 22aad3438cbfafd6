import FoundationEssentials

/// Assigns the keys of the owner's order: whole numbers with gaps, so that a move changes one row.
struct OrderKeys {
    /// The distance between items that were appended one after the other.
    static let gap: Int64 = 1 << 20

    let tables: StoreTables

    private var table: OrderKeyTable { tables.orderKeyTable }

    /// A free key for a new item.
    func key(for place: ListPosition) throws -> Int64 {
        switch place {
        case .first: return try key(between: nil, and: try table.first())
        case .last: return try key(between: try table.last(), and: nil)
        case .before(let id):
            let anchor = try orderKey(of: id)
            return try key(between: try table.key(before: anchor), and: anchor)
        case .after(let id):
            return try key(after: try orderKey(of: id))
        case .index(let index):
            let count = try tables.items.count()
            guard (0...count).contains(index) else { throw StoreError.noSuchPosition(index: index, count: count) }
            guard index < count, let anchor = try table.key(ofIndex: index) else { return try key(for: .last) }
            return try key(between: try table.key(before: anchor), and: anchor)
        }
    }

    /// The keys between which the item with `orderKey` must be moved; nil if it is there already.
    func target(of orderKey: Int64, _ id: UUID, to place: ListPosition) throws -> (low: Int64?, high: Int64?)? {
        switch place {
        case .first:
            let first = try table.first()
            return first == orderKey ? nil : (nil, first)
        case .last:
            let last = try table.last()
            return last == orderKey ? nil : (last, nil)
        case .before(id), .after(id): return nil
        case .before(let other):
            let high = try self.orderKey(of: other)
            let low = try table.key(before: high)
            return low == orderKey ? nil : (low, high)
        case .after(let other):
            let low = try self.orderKey(of: other)
            let high = try table.key(after: low)
            return high == orderKey ? nil : (low, high)
        case .index(let index):
            let count = try tables.items.count()
            guard (0..<count).contains(index), let other = try table.key(ofIndex: index) else {
                throw StoreError.noSuchPosition(index: index, count: count - 1)
            }
            if other == orderKey { return nil }
            return other < orderKey
                ? (try table.key(before: other), other) : (other, try table.key(after: other))
        }
    }

    /// A free key for an item that returns to a recorded position, as near to it as later changes allow.
    func key(for place: ListPositionRecord) throws -> Int64 {
        // Unless keys were reassigned since, the old key is the exact position.
        if try place.orderKeyGeneration == tables.settings.orderKeyGeneration(),
            try !table.isTaken(place.orderKey)
        {
            return place.orderKey
        }
        let low = try place.after.flatMap { id in try tables.items.locate(id)?.orderKey }
        let high = try place.before.flatMap { id in try tables.items.locate(id)?.orderKey }
        switch (low, high) {
        case (let low?, let high?) where low < high:
            if low < place.orderKey, place.orderKey < high, try !table.isTaken(place.orderKey) {
                return place.orderKey
            }
            return try key(after: low)
        case (let low?, nil):
            let next = try table.key(after: low)
            return place.orderKey > low && place.orderKey < next ?? .max ? place.orderKey : try key(after: low)
        case (nil, let high?):
            let previous = try table.key(before: high)
            return place.orderKey < high && place.orderKey > previous ?? .min
                ? place.orderKey : try key(between: previous, and: high)
        default:
            return try table.isTaken(place.orderKey) ? try key(after: place.orderKey) : place.orderKey
        }
    }

    /// The items beside those that were removed one after the other: a database's index keeps entries of removed rows for
    /// a while, over which each search for a neighbour would step.
    struct RemovedRun {
        let before: OrderKeyTable.Neighbour?
        let after: OrderKeyTable.Neighbour?
        let generation: Int64
    }

    /// The position of an item that is removed next, for the journal.
    /// - Parameters:
    ///   - known: the item before it, if the caller knows that.
    ///   - run: the neighbours that were removed just before, to which the item is added; nil for none.
    func record(
        of orderKey: Int64, before known: OrderKeyTable.Neighbour? = nil, addingTo run: inout RemovedRun?
    ) throws -> ListPositionRecord {
        let next = RemovedRun(
            before: run?.after?.orderKey == orderKey ? run?.before : try known ?? table.neighbour(before: orderKey),
            after: run?.before?.orderKey == orderKey ? run?.after : try table.neighbour(after: orderKey),
            generation: try run?.generation ?? tables.settings.orderKeyGeneration())
        run = next
        return ListPositionRecord(
            orderKey: orderKey, orderKeyGeneration: next.generation, after: next.before?.item, before: next.after?.item)
    }

    /// The position of an item, for the journal.
    func record(of orderKey: Int64) throws -> ListPositionRecord {
        var run: RemovedRun?
        return try record(of: orderKey, addingTo: &run)
    }

    private func orderKey(of id: UUID) throws -> Int64 {
        guard let location = try tables.items.locate(id) else { throw StoreError.noSuchItem(id) }
        return location.orderKey
    }

    private func key(after orderKey: Int64) throws -> Int64 {
        try key(between: orderKey, and: try table.key(after: orderKey))
    }

    func key(between low: Int64?, and high: Int64?) throws -> Int64 {
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

    private func checked(_ sum: (partialValue: Int64, overflow: Bool)) throws -> Int64 {
        guard !sum.overflow else { throw exhausted }
        return sum.partialValue
    }

    private var exhausted: StoreError { .damaged(path: tables.path, .orderKeysExhausted) }
}

// Reassigning keys when a gap is used up.
extension OrderKeys {
    /// The least distance between keys after they were reassigned.
    private static let room: Int64 = 1 << 10

    /// Reassigns the keys around `orderKey` evenly, in the smallest neighbourhood that has room.
    /// - Returns: the new keys of the row that had `orderKey` and of the next one.
    private func spread(around orderKey: Int64) throws -> (low: Int64, high: Int64) {
        var reach = 8
        while true {
            let before = try table.keys(from: orderKey, forward: false, limit: reach + 1)
            let after = try table.keys(from: orderKey + 1, forward: true, limit: reach + 1)
            let reachesStart = before.count <= reach
            let reachesEnd = after.count <= reach
            // The outermost row on either side keeps its key, unless it is the end of the list.
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
                try tables.settings.set(orderKeyGeneration: try tables.settings.orderKeyGeneration() + 1)
                let index = (reachesStart ? before.count : before.count - 1) - 1
                return (keys[index], keys[index + 1])
            }
            reach *= 4
        }
    }

    /// Moves rows to other keys without changing their sequence: upward moves from the top, then downward ones from the
    /// bottom, so that no two rows ever share a key.
    private func move(_ rows: [Int64], to keys: [Int64]) throws {
        for (row, key) in zip(rows, keys).reversed() where key > row { try table.replace(row, by: key) }
        for (row, key) in zip(rows, keys) where key < row { try table.replace(row, by: key) }
    }
}

extension Optional {
    /// `flatMap` for closures with typed errors.
    fileprivate func flatMap<Result>(_ transform: (Wrapped) throws -> Result?) throws -> Result? {
        guard let self else { return nil }
        return try transform(self)
    }
}
