import InventoryModel
import InventoryStore

extension ItemCursor {
    /// Whether a field of a text, day or amount says anything.
    func isStated(_ field: ItemField) -> Bool {
        switch field.kind {
        case .text: text(field).map { !$0.isEmpty } ?? false
        case .date: date(field) != nil
        case .money: money(field) != nil
        default: flag(field)
        }
    }
}
