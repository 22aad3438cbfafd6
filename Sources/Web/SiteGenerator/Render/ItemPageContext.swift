import Attachments
import ImageExchange
import Inventory
import InventoryStore
import Reports
import Templating

/// The names of one item's page, of its row in lists, and of its entry in the search index.
///
/// A class, because it is used for every item, and copying its many parts would take time.
final class ItemPageContext: Sendable {
    /// A list that an item is in: its name and its first page.
    static let listLink = ContextDeclaration([
        ("kind", .text), ("label", .text), ("href", .text), ("isLetter", .flag),
    ])

    /// Another item: its name and its page.
    static let related = ContextDeclaration([("name", .text), ("href", .text)])

    let declaration: ContextDeclaration
    let site: SiteContext
    let item: ContextDeclaration.Slot
    let page: ContextDeclaration.Slot
    private let revision: ContextDeclaration.Slot
    private let isSingle: ContextDeclaration.Slot
    private let locations, hasLocations, otherLists: ContextDeclaration.Slot
    private let parent, parts, hasParts, hasReceipt: ContextDeclaration.Slot
    private let link, placeAbove, placeLeaf: ContextDeclaration.Slot
    private let attachments: AttachmentContextFiller
    private let hasOtherLists: ContextDeclaration.Slot
    private let kind = listLink.slot("kind")
    private let label = listLink.slot("label")
    private let isLetter = listLink.slot("isLetter")
    private let href = listLink.slot("href")
    private let dateCreated = ItemContext.declaration.slot("dateCreated")
    private let fields: PublishedFields
    private let cells: PublishedCells
    /// The names that the profile omits.
    private let hiddenSlots: [ContextDeclaration.Slot]
    /// The flags that the profile shows as false. Flags have no absent state.
    private let hiddenFlags: [ContextDeclaration.Slot]

    /// - Parameter hasSelection: whether an item may belong to one that has no page.
    init(_ site: SiteContext, _ fields: PublishedFields, hasSelection: Bool) {
        self.site = site
        self.fields = fields
        let hidden = ItemField.allCases.filter { field in
            // Public pages show these by names of their own, if at all.
            let isApart = fields.isPublic && [.customFields, .photos, .documents].contains(field)
            return !fields.shows(field) || isApart || hasSelection && field == .parent
        }
        var names = hidden.filter { $0.kind != .flag }.map(\.name)
        if hidden.contains(.value) { names.append("lineValue") }
        if hidden.contains(.quantity) { names.append("quantityText") }
        if hidden.contains(.dateCreated) { names.append("dateCreatedText") }
        hiddenSlots = names.map { ItemContext.declaration.slot($0) }
        var flags = hidden.filter { $0.kind == .flag }.map(\.name)
        if fields.isPublic {
            flags += ["hasCustomFields", "hasSale", "hasPurchase", "hasWarranty", "hasPhotos"]
        }
        if hidden.contains(.documents) { flags.append("hasDocuments") }
        if hidden.contains(.tags) { flags.append("hasTags") }
        hiddenFlags = flags.map { ItemContext.declaration.slot($0) }
        declaration = ContextDeclaration(
            site.fields + [
                ("item", .record(ItemContext.declaration)), ("revision", .number), ("isSingle", .flag),
                ("otherLists", .list(ItemPageContext.listLink)), ("locations", .list(ItemPageContext.listLink)),
                ("hasLocations", .flag),
                ("parent", .record(ItemPageContext.related)), ("parts", .list(ItemPageContext.related)),
                ("hasParts", .flag), ("hasReceipt", .flag), ("link", .text),
                ("placeAbove", .text), ("placeLeaf", .text),
                ("cells", .list(PublishedCells.declaration)), ("hasOtherLists", .flag),
            ] + AttachmentContextFiller.fields)
        cells = PublishedCells(fields.cells, site.words, in: declaration)
        attachments = AttachmentContextFiller(site.words, in: declaration)
        item = declaration.slot("item")
        page = declaration.slot("page")
        revision = declaration.slot("revision")
        isSingle = declaration.slot("isSingle")
        otherLists = declaration.slot("otherLists")
        locations = declaration.slot("locations")
        hasLocations = declaration.slot("hasLocations")
        parent = declaration.slot("parent")
        parts = declaration.slot("parts")
        hasParts = declaration.slot("hasParts")
        hasReceipt = declaration.slot("hasReceipt")
        link = declaration.slot("link")
        placeAbove = declaration.slot("placeAbove")
        placeLeaf = declaration.slot("placeLeaf")
        hasOtherLists = declaration.slot("hasOtherLists")
    }

    /// Whether a template shows an item's web address as a link.
    func readsLink(_ template: Template) -> Bool { template.reads(link, of: declaration) }

    /// Fills everything that belongs to the cursor's item but its lists.
    /// - Throws: `overflow` if the line's value leaves 64 bits.
    func fill(
        _ record: Record, _ cursor: ItemCursor, for template: ItemTemplate, photos: [GalleryPhoto],
        format: inout LocaleFormatter?
    ) throws {
        let isPublic = fields.isPublic
        let row = record.record(item)
        try template.item.fill(row, cursor, format: &format)
        for slot in hiddenSlots { row.setAbsent(slot) }
        for slot in hiddenFlags { row.set(slot, flag: false) }
        if isPublic, fields.shows(.dateCreated) {
            // A time of day tells when the owner was at home.
            row.set(dateCreated, text: format?.day(of: cursor.dateCreated).description)
        }
        if isPublic { try cells.fill(record, cursor, format: &format) }
        record.set(revision, number: isPublic ? 0 : cursor.revision.rawValue)
        record.set(isSingle, flag: cursor.quantity == .one)
        if template.readsLink, fields.shows(.url) {
            record.set(link, text: cursor.text(.url).flatMap(WebLink.target))
        }
        fillPlace(record, fields.shows(.location) ? cursor.text(.location) : nil)
        let documents = fields.shows(.documents) && cursor.hasDocuments ? cursor.documents : []
        record.set(hasReceipt, flag: documents.contains { $0.kind == .receipt })
        attachments.fill(record, photos, documents: documents)
    }

    /// Fills the last name of a location, which is all that a card shows of it, and the text before it.
    ///
    /// They are there for templates that also read `item.location`: columns that no name of the item needs are not selected.
    private func fillPlace(_ record: Record, _ location: UnsafeBufferPointer<UInt8>?) {
        record.setAbsent(placeAbove)
        record.setAbsent(placeLeaf)
        guard let location, !location.isEmpty else { return }
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let leaf = location.lastIndex(of: UInt8(ascii: "/")).flatMap { slash in
            location[(slash + 1)...].firstIndex { !isBlank($0) }
        }
        if let leaf { record.set(placeAbove, copying: UnsafeBufferPointer(rebasing: location[..<leaf])) }
        record.set(placeLeaf, copying: UnsafeBufferPointer(rebasing: location[(leaf ?? 0)...]))
    }

    /// Fills the lists that an item's page links to: each level of its location, and the others.
    func fill(_ record: Record, lists: [(key: SeriesKey, file: String)]) {
        record.setEmpty(otherLists)
        record.setEmpty(locations)
        record.set(hasLocations, flag: false)
        record.set(hasOtherLists, flag: !lists.isEmpty)
        for list in lists {
            let location = list.key.path.last
            if location != nil { record.set(hasLocations, flag: true) }
            let element = record.append(to: location == nil ? otherLists : locations)
            element.set(kind, text: list.key.kind.rawValue)
            element.set(label, text: location ?? list.key.name)
            element.set(isLetter, flag: list.key.kind == .letter)
            element.set(href, text: list.file)
        }
    }

    /// Fills the other items that an item's page names.
    func fill(_ record: Record, _ relations: ItemRelations) {
        func fill(_ element: Record, _ item: ItemRelations.Item) {
            let slot = ItemPageContext.related.slot
            element.set(slot("name"), text: item.name.flatMap { $0.isEmpty ? nil : $0 })
            element.set(slot("href"), text: item.hasPage ? "\(PageName.text(item.id)).html" : nil)
        }
        record.setAbsent(parent)
        record.setEmpty(parts)
        if let item = relations.parent { fill(record.record(parent), item) }
        for item in relations.parts { fill(record.append(to: parts), item) }
        record.set(hasParts, flag: !relations.parts.isEmpty)
    }
}

/// The columns of a public profile that rows have no usual place for, such as a price or a field of the owner's own.
struct PublishedCells: Sendable {
    /// A value as it is shown, and as the page's scripts read it: an amount such as `12.50 EUR`, a day, or a text.
    static let declaration = ContextDeclaration([
        ("word", .text), ("label", .text), ("isFirst", .flag), ("kind", .text), ("data", .text), ("text", .text),
        ("money", .text), ("day", .text), ("plain", .text),
    ])

    private let columns: [(column: ReportColumn, word: String?, label: String)]
    private let list: ContextDeclaration.Slot

    /// - Parameter names: the declaration that contains the list `cells`.
    init(_ columns: [ReportColumn], _ words: DocumentLocalization, in names: ContextDeclaration) {
        self.columns = columns.map { column in
            let (word, label) = PublishedCells.heading(of: column)
            return (column, word, word.map { words[$0] } ?? label)
        }
        list = names.slot("cells")
    }

    /// The heading of a column: the key of a word, or a name of the owner's own.
    static func heading(of column: ReportColumn) -> (word: String?, label: String) {
        switch column {
        case .customField(let name): (nil, name)
        case .field(.salePrice): ("page.price", "")
        case .field(.saleDate), .field(.saleTo): ("field.\(column.name)", "")
        default: (column.name, "")
        }
    }

    /// Fills the list with a cell for each column.
    /// - Throws: `overflow` if the line's value leaves 64 bits.
    func fill(_ record: Record, _ cursor: ItemCursor, format: inout LocaleFormatter?) throws {
        record.setEmpty(list)
        let slot = PublishedCells.declaration.slot
        for (number, (column, word, label)) in columns.enumerated() {
            let cell = record.append(to: list)
            cell.set(slot("word"), text: word)
            cell.set(slot("label"), text: label)
            cell.set(slot("isFirst"), flag: number == 0)
            func set(_ kind: String, _ name: String, data: String, text: String?) {
                cell.set(slot("kind"), text: kind)
                for name in ["data", name] { cell.set(slot(name), text: data) }
                cell.set(slot("text"), text: text)
            }
            switch try PublishedCells.value(of: column, cursor) {
            case .amount(let money): set("m", "money", data: "\(money)", text: format?.string(money))
            case .day(let day): set("d", "day", data: "\(day)", text: format?.string(day))
            case .text(let text): set("t", "plain", data: text, text: text)
            case nil: break
            }
        }
    }

    private enum Value {
        case amount(Money), day(CalendarDate), text(String)
    }

    private static func value(of column: ReportColumn, _ cursor: ItemCursor) throws -> Value? {
        switch column {
        case .field(let field) where field.kind == .money: return cursor.money(field).map(Value.amount)
        case .field(let field) where field.kind == .date: return cursor.date(field).map(Value.day)
        case .field(let field):
            guard let text = cursor.text(field), !text.isEmpty else { return nil }
            return .text(String(decoding: text, as: UTF8.self))
        case .computed: return try cursor.money(.value).map { .amount(try $0.times(cursor.quantity)) }
        case .customField(let name):
            var texts: [String] = []
            var amount: Money?
            cursor.forEachCustomField { (other, value) in
                guard other.elementsEqual(name.utf8), !value.isEmpty else { return }
                amount = CustomFieldKind.amount(value)
                texts.append(String(decoding: value, as: UTF8.self))
            }
            if texts.count == 1, let amount { return .amount(amount) }
            return texts.isEmpty ? nil : .text(texts.joined(separator: ", "))
        }
    }
}

/// The names of an item's photos and documents, for its page and its row.
struct AttachmentContextFiller: Sendable {
    private static let photo = ContextDeclaration([
        ("source", .text), ("width", .number), ("height", .number), ("large", .text), ("small", .text),
        ("caption", .text), ("number", .number),
        ("isFirst", .flag),
    ])
    private static let document = ContextDeclaration([
        ("hash", .text), ("kind", .text), ("kindText", .text), ("title", .text), ("number", .text), ("date", .text),
        ("ordinal", .text),
    ])

    /// The names, to be declared with the item's own.
    static let fields: [(String, ContextDeclaration.FieldType)] = [
        ("thumbnail", .text), ("thumbnailWidth", .number), ("thumbnailHeight", .number), ("thumbnailText", .text),
        ("hasPhotos", .flag), ("photos", .list(photo)), ("hasDocuments", .flag), ("documents", .list(document)),
    ]

    private let words: DocumentLocalization
    private let thumbnail: ContextDeclaration.Slot
    private let thumbnailWidth: ContextDeclaration.Slot
    private let thumbnailHeight: ContextDeclaration.Slot
    private let thumbnailText: ContextDeclaration.Slot
    private let hasPhotos: ContextDeclaration.Slot
    private let photos: ContextDeclaration.Slot
    private let hasDocuments: ContextDeclaration.Slot
    private let documents: ContextDeclaration.Slot

    /// - Parameter declaration: the declaration that contains ``fields``.
    init(_ words: DocumentLocalization, in declaration: ContextDeclaration) {
        self.words = words
        thumbnail = declaration.slot("thumbnail")
        thumbnailWidth = declaration.slot("thumbnailWidth")
        thumbnailHeight = declaration.slot("thumbnailHeight")
        thumbnailText = declaration.slot("thumbnailText")
        hasPhotos = declaration.slot("hasPhotos")
        photos = declaration.slot("photos")
        hasDocuments = declaration.slot("hasDocuments")
        documents = declaration.slot("documents")
    }

    /// Fills the names.
    /// - Parameter papers: the documents that are listed: none on pages for anyone.
    func fill(_ record: Record, _ shown: [GalleryPhoto], documents papers: [DocumentReference]) {
        record.set(thumbnail, text: shown.first?.small.name)
        record.set(hasPhotos, flag: !shown.isEmpty)
        record.setEmpty(photos)
        record.set(hasDocuments, flag: !papers.isEmpty)
        record.setEmpty(documents)
        if let first = shown.first {
            record.set(thumbnailWidth, number: Int64(first.small.picture.size.width))
            record.set(thumbnailHeight, number: Int64(first.small.picture.size.height))
            record.set(thumbnailText, text: first.caption)
        }
        for (number, photo) in shown.enumerated() {
            let element = record.append(to: photos)
            let slot = AttachmentContextFiller.photo.slot
            element.set(slot("source"), text: photo.medium.name)
            element.set(slot("width"), number: Int64(photo.medium.picture.size.width))
            element.set(slot("height"), number: Int64(photo.medium.picture.size.height))
            element.set(slot("large"), text: photo.large.name)
            element.set(slot("small"), text: photo.small.name)
            element.set(slot("isFirst"), flag: number == 0)
            element.set(slot("number"), number: Int64(number + 1))
            element.set(slot("caption"), text: photo.caption)
        }
        // Of several of a kind, those without title and number are told apart by their order.
        let isNameless = { (paper: DocumentReference) in (paper.title ?? "").isEmpty && (paper.number ?? "").isEmpty }
        var nameless: [DocumentReference.Kind: Int] = [:]
        for paper in papers where isNameless(paper) { nameless[paper.kind, default: 0] += 1 }
        var counted: [DocumentReference.Kind: Int] = [:]
        for paper in papers {
            let element = record.append(to: documents)
            var ordinal: String?
            if isNameless(paper), nameless[paper.kind, default: 0] > 1 {
                counted[paper.kind, default: 0] += 1
                ordinal = counted[paper.kind].map(String.init)
            }
            let slot = AttachmentContextFiller.document.slot
            element.set(slot("hash"), text: paper.hash.description)
            element.set(slot("kind"), text: paper.kind.rawValue)
            element.set(slot("kindText"), text: words["kinds.\(paper.kind.rawValue)"])
            element.set(slot("title"), text: paper.title)
            element.set(slot("number"), text: paper.number)
            element.set(slot("date"), text: paper.date?.description)
            element.set(slot("ordinal"), text: ordinal)
        }
    }
}

/// Web addresses that pages lead to.
enum WebLink {
    /// The href for an http(s) URL; nil for other texts, which are shown without a link.
    ///
    /// Brackets are allowed only around an IPv6 host (RFC 3986, 3.2.2); elsewhere they are percent-encoded.
    static func target(_ address: UnsafeBufferPointer<UInt8>) -> String? {
        let schemes = ["http://", "https://"]
        guard let scheme = schemes.first(where: { $0.utf8.elementsEqual(address.prefix($0.utf8.count).map(lowercase)) })
        else { return nil }
        let rest = address.dropFirst(scheme.utf8.count)
        let host = rest.prefix { ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        guard !host.isEmpty, host.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        var link = Array(scheme.utf8) + host
        for byte in rest.dropFirst(host.count) {
            switch byte {
            case UInt8(ascii: "["): link += "%5B".utf8
            case UInt8(ascii: "]"): link += "%5D".utf8
            default: link.append(byte)
            }
        }
        return String(decoding: link, as: UTF8.self)
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
