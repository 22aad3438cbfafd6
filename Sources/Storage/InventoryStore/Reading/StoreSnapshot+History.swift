import Inventory

extension StoreSnapshot {
    /// What a change came to that was made under a key, nil where there is none.
    /// - Parameter asked: where given, only a change that was asked for in these words; see ``ChangeContext/asked``.
    public func outcome(of key: IdempotencyKey, requestFingerprint: String? = nil) throws(StoreError) -> ChangeOutcome?
    {
        guard let known = try tables.keys.record(of: key),
            requestFingerprint == nil || known.matchesRequest(requestFingerprint)
        else { return nil }
        return ChangeOutcome(repeating: known)
    }

    /// What tells a change from one of the same number in another copy of the store: who made it, when, of what kind,
    /// of which item and under what key. It never changes, and holds nothing of what items hold.
    /// - Returns: nil where there is no such change.
    public func changeFingerprint(of revision: Revision) throws(StoreError) -> [UInt8]? {
        try tables.journal.changeFingerprint(of: revision)
    }
}

extension JournalTable {
    fileprivate func changeFingerprint(of revision: Revision) throws(StoreError) -> [UInt8]? {
        let statement = try connection.statement(
            "SELECT moment, kind, item, actor, key FROM journal WHERE revision = ?2")
        defer { statement.reset() }
        statement.bind(2, revision.rawValue)
        guard try statement.step() else { return nil }
        let item = statement.identifier(2)?.text ?? ""
        let texts = [statement.text(1), item, statement.text(3), statement.text(4)].map { $0 ?? "" }
        return Array("\(statement.integer(0)) \(texts.joined(separator: "\n"))".utf8)
    }
}
