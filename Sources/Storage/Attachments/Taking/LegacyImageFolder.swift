import FoundationEssentials
package import Inventory
package import InventoryStore

/// The picture folder of the old iOS app, whose files are named after the ids of their items.
package final class LegacyImageFolder {
    private let paths: [(key: UUID, path: String)]
    /// The files whose names are not ids.
    package let unnamedFiles: [String]
    private let keys: Set<UUID>
    private var photos: [UUID: [PhotoReference]] = [:]
    private var known: [UUID: [PhotoReference]] = [:]
    private var met: Set<UUID> = []
    /// The names of the items that were read and have no picture in the folder.
    package private(set) var itemsWithoutPicture: [String] = []

    /// Lists the folder.
    /// - Throws: `folderNotFound` or `folderUnreadable`.
    package init(_ folder: String) throws {
        var paths: [(key: UUID, path: String)] = []
        var others: [String] = []
        for file in try FolderFile.files(in: folder) {
            if let key = file.names.first?.first.flatMap(UUID.init(uuidString:)) {
                paths.append((key, file.path))
            } else {
                others.append(file.path)
            }
        }
        self.paths = paths
        unnamedFiles = others
        keys = Set(paths.map(\.key))
    }

    /// Adds the pictures to the store, before the items are read.
    /// - Throws: `files` with all refused pictures; nothing is kept then.
    package func storePhotos(_ attachments: AttachmentStore, _ snapshot: StoreSnapshot) throws {
        let sources = paths.map { FileSource.path($0.path) }
        let records = try attachments.withIntake(sources, as: .photo) { records, _ in records }
        for ((key, path), record) in zip(paths, records) {
            photos[key, default: []].append(NewPhoto(.path(path)).reference(to: record))
            known[key] = try snapshot.item(key)?.item.photos
        }
    }

    /// Adds the pictures of an item that is being imported, beside those that it has.
    package func attach(to item: inout IncomingItem) {
        guard item.stated.contains(.id) else { return }
        let key = item.item.id
        guard keys.contains(key) else {
            itemsWithoutPicture.append(item.item.name)
            return
        }
        met.insert(key)
        guard let found = photos[key] else { return }
        item.item.photos = (item.item.photos + (known[key] ?? []) + found).normalized
        item.stated.insert(.photos)
    }

    /// The pictures whose item was not read, although their names are ids.
    package var unusedFiles: [String] { paths.filter { !met.contains($0.key) }.map(\.path) }
}
