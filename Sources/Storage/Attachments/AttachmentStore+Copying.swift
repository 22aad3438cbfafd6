import Files
import Glibc
public import Inventory
import InventoryStore

extension AttachmentStore {
    /// Copies the originals to which this store's items and journal refer, once these were copied from another store.
    /// Pictures are made again when they are needed.
    /// - Returns: the number of originals that were copied, and those that the other store does not have.
    /// - Throws: `files` with `changed` for an original whose bytes do not match its hash; errors of either store.
    public func copyOriginals(from other: AttachmentStore) throws(AttachmentError) -> (
        copied: Int, missing: [ContentHash]
    ) {
        let needed: Set<ContentHash>
        do throws(StoreError) { needed = try store.snapshot().referencedFiles() } catch { throw .store(error) }
        var (copied, missing) = (0, [ContentHash]())
        guard !needed.isEmpty else { return (copied, missing) }
        try wrappingPhotoErrors { () throws(PhotoError) in
            try files.makeFolders()
            for hash in needed.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) where !files.has(hash) {
                if other.files.has(hash) {
                    try files.copyOriginal(hash, from: other.files)
                    copied += 1
                } else {
                    missing.append(hash)
                }
            }
            try PhotoError.wrapping { () throws(FileError) in try Folder.flush(files.folder) }
        }
        return (copied, missing)
    }
}
