import FoundationEssentials
import Inventory
import InventoryStore

/// Compares every file of a folder with the index.
struct FolderCheck {
    /// Files that are missing or have other bytes than were published.
    private(set) var damaged: Set<String> = []
    private(set) var items: Set<UUID> = []
    private(set) var contents: [FileTable.Content] = []

    /// - Throws: an error of the system if a file cannot be read.
    init(_ folder: SiteFiles, _ connection: StoreConnection) throws {
        func isIntact(_ name: String, _ fingerprint: Fingerprint?) throws -> Bool {
            guard folder.holds(name), folder.isReadable(name) else { return false }
            return try folder.read(name).map(Fingerprint.init) == fingerprint
        }
        let table = IndexedItemTable(connection: connection)
        // In a transaction, so that a server returns the rows a part at a time.
        try connection.read {
            try table.forEachPage { id, fingerprint in
                let name = PageName.item(id)
                if try !isIntact(name, fingerprint) {
                    damaged.insert(name)
                    items.insert(id)
                }
            }
            try FileTable(connection: connection).forEach { name, fingerprint, content in
                if try !isIntact(name, fingerprint) {
                    damaged.insert(name)
                    contents.append(content)
                }
            }
        }
        // A picture is published with the page of an item that shows it.
        for name in damaged where name.hasPrefix("\(PublishedPicture.folder)/") {
            let photo = String(name.dropFirst(PublishedPicture.folder.utf8.count + 1))
            items.formUnion(try table.showing(photo))
        }
    }
}
