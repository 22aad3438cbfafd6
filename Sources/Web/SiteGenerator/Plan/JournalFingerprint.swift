import InventoryStore

/// Tells the history that a publication shows from another of as many changes, as a copy of a store or one that was
/// restored from a backup has after it went its own way.
enum JournalFingerprint {
    /// The fingerprint of what tells a change from others; empty where there is none of that number.
    static func fingerprint(of revision: Revision, in snapshot: StoreSnapshot) throws(StoreError) -> String {
        try snapshot.changeFingerprint(of: revision).map { Fingerprint($0).text } ?? ""
    }
}
