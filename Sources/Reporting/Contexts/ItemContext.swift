import InventoryModel
package import InventoryStore
package import Templating

/// The names of one row of a report, and how they are filled from a cursor.
///
/// `isFirst` tells the first row; `startsGroup` and `endsGroup` the edges of a group; `…Follows` whether an earlier
/// member of the same group of fields is stated, for formats that put something between members.
package struct ItemContext: Sendable {
    package static let declaration = ContextDeclaration(
        [
            ("line", .number), ("id", .text), ("name", .text), ("quantity", .number), ("quantityText", .text),
            ("value", .record(MoneyContext.declaration)), ("lineValue", .record(MoneyContext.declaration)),
            ("dateCreated", .text), ("dateCreatedText", .text), ("isFirst", .flag), ("startsGroup", .flag),
            ("endsGroup", .flag), ("group", .record(GroupContext.declaration)), ("hasTags", .flag),
            ("tags", .list(TagContext.declaration)), ("parent", .text), ("depreciation", .number),
            ("hasPurchase", .flag),
            ("hasWarranty", .flag), ("hasSale", .flag), ("insured", .flag), ("archived", .flag),
            ("warrantyLifetime", .flag), ("hasCustomFields", .flag),
            ("customFields", .list(CustomFieldContext.declaration)),
        ] + texts.map { ($0.rawValue, .text) } + dates.map { ($0.rawValue, .text) }
            + otherMoney.map { ($0.rawValue, .record(MoneyContext.declaration)) }
            + sections.flatMap { $0.members.map { ("\($0.rawValue)Follows", .flag) } })

    private static let texts: [ItemField] = ItemField.allCases.filter { $0.kind == .text && $0 != .name }
    private static let dates: [ItemField] = ItemField.allCases.filter { $0.kind == .date }
    private static let otherMoney: [ItemField] = [.purchasePrice, .replacementValue, .salePrice]
    /// Fields that stand inside another in JSON and XML.
    private static let sections: [(flag: String, members: [ItemField])] = [
        ("hasPurchase", [.purchaseDate, .purchasePlace, .purchasePrice, .purchaseReceiptNumber]),
        ("hasWarranty", [.warrantyExpires, .warrantyLifetime, .warrantyDetails]),
        ("hasSale", [.saleDate, .salePrice, .saleTo, .saleNotes]),
    ]

    let line = declaration.slot("line")
    let isFirst = declaration.slot("isFirst")
    let startsGroup = declaration.slot("startsGroup")
    let endsGroup = declaration.slot("endsGroup")
    let group = declaration.slot("group")

    private let id = declaration.slot("id")
    private let name = declaration.slot("name")
    private let quantity = declaration.slot("quantity")
    private let quantityText = declaration.slot("quantityText")
    private let value = declaration.slot("value")
    private let lineValue = declaration.slot("lineValue")
    private let dateCreated = declaration.slot("dateCreated")
    private let dateCreatedText = declaration.slot("dateCreatedText")
    private let hasTags = declaration.slot("hasTags")
    private let tags = declaration.slot("tags")
    private let parent = declaration.slot("parent")
    private let depreciation = declaration.slot("depreciation")
    private let warrantyLifetime = declaration.slot("warrantyLifetime")
    private let insured = declaration.slot("insured")
    private let archived = declaration.slot("archived")
    private let hasCustomFields = declaration.slot("hasCustomFields")
    private let customFields = declaration.slot("customFields")
    private let money = MoneyContext()
    private let tag = TagContext()
    private let field = CustomFieldContext()
    private let sectionSlots = ItemContext.sections.map { section in
        (
            flag: declaration.slot(section.flag),
            members: section.members.map { (field: $0, follows: declaration.slot("\($0.rawValue)Follows")) }
        )
    }
    package init() {}

    private let textSlots = ItemContext.texts.map { ($0, declaration.slot($0.rawValue)) }
    private let dateSlots = ItemContext.dates.map { ($0, declaration.slot($0.rawValue)) }
    private let moneySlots = ItemContext.otherMoney.map { ($0, declaration.slot($0.rawValue)) }

    /// Fills a row from the cursor's item, the reader's texts only where `format` is given.
    /// - Throws: `overflow` where the line's value leaves 64 bits.
    package func fill(_ row: Record, _ cursor: ItemCursor, format: inout ReaderFormat?) throws {
        row.set(id, RecordNumber(cursor.id))
        if let text = cursor.text(.name) { row.set(name, borrowing: text) }
        let count = cursor.quantity
        row.set(quantity, RecordNumber { count.write(to: $0) })
        format?.append(count, to: row, quantityText)
        if let each = cursor.money(.value) {
            money.fill(row.record(value), each, format: &format)
            money.fill(row.record(lineValue), try each.times(count), format: &format)
        }
        let created = cursor.dateCreated
        row.set(dateCreated, RecordNumber { created.write(to: $0) })
        format?.append(created, to: row, dateCreatedText)
        row.set(insured, flag: cursor.flag(.insured))
        row.set(archived, flag: cursor.flag(.archived))
        for (field, slot) in textSlots {
            if let text = cursor.text(field) { row.set(slot, borrowing: text) }
        }
        for (field, slot) in dateSlots {
            if let day = cursor.date(field) { row.set(slot, RecordNumber { day.write(to: $0) }) }
        }
        for (field, slot) in moneySlots {
            if let amount = cursor.money(field) { money.fill(row.record(slot), amount, format: &format) }
        }
        if let other = cursor.parent { row.set(parent, RecordNumber(other)) }
        if let rate = cursor.percentage(.depreciation) { row.set(depreciation, text: rate.description) }
        row.set(warrantyLifetime, flag: cursor.flag(.warrantyLifetime))
        fillSections(row, cursor)
        fillLists(row, cursor)
    }

    private func fillSections(_ row: Record, _ cursor: ItemCursor) {
        for section in sectionSlots {
            var follows = false
            for member in section.members {
                let isStated = cursor.isStated(member.field)
                row.set(member.follows, flag: follows)
                follows = follows || isStated
            }
            row.set(section.flag, flag: follows)
        }
    }

    private func fillLists(_ row: Record, _ cursor: ItemCursor) {
        var first = true
        cursor.forEachTag { bytes in
            tag.fill(row.append(to: tags), bytes, isFirst: first)
            first = false
        }
        row.set(hasTags, flag: !first)
        first = true
        cursor.forEachCustomField { name, value in
            field.fill(row.append(to: customFields), name, value, isFirst: first)
            first = false
        }
        row.set(hasCustomFields, flag: !first)
    }
}
