import FoundationEssentials
import Inventory
import InventoryStore
import Reports

/// Renders the pages of items and writes those that changed, with the pictures that they show; on one thread.
///
/// The content of the pages is read from the inventory alone, so that they can be published before the index is filled.
final class ItemPagePublisher {
    /// The number of items that the database is asked for at once.
    static let itemsAtOnce = 128

    private let index: SiteIndex
    private let writer: PageWriter
    private let photos: PublishedPhotoFiles
    private let rowCache: RowCache
    private let worker: Int
    private let isPublic: Bool
    private var renderer: ItemRenderer
    private let pageLookup, partLookup, parentLookup: ItemLookup

    /// - Parameters:
    ///   - index: asked for the fingerprints of files that were published before.
    ///   - worker: the number of the thread.
    init(
        design: SiteDesign, index: SiteIndex, writer: PageWriter, photos: PublishedPhotoFiles, rowCache: RowCache,
        snapshot: StoreSnapshot, worker: Int
    ) throws {
        self.index = index
        self.writer = writer
        self.photos = photos
        self.rowCache = rowCache
        self.worker = worker
        isPublic = design.options.profile == .public
        renderer = ItemRenderer(design)
        let related = ItemFieldSet([.name, .archived, .parent])
        pageLookup = try snapshot.lookup(atOnce: ItemPagePublisher.itemsAtOnce)
        partLookup = try snapshot.lookupParts(fields: related, atOnce: ItemPagePublisher.itemsAtOnce)
        parentLookup = try snapshot.lookupByID(fields: related)
    }

    /// Publishes the pages of items.
    /// - Returns: the items' ids and what was published, in the order of the keys.
    /// - Throws: `outOfSync` if no item has one of the order keys.
    func publish(_ orderKeys: [Int64]) throws -> [(id: UUID, record: ItemPageRecord)] {
        var parts: [UUID: [ItemRelations.Item]] = [:]
        try partLookup.findParts(ofItemsAt: orderKeys) { cursor in
            // An archived item has no page, and no other page names it as a part.
            guard let parent = cursor.parent, !cursor.flag(.archived) else { return }
            parts[parent, default: []].append(ItemRelations.Item(cursor))
        }
        var published: [(id: UUID, record: ItemPageRecord)?] = orderKeys.map { _ in nil }
        let isWhole = try pageLookup.find(orderKeys) { number, cursor in
            var relations = ItemRelations(parts: parts[cursor.id] ?? [])
            if let parent = cursor.parent {
                _ = try parentLookup.find(parent) { relations.parent = ItemRelations.Item($0) }
            }
            // Pages for anyone do not name archived items.
            if isPublic, relations.parent?.hasPage == false { relations.parent = nil }
            published[number] = (cursor.id, try publish(cursor, relations))
            // It is read once for its page and its lists.
            guard rowCache.hasRoom else { return }
            rowCache.keep([(orderKeys[number], try renderer.row(cursor))])
        }
        guard isWhole else { throw IndexError.outOfSync }
        return published.compactMap(\.self)
    }

    private func publish(_ cursor: ItemCursor, _ relations: ItemRelations) throws -> ItemPageRecord {
        let (bytes, pictures, missing) = try renderer.page(cursor, relations: relations)
        // A page leads to nothing that is not there yet.
        for picture in pictures {
            try photos.place(picture, worker: worker) { name in
                try index.with { connection, _ in try FileTable(connection: connection).fingerprint(of: name) }
            }
        }
        let id = cursor.id
        let fingerprint = try writer.put(bytes, named: PageName.item(id), worker: worker) {
            try index.with { connection, _ in
                try IndexedItemTable(connection: connection).find(id)?.page.fingerprint
            }
        }
        var names: [String] = []
        for picture in pictures where !names.contains(picture.name) { names.append(picture.name) }
        return ItemPageRecord(fingerprint: fingerprint, photos: names, missingPhotos: missing)
    }
}

extension ItemRelations.Item {
    fileprivate init(_ cursor: ItemCursor) {
        id = cursor.id
        name = cursor.text(.name).map { String(decoding: $0, as: UTF8.self) }
        hasPage = !cursor.flag(.archived)
    }
}
