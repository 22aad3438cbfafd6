/// The tables of one inventory, by concern.
struct StoreTables {
    let connection: StoreConnection
    let items: ItemTable
    let orderKeyTable: OrderKeyTable
    let journal: JournalTable
    let keys: IdempotencyKeyTable
    let settings: SettingsTable
    let totals: CachedTotalsTable
    let files: FileReferenceTable

    init(_ connection: StoreConnection) {
        self.connection = connection
        items = ItemTable(connection)
        orderKeyTable = OrderKeyTable(connection: connection)
        journal = JournalTable(connection: connection)
        keys = IdempotencyKeyTable(journal: journal)
        settings = SettingsTable(connection: connection)
        totals = CachedTotalsTable(settings: settings)
        files = FileReferenceTable(connection: connection)
    }

    /// The store as errors name it: its folder, or its address on a server.
    var path: String { connection.path }
}
