import FoundationEssentials
import Inventory

extension StoreChecker {
    /// Finds items by whose external reference another item goes.
    mutating func checkReferences() throws(StoreError) {
        var found: [Finding] = []
        try SQLiteTables(database).forEachSharedReference { id, fault throws(StoreError) in
            found.append(.reference(fault, of: id))
        }
        findings += found
    }

    /// Finds items whose parent is not there, and rings of items that are part of one another; each ring once.
    mutating func checkParents() throws(StoreError) {
        let tables = SQLiteTables(database)
        let rows = try database.prepare(
            """
            SELECT id, parent, NOT EXISTS (SELECT 1 FROM items one WHERE one.id = items.parent) FROM items \
            WHERE parent IS NOT NULL ORDER BY position
            """)
        var walk = ParentWalk()
        while try rows.step(), findings.count < limit {
            // A row without readable keys was found before.
            guard let id = rows.identifier(0), let parent = rows.identifier(1) else { continue }
            if rows.integer(2) != 0 {
                findings.append(.parent(.unknown, of: id))
            } else if parent == id {
                findings.append(.parent(.itself, of: id))
            } else {
                let ring = try walk.ring(from: id) { id throws(StoreError) in try tables.parent(of: id) }
                if ring.count > 1, let first = ring.first { findings.append(.parent(.ring, of: first)) }
            }
        }
    }
}
