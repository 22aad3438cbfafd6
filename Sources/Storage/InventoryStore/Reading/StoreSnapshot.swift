import Database
public import FoundationEssentials
public import Inventory

/// The state of a store at one point in time. Later changes are not visible, however long it is read.
///
/// A snapshot and its cursors belong to one thread at a time.
public final class StoreSnapshot {
    let tables: StoreTables
    let immutable: ImmutableFile?

    /// The latest change that is seen.
    public let revision: Revision
    /// The settings of the inventory.
    public let settings: InventorySettings

    init(_ location: any StoreLocation, _ access: StoreAccess) throws(StoreError) {
        immutable = access == .immutable ? ImmutableFile(location) : nil
        let database = try location.reader(access)
        try location.perform { () throws(DatabaseError) in try database.begin(.read) }
        tables = StoreTables(location.session(database))
        // The first read fixes the state that all later ones see.
        revision = try tables.journal.latestRevision()
        settings = try tables.settings.settings()
        try immutable?.check()
    }

    /// The number of items, including archived ones.
    public var count: Int {
        get throws(StoreError) {
            let count = try tables.items.count()
            try immutable?.check()
            return count
        }
    }

    /// Whether an item with this id exists, even one with invalid fields.
    public func contains(_ id: UUID) throws(StoreError) -> Bool {
        let isFound = try tables.items.locate(id) != nil
        try immutable?.check()
        return isFound
    }

    /// The item with an id; nil if there is none.
    public func item(_ id: UUID) throws(StoreError) -> StoredItem? {
        let item = try tables.items.find(id)
        try immutable?.check()
        return item
    }

    /// The files that items have as photos or documents, each with one item that has it.
    public func files() throws(StoreError) -> [ContentHash: UUID] {
        var files: [ContentHash: UUID] = [:]
        try tables.files.forEach { hash, id in files[hash] = id }
        try immutable?.check()
        return files
    }

    /// The files that items have, or that undoing could restore to one.
    public func referencedFiles() throws(StoreError) -> Set<ContentHash> {
        try tables.files.inJournal().union(files().keys)
    }

    /// The items of a selection in order; with a grouping, group after group.
    ///
    /// - Parameters:
    ///   - selection: which items.
    ///   - order: the sort keys; texts without regard to case, missing values last, then the owner's order.
    ///   - grouping: the field that makes groups, which are sorted by name; items without one come last.
    ///   - fields: the fields that will be read; leaving out the others makes a long list faster.
    ///   - lines: the items of the list that are wanted, by their places from 0; nil for all.
    public func items(
        matching selection: Selection = .current, order: ItemOrder = .ownerDefined, grouping: ItemGrouping = .none,
        fields: ItemFieldSet = .all, lines: Range<Int>? = nil
    ) throws(StoreError) -> ItemCursor {
        let query = ItemQuery(selection, dialect: tables.connection.dialect)
        let columns = ItemColumn.allCases.map { $0.isRead(in: fields) ? $0.name : "NULL" } + query.rows.columns
        let sql =
            "SELECT \(columns.joined(separator: ", ")) FROM items\(query.condition)\(ItemQuery.order(order, grouping))"
        let statement = try tables.connection.cursor(sql, binding: query.values)
        return ItemCursor(statement, snapshot: self, fields: fields, rows: query.rows, lines: lines)
    }
}

/// Makes sure that a file read without locks is not written meanwhile.
final class ImmutableFile {
    private let location: any StoreLocation
    private let fingerprint: [Int]

    init(_ location: any StoreLocation) {
        self.location = location
        fingerprint = location.fingerprint()
    }

    func check() throws(StoreError) {
        guard location.fingerprint() == fingerprint else { throw .changedWhileReading(path: location.path) }
    }
}

extension ItemColumn {
    /// Whether a query that reads those fields needs the column.
    func isRead(in fields: ItemFieldSet) -> Bool {
        switch self {
        case .orderKey, .revision, .added, .id: true
        default:
            ItemField.allCases.contains { fields.contains($0) && ($0.column == self || $0.column.currency == self) }
        }
    }
}
