import Files
import Glibc
package import InventoryStore

/// The published folders that the index of an inventory knows.
package enum PublishedFolders {
    /// The folders that were not published since a revision, so that they may still show what was removed at it.
    ///
    /// Of a folder that was removed the index keeps the path alone.
    /// - Returns: the folders that are here, and those that are not: on a disk that is not mounted, or on another machine,
    ///   whose name is then part of it.
    package static func outdated(
        of store: InventoryStore, since revision: Revision
    ) throws -> (here: [String], elsewhere: [String]) {
        let connection = try store.openSiteConnection()
        return try places(in: store, of: connection) { site, folder, isRemoved in
            guard isRemoved else { return folder.revision < revision || folder.state != .complete }
            // It may come back, as on a disk that is mounted there at times.
            connection.site = site
            try connection.emptyFolder(folder)
            return false
        }
    }

    /// All folders that were not removed.
    /// - Returns: as ``outdated(of:since:)``.
    package static func all(of store: InventoryStore) throws -> (here: [String], elsewhere: [String]) {
        try places(in: store, of: store.openSiteConnection(reads: true)) { _, _, isRemoved in !isRemoved }
    }

    private static func places(
        in store: InventoryStore, of connection: StoreConnection,
        where isMeant: (_ site: Int64, IndexedFolder, _ isRemoved: Bool) throws -> Bool
    ) throws -> (here: [String], elsewhere: [String]) {
        var places: (here: [String], elsewhere: [String]) = ([], [])
        for (site, folder) in try connection.folders() {
            let path = store.localPath(of: folder.path)
            guard try isMeant(site, folder, path.map(Folder.isRemoved) ?? false) else { continue }
            if let path, access(path, F_OK) == 0 || ![ENOENT, ENOTDIR].contains(errno) {
                places.here.append(path)
            } else {
                places.elsewhere.append(path ?? folder.path)
            }
        }
        return places
    }
}
