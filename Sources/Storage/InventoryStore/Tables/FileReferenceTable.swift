import FoundationEssentials
import Inventory

/// The photos and documents that items have and the journal mentions.
struct FileReferenceTable {
    let connection: StoreConnection

    /// Visits the files of all items, in no order.
    func forEach(_ body: (ContentHash, UUID) -> Void) throws(StoreError) {
        let rows = try connection.cursor(
            "SELECT id, photos, documents FROM items WHERE inventory = ?1 AND (photos IS NOT NULL OR documents IS NOT NULL)"
        )
        while try rows.step() {
            let photos = rows.isNull(1) ? [] : rows.bytes(1).flatMap(JournalJSON.photos)
            let documents = rows.isNull(2) ? [] : rows.bytes(2).flatMap(JournalJSON.documents)
            guard let id = rows.identifier(0), let photos, let documents else {
                throw .damaged(path: connection.path, .unreadableAttachments)
            }
            for hash in photos.map(\.hash) + documents.map(\.hash) { body(hash, id) }
        }
    }

    /// The files that the journal mentions.
    func inJournal() throws(StoreError) -> Set<ContentHash> {
        let rows = try connection.cursor(
            """
            SELECT revision, edit, inverse FROM journal WHERE inventory = ?1 AND (edit LIKE ?2 OR inverse LIKE ?2) \
            UNION ALL SELECT revision, edit, inverse FROM journal_parts \
            WHERE inventory = ?1 AND (edit LIKE ?2 OR inverse LIKE ?2)
            """, .text("%\(JournalJSON.hashPrefix)%"))
        var found: Set<ContentHash> = []
        while try rows.step() {
            for column in [1, 2] {
                guard let payload = rows.bytes(column).flatMap(JournalJSON.payload) else {
                    throw .damagedJournal(Revision(rawValue: rows.integer(0)), path: connection.path)
                }
                found.formUnion(payload.files)
            }
        }
        return found
    }
}

extension JournalPayload {
    /// The files of the photos and documents in the payload.
    var files: [ContentHash] {
        var hashes = (item?.photos.map(\.hash) ?? []) + (item?.documents.map(\.hash) ?? [])
        if case .photos(let photos)? = fields?.changes[.photos] { hashes += photos.map(\.hash) }
        if case .documents(let documents)? = fields?.changes[.documents] { hashes += documents.map(\.hash) }
        return hashes
    }
}
