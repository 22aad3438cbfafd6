/// The idempotency keys of changes, each in the row of the change that was made under it.
struct IdempotencyKeyTable {
    let journal: JournalTable

    /// The change that was made under a key.
    func record(of key: IdempotencyKey) throws(StoreError) -> JournalRecord? {
        try journal.connection.first(
            "SELECT \(JournalTable.columns) FROM journal WHERE inventory = ?1 AND key = ?2", .text(key.rawValue)
        ) { row throws(StoreError) in try journal.record(in: row) }
    }
}
