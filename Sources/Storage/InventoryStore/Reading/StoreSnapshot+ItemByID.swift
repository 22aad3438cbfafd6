public import FoundationEssentials
public import Inventory

extension StoreSnapshot {
    /// A cursor over the item with an id: one row, or none if there is no such item.
    ///
    /// - Parameter fields: the fields that will be read.
    public func items(withID id: UUID, fields: ItemFieldSet = .all) throws(StoreError) -> ItemCursor {
        let columns = ItemColumn.allCases.map { $0.isRead(in: fields) ? $0.name : "NULL" }
        let statement = try tables.connection.cursor(
            "SELECT \(columns.joined(separator: ", ")) FROM items WHERE inventory = ?1 AND id = ?2")
        statement.bind(2, id)
        return ItemCursor(statement, snapshot: self, fields: fields)
    }
}
