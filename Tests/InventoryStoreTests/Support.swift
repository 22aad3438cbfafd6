import FoundationEssentials
import Glibc
import InventoryModel
import InventoryStore

let usd = Currency(utf8: "USD".utf8) ?? unknown
let jpy = Currency(utf8: "JPY".utf8) ?? unknown
private var unknown: Currency { fatalError("no such currency") }

let owner = ChangeContext(actor: "owner")

/// An empty folder that is removed with everything in it.
final class Scratch {
    let path: String

    init() {
        var template = Array("/tmp/homepwner-tests-XXXXXX".utf8CString)
        mkdtemp(&template)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var store: String { path + "/inventory.homepwner" }

    func makeStore() throws -> InventoryStore {
        try InventoryStore.create(at: store, settings: InventorySettings(currency: usd))
    }
}

/// The item number `number`, always the same.
func sample(_ number: Int, _ change: (inout Item) throws -> Void = { _ in }) rethrows -> Item {
    var item = Item(
        id: UUID(high: 0x1_0000_0000_7000 + UInt64(number) << 16, low: 0x8000_0000_0000_0000 + UInt64(number)),
        name: "Item \(number)", dateCreated: Timestamp(clampedMilliseconds: Int64(number) * 86_400_000))
    try change(&item)
    return item
}

extension InventoryStore {
    func names(matching selection: Selection = .everything, order: ItemOrder = .owners) throws -> [String] {
        let cursor = try snapshot().items(matching: selection, order: order)
        var names: [String] = []
        while try cursor.next() {
            names.append(String(decoding: cursor.text(.name) ?? .init(start: nil, count: 0), as: UTF8.self))
        }
        return names
    }

    func item(_ id: UUID) throws -> StoredItem? { try snapshot().item(id) }

    func items() throws -> [Item] {
        let cursor = try snapshot().items(matching: .everything)
        var items: [Item] = []
        while try cursor.next() { items.append(try cursor.item()) }
        return items
    }
}
