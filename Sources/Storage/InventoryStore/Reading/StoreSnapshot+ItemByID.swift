public import FoundationEssentials
public import Inventory

extension StoreSnapshot {
    /// A cursor over the item of one key: one row, or none where there is no such item.
    ///
    /// - Parameter fields: what will be read of it.
    public func items(withID id: UUID, fields: ItemFieldSet = .all) throws(StoreError) -> ItemCursor {
        let columns = ItemColumn.allCases.map { $0.isRead(in: fields) ? $0.name : "NULL" }
        let statement = try tables.connection.cursor(
            "SELECT \(columns.joined(separator: ", ")) FROM items WHERE id = ?2")
        statement.bind(2, id)
        return ItemCursor(statement, snapshot: self, fields: fields)
    }
}
