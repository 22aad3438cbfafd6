import Inventory
import InventoryStore

extension DeliveredFolder {
    /// Copies photos and documents, each named by its line and number as in the report.
    /// - Returns: the folders that contain them.
    func copyEvidence(of snapshot: StoreSnapshot, _ options: ReportOptions) throws -> [String] {
        guard let delivery = options.delivery else { return [] }
        let cursor = try snapshot.items(
            matching: options.selection, order: options.order, grouping: options.grouping,
            fields: ItemFieldSet([.photos, .documents]))
        var line = 0
        var folders: Set<String> = []
        while try cursor.next() {
            line += 1
            for (number, piece) in cursor.shownEvidence(line: line, options, word: "") {
                guard let file = try delivery.file(of: piece, number: number) else { continue }
                folders.insert(String(file.name.prefix { $0 != "/" }))
                try copy(file.source, to: file.name, hash: file.hash)
            }
        }
        return folders.sorted(by: >)
    }
}
