import Inventory
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
            ("warrantyLifetime", .flag), ("hasCustomFields", .flag), ("claimed", .record(ClaimLineContext.declaration)),
            ("customFields", .list(CustomFieldContext.declaration)), ("hasPhotos", .flag),
            ("photos", .list(PhotoContext.declaration)), ("thumbnail", .record(ThumbnailContext.declaration)),
            ("hasDocuments", .flag),
            ("documents", .list(DocumentContext.declaration)),
        ] + texts.map { ($0.name, .text) } + dates.map { ($0.name, .text) }
            + otherMoney.map { ($0.name, .record(MoneyContext.declaration)) }
            + sections.flatMap { $0.members.map { ("\($0.name)Follows", .flag) } })

    private static let texts = ItemField.texts.filter { $0 != .name }
    private static let dates = ItemField.allCases.filter { $0.kind == .date }
    private static let otherMoney = ItemField.allCases.filter { $0.kind == .money && $0 != .value }
    /// The flags that say whether any field of a section is stated: `hasPurchase`, `hasWarranty`, `hasSale`.
    private static let sections: [(flag: String, members: [ItemField])] = ItemField.sections.map { section in
        ("has" + section.name.prefix(1).uppercased() + section.name.dropFirst(), section.fields)
    }

    let line = declaration.slot("line")
    let isFirst = declaration.slot("isFirst")
    let startsGroup = declaration.slot("startsGroup")
    let endsGroup = declaration.slot("endsGroup")
    let group = declaration.slot("group")
    /// What has to be read of each item.
    let fields: ItemFieldSet

    private let claimSlot = declaration.slot("claimed")
    private let id = declaration.slot("id")
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
    private let attachments: AttachmentContexts
    private let money = MoneyContext()
    private let tag = TagContext()
    private let field = CustomFieldContext()

    // What the template looks at; nothing else is filled.
    private let texts: [Column]
    private let dates: [Column]
    private let amounts: [Column]
    private let sections: [Section]
    private let insuredColumn = CursorColumn(.insured)
    private let archivedColumn = CursorColumn(.archived)
    private let valueColumn = CursorColumn(.value)
    private let lifetimeColumn = CursorColumn(.warrantyLifetime)
    private let lifetime: UInt64 = 1 << ItemField.warrantyLifetime.index
    private let readsAmounts: Bool
    private let readsQuantityText: Bool
    private let readsDateText: Bool
    private let readsTags: Bool
    private let readsCustomFields: Bool
    private let readsParent: Bool
    private let readsDepreciation: Bool
    private let hasClaim: Bool
    private let showsThumbnail: Bool
    /// What fills `claim`; nil where the template does not look at it.
    private let claim: ClaimLineContext?
    /// What fills `thumbnail`; nil where the list shows no photos.
    private let thumbnail: ThumbnailContext?
    private let thumbnailSlot = declaration.slot("thumbnail")
    /// What is kept back, by the fields' bits, and the word that stands for it.
    private let hidden: UInt64
    private let redactionLabel: String
    private let redacted: RedactedGroups
    private let hidesTags: Bool
    private let hidesCustomFields: Bool

    /// A field of an item and the slot of the same name.
    private struct Column: Sendable {
        let field: ItemField
        let place: CursorColumn
        let slot: ContextDeclaration.Slot
        /// The field's bit among those that are stated.
        let bit: UInt64

        init(_ field: ItemField) {
            self.field = field
            place = CursorColumn(field)
            slot = declaration.slot(field.name)
            bit = 1 << field.index
        }
    }

    /// A flag that is up where one of some fields is stated.
    private struct Section: Sendable {
        let flag: ContextDeclaration.Slot
        let members: UInt64
    }

    /// Finds out what the templates look at that are rendered with one row.
    package init(for templates: Template...) { self.init(for: templates, options: nil, redactionLabel: "") }

    /// Finds out what the templates of a report look at that are rendered with one row.
    /// - Parameters:
    ///   - options: what is kept back or left out; nil for nothing.
    ///   - redactionLabel: what stands for that.
    ///   - claim: what fills an insurer's names, where the template looks at them.
    ///   - thumbnail: what fills the small photo, where the list shows one.
    init(
        for templates: [Template], options: ReportOptions?, redactionLabel: String, claim: ClaimLineContext? = nil,
        thumbnail: ThumbnailContext? = nil
    ) {
        func reads(_ name: String) -> Bool {
            // Templates are not offered every field: photos and documents have no names here.
            guard let slot = ItemContext.declaration.slotIfDeclared(name) else { return false }
            return templates.contains { $0.reads(slot, of: ItemContext.declaration) }
        }
        let follows = ItemContext.sections.flatMap { section in
            section.members.enumerated().map { index, member in
                (name: "\(member.name)Follows", members: section.members[..<index])
            }
        }
        let sections = ItemContext.sections.map { (name: $0.flag, members: $0.members[...]) } + follows
        let used = sections.filter { reads($0.name) }
        let members = Set(used.flatMap(\.members))
        func isNeeded(_ field: ItemField) -> Bool { members.contains(field) || reads(field.name) }
        self.sections = used.map { section in
            Section(
                flag: ItemContext.declaration.slot(section.name),
                members: section.members.reduce(0) { $0 | 1 << $1.index })
        }
        texts = ([.name] + ItemContext.texts).filter(isNeeded).map(Column.init)
        dates = ItemContext.dates.filter(isNeeded).map(Column.init)
        amounts = ItemContext.otherMoney.filter(isNeeded).map(Column.init)
        readsAmounts = reads("value") || reads("lineValue")
        readsQuantityText = reads("quantityText")
        readsDateText = reads("dateCreatedText")
        readsTags = reads("tags") || reads("hasTags")
        readsCustomFields = reads("customFields") || reads("hasCustomFields")
        attachments = AttachmentContexts(
            in: ItemContext.declaration, reads: reads, options: options, redactionLabel: redactionLabel)
        readsParent = reads("parent")
        readsDepreciation = reads("depreciation")
        self.claim = claim
        hasClaim = claim != nil
        self.thumbnail = reads("thumbnail") ? thumbnail : nil
        showsThumbnail = self.thumbnail != nil
        let redaction = options?.redaction ?? .none
        hidden = redaction.fields.reduce(0) { $0 | 1 << $1.index }
        (hidesTags, hidesCustomFields) = (redaction.hides(.tags), redaction.hides(.customFields))
        self.redactionLabel = redactionLabel
        redacted = options?.redacted ?? RedactedGroups()
        var fields = ItemFieldSet(ItemField.allCases.filter(isNeeded))
        if claim != nil { for field in ClaimLine.fields + [.warrantyExpires] { fields.insert(field) } }
        for field in [ItemField.quantity, .dateCreated, .insured, .archived] { fields.insert(field) }
        if readsAmounts { fields.insert(.value) }
        if readsTags { fields.insert(.tags) }
        if readsCustomFields { fields.insert(.customFields) }
        attachments.note(&fields)
        if self.thumbnail != nil { fields.insert(.photos) }
        self.fields = fields
    }

    /// Fills a row from the cursor's item, the reader's texts only where `format` is given.
    /// - Parameter line: its place in the report, which numbers photos and documents whose names are kept back.
    /// - Throws: `overflow` where the line's value leaves 64 bits.
    package func fill(
        _ row: Record, _ cursor: ItemCursor, line: Int = 0, format: inout LocaleFormatter?
    ) throws {
        row.set(id, cursor.id)
        let count = cursor.quantity
        row.set(quantity, count)
        if readsQuantityText { format?.append(count, to: row, quantityText) }
        let created = cursor.dateCreated
        row.set(dateCreated, created)
        if readsDateText { format?.append(created, to: row, dateCreatedText) }
        row.set(insured, flag: cursor.flag(at: insuredColumn))
        row.set(archived, flag: cursor.flag(at: archivedColumn))
        if readsAmounts, let each = cursor.money(at: valueColumn) {
            row.fill(value) { money.fill($0, each, format: &format) }
            let sum = try each.times(count)
            if sum == each {
                row.set(lineValue, sameRecordAs: value)
            } else {
                row.fill(lineValue) { money.fill($0, sum, format: &format) }
            }
        }
        let stated = fillColumns(row, cursor, format: &format)
        for section in sections { row.set(section.flag, flag: stated & section.members != 0) }
        if readsParent, let other = cursor.parent { row.set(parent, other) }
        if readsDepreciation, let rate = cursor.percentage(.depreciation) {
            row.set(depreciation, text: rate.description)
        }
        fillLists(row, cursor)
        attachments.fill(row, cursor, line: line)
        // Looking at a flag first spares a copy of what would fill it, row after row.
        if showsThumbnail, let thumbnail, cursor.hasPhotos, let photo = cursor.photos.primary {
            try thumbnail.fill(row.record(thumbnailSlot), photo)
        }
    }

    /// Fills an insurer's names, which number photos and documents by the line.
    func fillClaim(_ row: Record, _ cursor: ItemCursor, line number: Int, format: inout LocaleFormatter?) throws {
        guard hasClaim, let claim else { return }
        try claim.fill(row.record(claimSlot), cursor, line: number, format: &format)
    }

    /// Fills the fields that are columns of their own and tells which of them are stated.
    private func fillColumns(_ row: Record, _ cursor: ItemCursor, format: inout LocaleFormatter?) -> UInt64 {
        var stated: UInt64 = 0
        for column in texts {
            guard let text = cursor.text(at: column.place) else { continue }
            if hidden & column.bit != 0, !text.isEmpty {
                row.set(column.slot, text: redacted.word(for: text, of: column.field, otherwise: redactionLabel))
            } else {
                row.set(column.slot, borrowing: text)
            }
            if !text.isEmpty { stated |= column.bit }
        }
        for column in dates {
            guard let day = cursor.date(at: column.place) else { continue }
            row.set(column.slot, day)
            stated |= column.bit
        }
        for column in amounts {
            guard let amount = cursor.money(at: column.place) else { continue }
            row.fill(column.slot) { money.fill($0, amount, format: &format) }
            stated |= column.bit
        }
        let isForLife = cursor.flag(at: lifetimeColumn)
        row.set(warrantyLifetime, flag: isForLife)
        if isForLife { stated |= lifetime }
        return stated
    }

    private func fillLists(_ row: Record, _ cursor: ItemCursor) {
        if readsTags {
            var first = true
            cursor.forEachTag { bytes in
                row.append(to: tags) { tag.fill($0, bytes, isFirst: first, shown: hidesTags ? redactionLabel : nil) }
                first = false
            }
            row.set(hasTags, flag: !first)
        }
        if readsCustomFields {
            var first = true
            cursor.forEachCustomField { name, value in
                row.append(to: customFields) {
                    field.fill($0, name, value, isFirst: first, shown: hidesCustomFields ? redactionLabel : nil)
                }
                first = false
            }
            row.set(hasCustomFields, flag: !first)
        }
    }
}
