import FoundationEssentials

/// The keys of the owner's order, one an item, in the column `position`.
struct OrderKeyTable {
    let connection: StoreConnection

    func first() throws -> Int64? {
        try connection.number("SELECT min(position) FROM items WHERE inventory = ?1")
    }

    func last() throws -> Int64? {
        try connection.number("SELECT max(position) FROM items WHERE inventory = ?1")
    }

    func key(ofIndex index: Int) throws -> Int64? {
        try connection.number(
            "SELECT position FROM items WHERE inventory = ?1 ORDER BY position LIMIT 1 OFFSET ?2",
            .integer(Int64(index)))
    }

    func key(before key: Int64) throws -> Int64? {
        try connection.number("SELECT max(position) FROM items WHERE inventory = ?1 AND position < ?2", .integer(key))
    }

    func key(after key: Int64) throws -> Int64? {
        try connection.number("SELECT min(position) FROM items WHERE inventory = ?1 AND position > ?2", .integer(key))
    }

    /// An item beside another in the owner's order.
    struct Neighbour {
        let orderKey: Int64
        let item: UUID?
    }

    func neighbour(before key: Int64) throws -> Neighbour? {
        try connection.first(
            "SELECT position, id FROM items WHERE inventory = ?1 AND position < ?2 ORDER BY position DESC LIMIT 1",
            .integer(key)
        ) { Neighbour(orderKey: $0.integer(0), item: $0.identifier(1)) }
    }

    func neighbour(after key: Int64) throws -> Neighbour? {
        try connection.first(
            "SELECT position, id FROM items WHERE inventory = ?1 AND position > ?2 ORDER BY position LIMIT 1",
            .integer(key)
        ) { Neighbour(orderKey: $0.integer(0), item: $0.identifier(1)) }
    }

    /// The keys from one on, upwards or downwards.
    func keys(from key: Int64, forward: Bool, limit: Int) throws -> [Int64] {
        try connection.all(
            forward
                ? "SELECT position FROM items WHERE inventory = ?1 AND position >= ?2 ORDER BY position LIMIT ?3"
                : "SELECT position FROM items WHERE inventory = ?1 AND position <= ?2 ORDER BY position DESC LIMIT ?3",
            .integer(key), .integer(Int64(limit))
        ) { $0.integer(0) }
    }

    func isTaken(_ key: Int64) throws -> Bool {
        try connection.number("SELECT 1 FROM items WHERE inventory = ?1 AND position = ?2", .integer(key)) != nil
    }

    /// The item that has a key.
    func identifier(at key: Int64) throws -> UUID? {
        try connection.first("SELECT id FROM items WHERE inventory = ?1 AND position = ?2", .integer(key)) {
            $0.identifier(0)
        }
    }

    /// Replaces a key without touching the item's revision.
    func replace(_ key: Int64, by new: Int64) throws {
        try connection.run(
            "UPDATE items SET position = ?3 WHERE inventory = ?1 AND position = ?2", .integer(key), .integer(new))
    }
}
