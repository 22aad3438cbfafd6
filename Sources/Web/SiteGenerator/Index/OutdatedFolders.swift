import Glibc
public import InventoryStore

/// The published folders that the index of an inventory knows.
public enum PublishedFolders {
    /// The folders that were not published since a revision, so that they still show what was removed by then.
    ///
    /// A folder that is not there any more is taken out of the index.
    public static func outdated(of store: InventoryStore, since revision: Revision) throws -> [String] {
        let connection = try SiteConnection(try store.openConnection(), path: store.path)
        var outdated: [String] = []
        for (site, folder) in try connection.folders() {
            if access(folder.path, F_OK) != 0, errno == ENOENT {
                connection.site = site
                try connection.removeFolder()
            } else if folder.revision < revision || folder.state != .complete {
                outdated.append(folder.path)
            }
        }
        return outdated
    }
}
