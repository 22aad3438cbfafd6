import Attachments
import FoundationEssentials
import Inventory
import InventoryStore
import Localization

/// The folder in which the iOS app kept its pictures, each named by its item's id.
final class LegacyImageFolder {
    private let paths: [(key: UUID, path: String)]
    /// Files whose names are no keys.
    private let others: [String]
    private let keys: Set<UUID>
    private var photos: [UUID: [PhotoReference]] = [:]
    private var known: [UUID: [PhotoReference]] = [:]
    private var met: Set<UUID> = []
    private var without: [String] = []

    /// - Throws: that the folder cannot be read.
    init(_ folder: String) throws {
        var paths: [(key: UUID, path: String)] = []
        var others: [String] = []
        for file in try FolderFile.files(in: folder) {
            if let key = file.names.first.flatMap(UUID.init(uuidString:)) {
                paths.append((key, file.path))
            } else {
                others.append(file.path)
            }
        }
        self.paths = paths
        self.others = others
        keys = Set(paths.map(\.key))
    }

    /// Takes the pictures into the store, for the items that are then read.
    /// - Throws: all errors of the pictures; nothing is kept then.
    func storePhotos(_ attachments: AttachmentStore, _ snapshot: StoreSnapshot) throws {
        let sources = paths.map { FileSource.path($0.path) }
        let records = try attachments.withIntake(sources, as: .photo) { records, _ in records }
        for ((key, path), record) in zip(paths, records) {
            photos[key, default: []].append(NewPhoto(.path(path)).reference(to: record))
            known[key] = try snapshot.item(key)?.item.photos
        }
    }

    /// Adds the pictures with its id to an item that is being imported.
    func attach(to item: inout IncomingItem) {
        guard item.stated.contains(.id) else { return }
        let key = item.item.id
        guard keys.contains(key) else {
            without.append(item.item.name)
            return
        }
        met.insert(key)
        guard let found = photos[key] else { return }
        item.item.photos = (item.item.photos + (known[key] ?? []) + found).normalized
        item.stated.insert(.photos)
    }

    /// Prints which pictures have no item, and which items have no picture.
    /// - Returns: whether pictures were left out.
    @discardableResult
    func tell(on console: Console) -> Bool {
        for path in others { console.warn(localized("images.nameIsNoID", ["file": .text(path.onOneLine)])) }
        for (key, path) in paths where !met.contains(key) {
            console.warn(localized("images.noSuchItem", ["file": .text(path.onOneLine)]))
        }
        if !without.isEmpty {
            let names = without.prefix(20).map { "'\($0.onOneLine)'" }.joined(separator: ", ")
            let more =
                without.count > 20
                ? localized("list.andMore", ["count": .text(Phrases.grouped(without.count - 20))]) : ""
            console.warn(localized("images.itemsWithout", ["names": .text(names), "more": .text(more)]))
        }
        return paths.contains { !met.contains($0.key) }
    }
}
