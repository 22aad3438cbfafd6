import Inventory
import InventoryStore
import Reports
import Templating

/// Renders the page, the row and the search entry of one item after the other, on one thread.
struct ItemRenderer {
    private let design: SiteDesign
    private let record: Record
    private var format: LocaleFormatter?
    private(set) var page = PageBuffer()
    private(set) var row = PageBuffer()
    private(set) var entry = PageBuffer()
    /// The lists the item stands in, that of everything left out.
    private(set) var keys: [SiteList.Key] = []
    private var photos: [GalleryPhoto] = []
    /// How many photos of the item the inventory does not hold.
    private(set) var missingPhotos = 0
    /// The first files of lists, by their key.
    private var files: [SiteList.Key: String] = [:]

    init(_ design: SiteDesign) {
        self.design = design
        record = Record(design.itemContext.declaration)
        format = LocaleFormatter(design.options.locale)
        design.itemContext.facts.fill(record, head: design.scripts.head(.item, root: "../"), root: "../")
    }

    /// The pictures that the item shows.
    var pictures: [PublishedPicture] { photos.flatMap(\.files) }

    /// Finds the photos of the cursor's item, which is rendered next.
    /// - Throws: `photo` where a picture cannot be made.
    mutating func loadPhotos(_ cursor: ItemCursor) throws(PublishError.Cause) {
        (photos, missingPhotos) = try GalleryPhoto.all(
            of: cursor, from: design.options.pictures, isPublic: design.options.profile == .public)
    }

    /// Renders the cursor's item with the photos that were found.
    /// - Parameter withPage: whether its page is wanted, which lists do not need.
    /// - Returns: what it adds to the lists it stands in.
    mutating func render(_ cursor: ItemCursor, withPage: Bool = true) throws -> RunningTotals.Contribution {
        let isPublic = design.options.profile == .public
        keys.removeAll(keepingCapacity: true)
        keys.append(SiteList.Key(kind: .location, name: ItemRenderer.name(cursor.text(.location))))
        cursor.forEachTag { tag in
            guard let name = ItemRenderer.name(tag) else { return }
            let key = SiteList.Key(kind: .tag, name: name)
            if !keys.contains(key) { keys.append(key) }
        }
        keys.append(SiteList.Key(kind: .letter, name: NameInitial.of(cursor.text(.name))))
        try design.itemContext.fill(
            record, cursor, with: design.itemFilling, isPublic: isPublic, lists: keys.map { ($0, file(of: $0)) },
            photos: photos, format: &format)
        record.set(design.itemContext.page, text: PageName.item(cursor.id))
        if withPage { try design.item.render(record, over: &page) }
        try design.row.render(record, over: &row)
        try design.search.render(record, over: &entry)
        let serial = cursor.text(.serialNumber).map { !$0.isEmpty } ?? false
        return RunningTotals.Contribution(
            quantity: cursor.quantity,
            value: isPublic ? nil : try cursor.money(.value)?.times(cursor.quantity), hasSerialNumber: serial)
    }

    private mutating func file(of key: SiteList.Key) -> String {
        if let file = files[key] { return file }
        let file = key.file(page: 1)
        files[key] = file
        return file
    }

    private static func name(_ bytes: UnsafeBufferPointer<UInt8>?) -> String? {
        guard let bytes, !bytes.isEmpty else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
