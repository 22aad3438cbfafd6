import Inventory
import InventoryStore
import Reports
import Templating

/// The names of one item's page, of its row in lists, and of its entry in the search index.
struct ItemPageContext: Sendable {
    /// A list that an item is in: its name and its first page.
    static let place = ContextDeclaration([
        ("kind", .text), ("label", .text), ("href", .text), ("isLetter", .flag),
    ])

    let declaration: ContextDeclaration
    let facts: SiteContext
    let item: ContextDeclaration.Slot
    let page: ContextDeclaration.Slot
    private let revision: ContextDeclaration.Slot
    private let isSingle: ContextDeclaration.Slot
    private let places: ContextDeclaration.Slot
    private let link: ContextDeclaration.Slot
    private let attachments: AttachmentContextFiller
    private let kind = place.slot("kind")
    private let label = place.slot("label")
    private let isLetter = place.slot("isLetter")
    private let href = place.slot("href")
    /// The names that the public profile omits.
    private let privateSlots = ItemPageContext.privateNames.map { ItemContext.declaration.slot($0) }
    /// The flags that the public profile shows as false. Flags have no absent state.
    private let privateFlags =
        (ItemField.allCases.filter { $0.isPrivate && $0.kind == .flag }.map(\.name) + [
            "hasCustomFields", "hasSale", "hasPurchase", "hasWarranty", "hasPhotos", "hasDocuments",
        ]).map { ItemContext.declaration.slot($0) }

    /// The fields that tell the worth of a thing, whose it is, or how it was paid for.
    static let privateNames =
        ItemField.allCases.filter { $0.isPrivate && $0.kind != .flag }.map(\.name) + ["lineValue"]

    init(_ facts: SiteContext) {
        self.facts = facts
        declaration = ContextDeclaration(
            facts.fields + [
                ("item", .record(ItemContext.declaration)), ("revision", .number), ("isSingle", .flag),
                ("places", .list(ItemPageContext.place)), ("link", .text),
            ] + AttachmentContextFiller.fields)
        attachments = AttachmentContextFiller(facts.words, in: declaration)
        item = declaration.slot("item")
        page = declaration.slot("page")
        revision = declaration.slot("revision")
        isSingle = declaration.slot("isSingle")
        places = declaration.slot("places")
        link = declaration.slot("link")
    }

    /// Whether a template shows an item's web address as a link.
    func readsLink(_ template: Template) -> Bool { template.reads(link, of: declaration) }

    /// Fills everything that belongs to the cursor's item but its lists.
    /// - Throws: `overflow` if the line's value leaves 64 bits.
    func fill(
        _ record: Record, _ cursor: ItemCursor, for template: ItemTemplate, isPublic: Bool, photos: [GalleryPhoto],
        format: inout LocaleFormatter?
    ) throws {
        let row = record.record(item)
        try template.item.fill(row, cursor, format: &format)
        if isPublic { hide(row) }
        record.set(revision, number: cursor.revision.rawValue)
        record.set(isSingle, flag: cursor.quantity == .one)
        if template.readsLink { record.set(link, text: cursor.text(.url).flatMap(WebLink.target)) }
        let documents = cursor.hasDocuments && !isPublic ? cursor.documents : []
        attachments.fill(record, photos, documents: documents)
    }

    /// Fills the lists that an item's page leads to.
    func fill(_ record: Record, lists: [(key: SeriesKey, file: String)]) {
        record.setEmpty(places)
        for list in lists {
            let element = record.append(to: places)
            element.set(kind, text: list.key.kind.rawValue)
            element.set(label, text: list.key.name)
            element.set(isLetter, flag: list.key.kind == .letter)
            element.set(href, text: list.file)
        }
    }

    private func hide(_ row: Record) {
        for slot in privateSlots { row.setAbsent(slot) }
        for slot in privateFlags { row.set(slot, flag: false) }
    }
}
