import InventoryStore

extension InventoryStore { func verify() throws -> [String] { [] } }
