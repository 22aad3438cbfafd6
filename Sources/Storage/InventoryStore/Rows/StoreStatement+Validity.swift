import FoundationEssentials
import Inventory

extension StoreStatement {
    /// Whether a field of the row can be read; texts are not looked at, and a missing value can.
    func isReadable(_ field: ItemField) -> Bool { field.kind == .text || holds(field) }

    /// Whether a field of the row has a valid value or none.
    func holds(_ field: ItemField) -> Bool {
        let column = field.column.index
        if isNull(column) { return field.column.second.map { isNull($0.index) } ?? true }
        switch field.kind {
        case .text:
            guard let bytes = bytes(column) else { return false }
            return bytes.count <= Item.textLimit && !bytes.contains(0)
                && String(validating: bytes, as: UTF8.self) != nil
        case .money:
            guard let currency = field.column.currency, let code = bytes(currency.index) else { return false }
            return Currency(utf8: code) != nil
        case .quantity: return integer(column) >= 0
        case .percentage: return (0...10_000).contains(integer(column))
        case .timestamp: return Timestamp.isRepresentable(milliseconds: integer(column))
        case .date: return date(field.column) != nil
        case .flag: return (0...1).contains(integer(column))
        case .identifier: return identifierBytes(column) != nil
        case .tags: return bytes(column).flatMap(JournalJSON.tags) != nil
        case .customFields: return bytes(column).flatMap(JournalJSON.customFields) != nil
        case .photos: return bytes(column).flatMap(JournalJSON.photos) != nil
        case .documents: return bytes(column).flatMap(JournalJSON.documents) != nil
        }
    }
}
