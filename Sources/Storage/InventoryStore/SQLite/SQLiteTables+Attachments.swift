import FoundationEssentials
import Inventory
import Localization

extension SQLiteTables {
    func forEachFile(_ body: (ContentHash, UUID) -> Void) throws(StoreError) {
        let rows = try database.prepare(
            "SELECT id, photos, documents FROM items WHERE photos IS NOT NULL OR documents IS NOT NULL")
        while try rows.step() {
            let photos = rows.isNull(1) ? [] : rows.bytes(1).flatMap(JournalJSON.photos)
            let documents = rows.isNull(2) ? [] : rows.bytes(2).flatMap(JournalJSON.documents)
            guard let id = rows.identifier(0), let photos, let documents else {
                throw .damaged(path: path, detail: said("store.attachmentsUnreadable"))
            }
            for hash in photos.map(\.hash) + documents.map(\.hash) { body(hash, id) }
        }
    }

    func filesInJournal() throws(StoreError) -> Set<ContentHash> {
        let rows = try database.prepare(
            """
            SELECT revision, edit, inverse FROM journal WHERE instr(edit, ?1) OR instr(inverse, ?1) \
            UNION ALL SELECT revision, edit, inverse FROM journal_parts WHERE instr(edit, ?1) OR instr(inverse, ?1)
            """)
        rows.bind(1, JournalJSON.hashPrefix)
        var found: Set<ContentHash> = []
        while try rows.step() {
            for column in [Int32(1), 2] {
                guard let payload = rows.bytes(column).flatMap(JournalJSON.payload) else {
                    throw .damagedJournal(Revision(rawValue: rows.integer(0)), path: path)
                }
                found.formUnion(payload.files)
            }
        }
        return found
    }
}

extension JournalPayload {
    /// The files of the photos and documents that the payload speaks of.
    fileprivate var files: [ContentHash] {
        var hashes = (item?.photos.map(\.hash) ?? []) + (item?.documents.map(\.hash) ?? [])
        if case .photos(let photos)? = fields?.changes[.photos] { hashes += photos.map(\.hash) }
        if case .documents(let documents)? = fields?.changes[.documents] { hashes += documents.map(\.hash) }
        return hashes
    }
}
