import FoundationEssentials
import Inventory

extension StoreStatement {
    /// The amount of a column and the column of its currency.
    func money(_ column: ItemColumn, _ currencies: CurrencyCache) -> Money? {
        guard let currency = column.currency, let code = bytes(currency.index), let known = currencies[code] else {
            return nil
        }
        return Money(minorUnits: integer(column.index), currency: known)
    }

    /// The date of a column and, if it may be approximate, of that of its precision; nil if it is missing.
    /// - Parameter damage: is called if the columns hold no date.
    func date(_ column: ItemColumn, orDamage damage: () -> Void = {}) -> CalendarDate? {
        let precision = column.precision.flatMap { optionalInteger($0.index) }
        guard let days = optionalInteger(column.index) else {
            if precision != nil { damage() }
            return nil
        }
        if CalendarDate.isRepresentable(daysSinceEpoch: days) {
            let days = Int32(truncatingIfNeeded: days)
            guard let precision else { return CalendarDate(daysSinceEpoch: days) }
            if let known = UInt8(exactly: precision).flatMap(CalendarDate.Precision.init), known != .day,
                let date = CalendarDate(daysSinceEpoch: days, precision: known)
            {
                return date
            }
        }
        damage()
        return nil
    }

    /// The item in the current row of a query of all columns.
    /// - Parameter replacedFields: fields that are about to be replaced; invalid values there count as missing.
    /// - Throws: `damagedField` for an invalid value, `damaged` for an unreadable id.
    func storedItem(_ currencies: CurrencyCache, excluding replacedFields: [ItemField] = []) throws -> StoredItem {
        guard let id = identifier(ItemColumn.id.index) else {
            throw StoreError.damaged(path: path, .unreadableItemID)
        }
        for field in StoreStatement.checked where !isReadable(field) {
            if !replacedFields.contains(field) { throw StoreError.damagedField(field, of: id, path: path) }
        }
        func json<Element>(_ field: ItemField, _ read: (UnsafeBufferPointer<UInt8>) -> [Element]?) throws -> [Element] {
            guard let json = bytes(field.column.index) else { return [] }
            if let list = read(json) { return list }
            guard replacedFields.contains(field) else { throw StoreError.damagedField(field, of: id, path: path) }
            return []
        }
        var item = Item(
            id: id, name: "", dateCreated: Timestamp(clampedMilliseconds: integer(ItemColumn.dateCreated.index)))
        for field in ItemField.texts {
            if let text = text(field.column.index) { item.setText(text, of: field) }
        }
        item.archived = integer(ItemColumn.archived.index) != 0
        item.quantity = Quantity(millionths: integer(ItemColumn.quantity.index))
        item.value = money(.value, currencies)
        item.insured = integer(ItemColumn.insured.index) != 0
        item.purchase.date = date(.purchaseDate)
        item.purchase.price = money(.purchasePrice, currencies)
        item.parent = identifier(ItemColumn.parent.index)
        item.replacementValue = money(.replacementValue, currencies)
        item.depreciation = optionalInteger(ItemColumn.depreciation.index).map(Percentage.init(hundredths:))
        item.depreciationEach = money(.depreciationEach, currencies)
        item.warranty.expires = date(.warrantyExpires)
        item.warranty.lifetime = integer(ItemColumn.warrantyLifetime.index) != 0
        item.sale.date = date(.saleDate)
        item.sale.price = money(.salePrice, currencies)
        item.tags = try json(.tags, JournalJSON.tags)
        item.customFields = try json(.customFields, JournalJSON.customFields)
        item.photos = try json(.photos, JournalJSON.photos)
        item.documents = try json(.documents, JournalJSON.documents)
        return StoredItem(
            item: item, revision: Revision(rawValue: integer(ItemColumn.revision.index)),
            orderKey: integer(ItemColumn.orderKey.index), added: Revision(rawValue: integer(ItemColumn.added.index)))
    }

    /// The fields that are checked before they are read. Texts are always readable, and lists fail while they are read.
    private static let checked = ItemField.allCases.filter {
        [.money, .quantity, .percentage, .timestamp, .date, .flag].contains($0.kind)
    }
}

/// Looks up currencies by code; an inventory rarely has more than one or two, which are found at once.
///
/// A class rather than a struct: avoids dynamic exclusivity checks when the owner is itself a class. Used by one thread
/// at a time.
final class CurrencyCache {
    private var letters: UInt32 = 0
    private var currency: Currency?

    subscript(code: UnsafeBufferPointer<UInt8>) -> Currency? {
        guard code.count == 3 else { return nil }
        let packed = UInt32(code[0]) << 16 | UInt32(code[1]) << 8 | UInt32(code[2])
        if packed != letters {
            letters = packed
            currency = Currency(utf8: code)
        }
        return currency
    }
}
