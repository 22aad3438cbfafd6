import Inventory

extension StoreSnapshot {
    /// The outcome of the change that was made under a key; nil if there is none.
    /// - Parameter requestFingerprint: if given, only a change of the same request; see
    ///   ``ChangeContext/requestFingerprint``.
    public func outcome(of key: IdempotencyKey, requestFingerprint: String? = nil) throws(StoreError) -> ChangeOutcome?
    {
        guard let known = try tables.keys.record(of: key),
            requestFingerprint == nil || known.matchesRequest(requestFingerprint)
        else { return nil }
        return ChangeOutcome(repeating: known)
    }

    /// Distinguishes a change from one of the same number in another copy of the store: who made it, when, its kind, item
    /// and key. It never changes, and contains no values of items.
    /// - Returns: nil if there is no such change.
    public func changeFingerprint(of revision: Revision) throws(StoreError) -> [UInt8]? {
        try tables.journal.changeFingerprint(of: revision)
    }
}

extension JournalTable {
    fileprivate func changeFingerprint(of revision: Revision) throws(StoreError) -> [UInt8]? {
        try connection.first(
            "SELECT moment, kind, item, actor, key FROM journal WHERE inventory = ?1 AND revision = ?2",
            .integer(revision.rawValue)
        ) { row in
            let texts = [row.text(1), row.identifier(2)?.text, row.text(3), row.text(4)].map { $0 ?? "" }
            return Array("\(row.integer(0)) \(texts.joined(separator: "\n"))".utf8)
        }
    }
}
