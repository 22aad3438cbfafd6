import FoundationEssentials
import Inventory

extension StoreChecker {
    /// Finds external references that several items share.
    mutating func checkReferences() throws(StoreError) {
        var found: [StoreDiagnostic] = []
        try tables.items.forEachSharedReference { id, diagnostic throws(StoreError) in
            found.append(.reference(diagnostic, of: id))
        }
        diagnostics += found
    }

    /// Finds items whose parent is not there, and cycles of items that are part of one another; each cycle once.
    mutating func checkParents() throws(StoreError) {
        let rows = try connection.cursor(
            """
            SELECT id, parent, \
            CASE WHEN EXISTS (SELECT 1 FROM items one WHERE one.id = items.parent AND one.inventory = ?1) THEN 0 ELSE 1 END \
            FROM items WHERE inventory = ?1 AND parent IS NOT NULL ORDER BY position
            """)
        var walk = CycleFinder()
        while try rows.step(), diagnostics.count < limit {
            // A row without readable ids was found before.
            guard let id = rows.identifier(0), let parent = rows.identifier(1) else { continue }
            if rows.integer(2) != 0 {
                diagnostics.append(.parent(.unknown, of: id))
            } else if parent == id {
                diagnostics.append(.parent(.itself, of: id))
            } else {
                let cycle = try walk.cycle(from: id) { id throws(StoreError) in try tables.items.parent(of: id) }
                if cycle.count > 1, let first = cycle.first { diagnostics.append(.parent(.cycle, of: first)) }
            }
        }
    }
}
