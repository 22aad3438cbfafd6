import Inventory
import InventoryFormats
import InventoryStore
import JSON
import Localization

extension Command {
    /// One row for each inventory of a database: its totals at a stated revision.
    ///
    /// Not a report, which is a document about the items of one inventory.
    static let inventoryTotals = Command(
        name: "totals",
        options: [.json, .store, .help],
        examples: ["inventories totals --json"],
        run: { invocation in
            let address = try invocation.serverAddress()
            try invocation.arguments.has(.json)
                ? writeJSON(address, invocation.console) : writeTable(address, invocation.console)
        })

    private static func writeTable(_ address: StoreAddress, _ console: Console) throws {
        var table = TextTable(
            [
                .init(localized("column.inventory"), least: 20),
                .init(localized("column.revision"), isNumber: true),
                .init(localized("column.items"), isNumber: true),
                .init(localized("column.withoutValue"), isNumber: true),
                .init(localized("column.withoutSerialNumber"), isNumber: true),
                .init(localized("column.withoutFile"), isNumber: true),
                .init(localized("column.value"), least: 12),
            ], on: console)
        let failures = try InventoryTotals.forEach(at: address) { row in
            let totals = row.summary.totals
            try table.add([
                row.name, "\(row.revision)", "\(totals.items)", "\(totals.withoutValue)",
                "\(totals.withoutSerialNumber)", "\(row.withoutFile)",
                totals.amounts.map(\.description).joined(separator: localized("list.separator")),
            ])
        }
        try table.finish()
        try report(failures)
    }

    private static func writeJSON(_ address: StoreAddress, _ console: Console) throws {
        var json = JSONWriter(.pretty)
        json.open(.array)
        let failures = try InventoryTotals.forEach(at: address) { row in
            json.object { json in
                json.add("name", .string(row.name))
                json.add("revision", .number(row.revision.rawValue))
                json.add("archived", .number(row.summary.archived))
                json.add("withoutFile", .number(row.withoutFile))
                ItemJSON.write(row.summary.totals, as: "totals", to: &json)
            }
        }
        json.close(.array)
        try console.write(json.text)
        try report(failures)
    }

    /// The inventories that have no row.
    private static func report(_ failures: [String]) throws {
        guard !failures.isEmpty else { return }
        throw CommandError.work(failures.joined(separator: "\n"))
    }
}

/// The totals of one inventory's current items.
private struct InventoryTotals {
    let name: String
    let revision: Revision
    let summary: StoreSummary
    /// Items without a photo or document.
    let withoutFile: Int

    /// Visits the inventories of a database, by name; each is read at a state of its own.
    /// - Returns: why some have no totals: a sum leaves its range, or an item is damaged.
    static func forEach(at address: StoreAddress, _ body: (InventoryTotals) throws -> Void) throws -> [String] {
        var failures: [String] = []
        try InventoryDirectory(at: address).forEach { entry in
            let store: InventoryStore
            do {
                store = try InventoryStore.open(at: address.of(entry.name), for: .reading)
            } catch StoreError.missing {
                // It was deleted or renamed meanwhile.
                return
            }
            let snapshot = try store.snapshot()
            let summary: StoreSummary
            do {
                summary = try snapshot.summary()
            } catch let error as StoreError {
                switch error {
                case .totals, .damagedField: break
                default: throw error
                }
                failures.append("\(entry.name.onOneLine): \(CommandError.text(of: error))")
                return
            }
            let items = try snapshot.items(fields: ItemFieldSet([.photos, .documents]))
            var withoutFile = 0
            while try items.next() {
                if items.photos.isEmpty, items.documents.isEmpty { withoutFile += 1 }
            }
            try body(
                InventoryTotals(
                    name: entry.name, revision: snapshot.revision, summary: summary,
                    withoutFile: withoutFile))
        }
        return failures
    }
}
