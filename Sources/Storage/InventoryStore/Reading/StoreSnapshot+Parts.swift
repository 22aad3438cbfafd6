import Database
public import Inventory

/// A range of order keys, that is of neighbours in the owner's order.
public struct OrderKeyRange: Equatable, Sendable {
    /// The first key; nil for no lower bound.
    let from: Int64?
    /// The key after the last; nil for no upper bound.
    let before: Int64?

    /// Every key.
    public static let all = OrderKeyRange(from: nil, before: nil)
}

extension StoreSnapshot {
    /// One of several parts of the owner's order, which have the same number of items, or one more or less. Each item is
    /// in one of them. If there are fewer items than parts, some are empty.
    /// - Parameter number: which part, from 1.
    public func part(_ number: Int, of count: Int) throws(StoreError) -> OrderKeyRange {
        let items = try self.count
        func start(_ index: Int) throws(StoreError) -> Int64? {
            // The outer bounds are open.
            (1..<count).contains(index) ? try tables.orderKeyTable.key(ofIndex: items * index / count) : nil
        }
        return OrderKeyRange(from: try start(number - 1), before: try start(number))
    }

    /// The number of items of a selection before a range.
    public func count(matching selection: Selection, before keys: OrderKeyRange) throws(StoreError) -> Int {
        guard let first = keys.from else { return 0 }
        let query = ItemQuery(
            selection, keys: OrderKeyRange(from: nil, before: first), dialect: tables.connection.database.dialect)
        let selected = query.rows.columns
        let columns = selected.isEmpty ? "count(*)" : selected.joined(separator: ", ")
        let statement = try tables.connection.cursor("SELECT \(columns) FROM items\(query.condition)")
        query.bind(to: statement)
        var count = 0
        while try statement.step() {
            if selected.isEmpty {
                count = Int(statement.integer(0))
            } else if query.rows.accepts(statement, first: 0) {
                count += 1
            }
        }
        return count
    }
}
