import FoundationEssentials
import InventoryModel

extension Statement {
    /// The amount of a column and the column of its currency.
    func money(_ column: ItemColumn, _ currencies: CurrencyCache) -> Money? {
        guard let currency = column.currency, let code = bytes(currency.index), let known = currencies[code] else {
            return nil
        }
        return Money(minorUnits: integer(column.index), currency: known)
    }

    /// The item in the row a query of all columns stands on.
    /// - Throws: `damaged` where a value cannot be.
    func storedItem(_ currencies: CurrencyCache) throws(StoreError) -> StoredItem {
        guard let id = identifier(ItemColumn.id.index) else { throw damaged("an item's key") }
        func text(_ column: ItemColumn) -> String? { self.text(column.index) }
        func date(_ column: ItemColumn) -> CalendarDate? {
            optionalInteger(column.index).map { CalendarDate(daysSinceEpoch: Int32(truncatingIfNeeded: $0)) }
        }
        var item = Item(
            id: id, name: text(.name) ?? "",
            dateCreated: Timestamp(clampedMilliseconds: integer(ItemColumn.dateCreated.index)))
        item.archived = integer(ItemColumn.archived.index) != 0
        item.quantity = Quantity(millionths: integer(ItemColumn.quantity.index))
        item.value = money(.value, currencies)
        item.location = text(.location)
        item.category = text(.category)
        item.serialNumber = text(.serialNumber)
        item.assetIdentifier = text(.assetIdentifier)
        item.insured = integer(ItemColumn.insured.index) != 0
        item.purchase.date = date(.purchaseDate)
        item.purchase.price = money(.purchasePrice, currencies)
        item.purchase.place = text(.purchasePlace)
        item.purchase.receiptNumber = text(.purchaseReceiptNumber)
        item.manufacturer = text(.manufacturer)
        item.modelNumber = text(.modelNumber)
        item.url = text(.url)
        item.parent = identifier(ItemColumn.parent.index)
        item.condition = text(.condition)
        item.externalReference = text(.externalReference)
        item.replacementValue = money(.replacementValue, currencies)
        item.depreciation = optionalInteger(ItemColumn.depreciation.index).map(Percentage.init(hundredths:))
        item.warranty.expires = date(.warrantyExpires)
        item.warranty.lifetime = integer(ItemColumn.warrantyLifetime.index) != 0
        item.warranty.details = text(.warrantyDetails)
        item.sale.date = date(.saleDate)
        item.sale.price = money(.salePrice, currencies)
        item.sale.to = text(.saleTo)
        item.sale.notes = text(.saleNotes)
        item.description = text(.description)
        item.notes = text(.notes)
        if let json = bytes(ItemColumn.tags.index) {
            guard let tags = JSONText.tags(json) else { throw damaged("an item's tags") }
            item.tags = tags
        }
        if let json = bytes(ItemColumn.customFields.index) {
            guard let fields = JSONText.customFields(json) else { throw damaged("an item's custom fields") }
            item.customFields = fields
        }
        if let json = bytes(ItemColumn.photos.index) {
            guard let photos = JSONText.photos(json) else { throw damaged("an item's photos") }
            item.photos = photos
        }
        if let json = bytes(ItemColumn.documents.index) {
            guard let documents = JSONText.documents(json) else { throw damaged("an item's documents") }
            item.documents = documents
        }
        return StoredItem(
            item: item, revision: Revision(rawValue: integer(ItemColumn.revision.index)),
            position: integer(ItemColumn.position.index), added: Revision(rawValue: integer(ItemColumn.added.index)))
    }

    private func damaged(_ what: String) -> StoreError {
        .damaged(path: database.path, detail: "\(what) cannot be read")
    }
}

/// Looks up currencies by code; an inventory rarely has more than one or two, which are found at once.
///
/// A class, so that asking one that a class holds is no access to check for overlap. For one thread at a time.
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
