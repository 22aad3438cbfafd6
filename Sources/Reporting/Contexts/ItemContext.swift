import InventoryModel
import InventoryStore
import Templating

/// The names of one row of a report, and how they are filled from a cursor.
///
/// `isFirst` tells the first row; `startsGroup` and `endsGroup` the edges of a group; `…Follows` whether an earlier
/// member of the same group of fields is stated, for formats that put something between members.
struct ItemContext {
    static let tag = ContextDeclaration([("tag", .text), ("isFirst", .flag)])
    static let customField = ContextDeclaration([("fieldName", .text), ("fieldValue", .text), ("isFirst", .flag)])

    static let declaration = ContextDeclaration(
        [
            ("line", .number), ("id", .text), ("name", .text), ("quantity", .number), ("quantityText", .text),
            ("value", .record(MoneyContext.declaration)), ("lineValue", .record(MoneyContext.declaration)),
            ("dateCreated", .text), ("dateCreatedText", .text), ("isFirst", .flag), ("startsGroup", .flag),
            ("endsGroup", .flag), ("group", .record(GroupContext.declaration)), ("hasTags", .flag),
            ("tags", .list(tag)), ("parent", .text), ("depreciation", .number), ("hasPurchase", .flag),
            ("hasWarranty", .flag), ("hasSale", .flag), ("insured", .flag), ("archived", .flag),
            ("warrantyLifetime", .flag), ("hasCustomFields", .flag), ("customFields", .list(customField)),
        ] + texts.map { ($0.rawValue, .text) } + dates.map { ($0.rawValue, .text) }
            + otherMoney.map { ($0.rawValue, .record(MoneyContext.declaration)) }
            + followers.map { ("\($0.rawValue)Follows", .flag) })

    private static let texts: [ItemField] = ItemField.allCases.filter { $0.kind == .text && $0 != .name }
    private static let dates: [ItemField] = ItemField.allCases.filter { $0.kind == .date }
    private static let otherMoney: [ItemField] = [.purchasePrice, .replacementValue, .salePrice]
    private static let purchase: [ItemField] = [.purchaseDate, .purchasePlace, .purchasePrice, .purchaseReceiptNumber]
    private static let warranty: [ItemField] = [.warrantyExpires, .warrantyLifetime, .warrantyDetails]
    private static let sale: [ItemField] = [.saleDate, .salePrice, .saleTo, .saleNotes]
    private static let followers = purchase.dropFirst() + warranty.dropFirst() + sale.dropFirst()

    let line = declaration.slot("line")
    let isFirst = declaration.slot("isFirst")
    let startsGroup = declaration.slot("startsGroup")
    let endsGroup = declaration.slot("endsGroup")
    let group = declaration.slot("group")
}
