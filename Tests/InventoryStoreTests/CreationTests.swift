import FoundationEssentials
import Inventory
import Testing

@testable import InventoryStore

/// Making a store, in a folder or on a server.
@Suite struct CreationTests {
    let scratch = Scratch()

    /// A store in a folder has only its own files; on a server there is only the one inventory.
    func hasNothingElse() throws -> Bool {
        guard testServer != nil else {
            return try FileManager.default.contentsOfDirectory(atPath: scratch.store) == ["inventory.sqlite"]
        }
        var names: [String] = []
        let address = try #require(StoreAddress(scratch.store))
        try InventoryDirectory(at: address).forEach { names.append($0.name) }
        return names == ["home"]
    }

    @Test func aStoreIsMadeOnceAndLeavesOnlyItsOwnFiles() throws {
        #expect(throws: StoreError.missing(path: scratch.store)) {
            try InventoryStore.open(at: scratch.store, for: .writing)
        }
        #expect(!InventoryStore.exists(at: scratch.store))
        let identifier = try scratch.makeStore().identifier
        #expect(InventoryStore.exists(at: scratch.store))
        #expect(try InventoryStore.open(at: scratch.store, for: .writing).identifier == identifier)
        #expect(throws: StoreError.exists(path: scratch.store)) { try scratch.makeStore() }
        #expect(try hasNothingElse())
    }

    @Test func ofManyWhoMakeAStoreAtOnceOneSucceeds() async throws {
        let path = scratch.store
        let settings = InventorySettings(currency: usd)
        let made = await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { (try? InventoryStore.create(at: path, settings: settings)) == nil ? 0 : 1 }
            }
            return await group.reduce(0, +)
        }
        #expect(made == 1)
        #expect(try InventoryStore.open(at: path, for: .writing).verify().isEmpty)
        #expect(try hasNothingElse())
    }
}
