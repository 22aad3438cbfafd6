import Database
package import FoundationEssentials
package import Inventory

/// The state of a store at one point in time. Later changes are not visible, however long it is read.
///
/// A snapshot and its cursors belong to one thread at a time.
package final class StoreSnapshot {
    let tables: StoreTables
    let immutable: ImmutableFile?
    /// The fields that items have no value of, whoever reads them: in lists, searches and totals, and in the journal.
    package let hidden: HiddenFields
    /// The files of documents, which no photo shows where documents are hidden.
    private(set) lazy var filesOfDocuments = Result { try tables.files.ofDocuments() }

    /// The latest change that is seen.
    package let revision: Revision
    /// The settings of the inventory.
    package let settings: InventorySettings

    /// The order of texts in the inventory's language.
    package var collation: Collation { Collation.of(settings.locale) }

    init(_ location: any StoreLocation, _ access: StoreAccess, without hidden: HiddenFields = []) throws {
        self.hidden = hidden
        immutable = access == .immutable ? ImmutableFile(location) : nil
        let database = try location.reader(access)
        try location.perform { try database.begin(.read) }
        tables = StoreTables(location.session(database), without: hidden)
        // The first read fixes the state that all later ones see.
        revision = try tables.journal.latestRevision()
        do { settings = try tables.settings.settings() } catch let error as StoreError {
            // The rows of an inventory that was deleted are not damaged.
            guard case .damaged = error else { throw error }
            throw location.refusal() ?? error
        }
        try immutable?.check()
    }

    /// The number of items, including archived ones.
    package var count: Int {
        get throws {
            let count = try tables.items.count()
            try immutable?.check()
            return count
        }
    }

    /// Whether an item with this id exists, even one with invalid fields.
    package func contains(_ id: UUID) throws -> Bool {
        let isFound = try tables.items.locate(id) != nil
        try immutable?.check()
        return isFound
    }

    /// The item with an id; nil for none.
    package func item(_ id: UUID) throws -> StoredItem? {
        let item = try tables.items.find(id)
        try immutable?.check()
        guard var visible = item?.without(hidden), hidden.contains(.documents) else { return item?.without(hidden) }
        visible.item = try withoutDocuments(visible.item)
        return visible
    }

    /// The item without documents, and without photos whose files are documents of this item or another one.
    package func withoutDocuments(_ item: Item) throws -> Item {
        var item = HiddenFields.documents.visible(item)
        let papers = try filesOfDocuments.get()
        item.photos.removeAll { papers.contains($0.hash) }
        return item
    }

    /// Refuses to compare or sort by fields that are hidden.
    /// - Throws: `hiddenField`.
    package func checkVisible(_ selection: Selection, _ order: ItemOrder = .ownerDefined) throws {
        if let field = hidden.field(in: selection, order) { throw StoreError.hiddenField(field) }
    }

    /// The other items that name an item as their parent, in the owner's order.
    package func parts(of id: UUID) throws -> [UUID] {
        let parts = try tables.items.parts(ofItem: id)
        try immutable?.check()
        return parts
    }

    /// The files that items have as photos or documents, each with one item that has it.
    package func files() throws -> [ContentHash: UUID] {
        var files: [ContentHash: UUID] = [:]
        try tables.files.forEach { hash, id in files[hash] = id }
        try immutable?.check()
        return files
    }

    /// The files that items have, or that undoing could restore to one.
    package func referencedFiles() throws -> Set<ContentHash> {
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
    /// - Throws: `hiddenField` if the selection compares one, or the order sorts by one.
    package func items(
        matching selection: Selection = .current, order: ItemOrder = .ownerDefined, grouping: ItemGrouping = .none,
        fields: ItemFieldSet = .all, lines: Range<Int>? = nil
    ) throws -> ItemCursor {
        try checkVisible(selection, order)
        var query = ItemQuery(selection, in: tables)
        let order = try query.order(order, grouping, sorted: values)
        let columns = ItemColumn.allCases.map { $0.isRead(in: fields) ? $0.name : "NULL" } + query.rows.columns
        let sql =
            "\(order.prefix)SELECT \(columns.joined(separator: ", ")) FROM \(tables.visibleItems)\(order.joins)\(query.condition)\(order.clause)"
        let statement = try tables.connection.cursor(sql, binding: query.values)
        return ItemCursor(statement, snapshot: self, fields: fields, rows: query.rows, lines: lines)
    }

    /// The most different texts by which a list is sorted without a column of sort keys, and their bytes.
    private static let maxSortedValues = 100_000
    private static let maxSortedBytes = 16 << 20

    /// The different texts of a column in their order: in a custom field, numbers and amounts by what they are worth.
    private func values(of column: ReportColumn, _ expression: String, _ query: ItemQuery) throws -> [String] {
        let statement = try tables.connection.cursor(
            "SELECT DISTINCT \(expression) FROM \(tables.visibleItems)\(query.condition)", binding: query.values)
        var texts: [String] = []
        var bytes = 0
        var kind = CustomFieldKind()
        while try statement.step() {
            guard let text = statement.bytes(0) else { continue }
            bytes += text.count
            guard texts.count < StoreSnapshot.maxSortedValues, bytes <= StoreSnapshot.maxSortedBytes else {
                throw StoreError.tooManySortedValues(column: column.optionName, limit: StoreSnapshot.maxSortedValues)
            }
            kind.see(text)
            texts.append(String(decoding: text, as: UTF8.self))
        }
        let sorted = collation.sorted(texts, by: \.self)
        return column.isOwn ? kind.sorted(sorted) : sorted
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

    func check() throws {
        guard location.fingerprint() == fingerprint else { throw StoreError.changedWhileReading(path: location.path) }
    }
}

extension ItemColumn {
    /// Whether a query that reads those fields needs the column.
    func isRead(in fields: ItemFieldSet) -> Bool {
        switch self {
        case .orderKey, .revision, .added, .id: true
        default:
            ItemField.allCases.contains { fields.contains($0) && ($0.column == self || $0.column.second == self) }
        }
    }
}

extension StoreSnapshot {
    /// The totals of a selection if the last change was an import that cached them; nil if they have to be counted. A
    /// caller that reads the items anyway verifies them with a ``TotalsCheck``.
    package func cachedSummary(matching selection: Selection = .current) throws -> StoreSummary? {
        guard hidden.isEmpty, selection.terms.isEmpty, selection.archived == .no,
            let cached = try tables.totals.totals(),
            cached.revision == revision
        else { return nil }
        return cached.summary
    }
}

/// Counts the totals of the items of a list that are not archived, and verifies cached totals against them.
package struct TotalsCheck {
    private let expected: ValueTotals
    private let path: String
    private var totals = ValueTotals()
    private let archived = CursorColumn(.archived)
    private let serialNumber = CursorColumn(.serialNumber)
    private let value = CursorColumn(.value)

    /// The fields that must be read of each item.
    package static let fields: [ItemField] = [.quantity, .value, .serialNumber, .archived]

    /// - Parameter summary: of the snapshot's items that are not archived.
    package init(of summary: StoreSummary, in snapshot: StoreSnapshot) {
        (expected, path) = (summary.totals, snapshot.tables.path)
    }

    /// Counts the cursor's item.
    /// - Throws: `overflow` or `outOfRange` if a sum leaves the range of 64 bits.
    package mutating func count(_ cursor: ItemCursor) throws(ValueError) {
        guard !cursor.flag(at: archived) else { return }
        let hasSerialNumber = cursor.text(at: serialNumber).map { !$0.isEmpty } ?? false
        try totals.add(
            quantity: cursor.quantity, value: cursor.money(at: value), hasSerialNumber: hasSerialNumber)
    }

    /// Must be called after the last item.
    /// - Throws: `cachedTotals` if the items have other totals.
    package func finish() throws {
        guard totals == expected else { throw StoreError.cachedTotals(path: path) }
    }
}

extension StoreSnapshot {
    /// The most names of custom fields that are told apart.
    private static let maxCustomFieldNames = 10_000

    /// The names of the custom fields that at least one item has, in the order of the inventory's language; found by reading all items.
    package func customFieldNames() throws -> [String] {
        let cursor = try items(matching: .everything, fields: ItemFieldSet([.customFields]))
        var names: Set<[UInt8]> = []
        while try cursor.next() {
            cursor.forEachCustomField { name, _ in
                if names.count < StoreSnapshot.maxCustomFieldNames { names.insert(Array(name)) }
            }
        }
        return collation.sorted(names.map { String(decoding: $0, as: UTF8.self) }, by: \.self)
    }
}

extension StoreSnapshot {
    /// The outcome of the change that was made under a key; nil for none.
    /// - Parameter requestFingerprint: if given, only a change of the same request; see
    ///   ``ChangeContext/requestFingerprint``.
    package func outcome(of key: IdempotencyKey, requestFingerprint: String? = nil) throws -> ChangeOutcome? {
        guard let known = try tables.keys.record(of: key),
            requestFingerprint == nil || known.matchesRequest(requestFingerprint)
        else { return nil }
        return ChangeOutcome(repeating: known)
    }

    /// The records of time stamps by their names; the one that waits for an answer has an empty name.
    package var stamps: [String: String] {
        get throws { try tables.settings.values(after: SettingsTable.stamps) }
    }

    /// The time of a change; nil if the journal does not have it.
    package func timestamp(of revision: Revision) throws -> Timestamp? {
        try tables.journal.timestamp(of: revision)
    }

    /// Distinguishes a change from one of the same number in another copy of the store: who made it, when, its kind, item
    /// and key. It never changes, and contains no values of items.
    /// - Returns: nil for a missing change.
    package func changeFingerprint(of revision: Revision) throws -> [UInt8]? {
        try tables.journal.changeFingerprint(of: revision)
    }
}

extension JournalTable {
    fileprivate func timestamp(of revision: Revision) throws -> Timestamp? {
        try connection.number(
            "SELECT moment FROM journal WHERE inventory = ?1 AND revision = ?2", .integer(revision.rawValue)
        ).map(Timestamp.init(clampedMilliseconds:))
    }

    fileprivate func changeFingerprint(of revision: Revision) throws -> [UInt8]? {
        try connection.first(
            "SELECT moment, kind, item, actor, key FROM journal WHERE inventory = ?1 AND revision = ?2",
            .integer(revision.rawValue)
        ) { row in
            let texts = [row.text(1), row.identifier(2)?.text, row.text(3), row.text(4)].map { $0 ?? "" }
            return Array("\(row.integer(0)) \(texts.joined(separator: "\n"))".utf8)
        }
    }
}

extension StoreSnapshot {
    /// Items whose external reference also identifies another item, with that other one: all but the first of those that
    /// share a reference, and those whose reference is another one's id. Only stores of earlier builds have such items.
    ///
    /// Files that name items by their reference cannot carry these.
    package func itemsWithoutOwnReference() throws -> [UUID: UUID] {
        var items: [UUID: UUID] = [:]
        try tables.items.forEachSharedReference { id, diagnostic in
            if case .taken(let other) = diagnostic { items[id] = other }
        }
        try immutable?.check()
        return items
    }
}

extension InventoryStore {
    /// Visits all items in their order. Ends at one that cannot be read, which changes to the store report.
    package func visitItems(_ visit: (Item) -> Void) {
        // The snapshot is released here: a dry run writes to a copy without a log, which waits until nobody reads.
        guard let cursor = try? snapshot().items(matching: .everything) else { return }
        while (try? cursor.next()) == true {
            if let item = try? cursor.item() { visit(item) }
        }
    }
}
