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
        var outdated: (here: [String], elsewhere: [String]) = ([], [])
        for (site, folder) in try connection.folders() {
            let path = store.localPath(of: folder.path)
            if let path, Folder.isRemoved(path) {
                // It may come back, as on a disk that is mounted there at times.
                connection.site = site
                try connection.emptyFolder(folder)
            } else if folder.revision < revision || folder.state != .complete {
                if let path, access(path, F_OK) == 0 || ![ENOENT, ENOTDIR].contains(errno) {
                    outdated.here.append(path)
                } else {
                    outdated.elsewhere.append(path ?? folder.path)
                }
            }
        }
        return outdated
    }
}
