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
        let statement = try connection.statement(
            "SELECT moment, kind, item, actor, key FROM journal WHERE inventory = ?1 AND revision = ?2")
        defer { statement.reset() }
        statement.bind(2, revision.rawValue)
        guard try statement.step() else { return nil }
        let item = statement.identifier(2)?.text ?? ""
        let texts = [statement.text(1), item, statement.text(3), statement.text(4)].map { $0 ?? "" }
        return Array("\(statement.integer(0)) \(texts.joined(separator: "\n"))".utf8)
    }
}
