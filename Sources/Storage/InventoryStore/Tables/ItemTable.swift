import Database
package import FoundationEssentials
package import Inventory
package import Message

/// The rows of items.
final class ItemTable {
    let connection: StoreConnection
    let currencies = CurrencyCache()
    /// Compiled once, and found without hashing its long text: an import runs it for every row.
    private var insertion: StoreStatement?
    /// Likewise, as an import looks for another holder of each reference.
    private var holder: StoreStatement?
    /// The ids of all items, and by the hash value of each reference the item that has it, nil if several may, while an
    /// import fills an empty inventory in a database that loads rows in bulk: asking it about each row would end the bulk.
    private var known: (ids: Set<UUID>, holders: [Int: UUID?])?
    /// By the columns that are set, as bits.
    private var updates: [UInt64: StoreStatement] = [:]

    /// The collation of the rows' sort keys; see ``StoreTables/sortItems(by:)``. Only writers ask for it.
    lazy var collation = Collation.of(InventorySettings.usualLocale)

    init(_ connection: StoreConnection) { self.connection = connection }

    // Finding

    func find(_ id: UUID) throws -> StoredItem? { try find(id, excluding: []) }

    /// Finds an item of which some fields are about to be replaced; what cannot be read there counts as not stated.
    func find(_ id: UUID, excluding replacedFields: [ItemField]) throws -> StoredItem? {
        try connection.first(ItemTable.selection, .id(id)) { row in
            try row.storedItem(currencies, excluding: replacedFields)
        }
    }

    /// Asks for an item ahead of ``find(_:)``.
    func prefetch(_ id: UUID) throws { try connection.statement(ItemTable.selection, .id(id)).prefetch() }

    private static let selection = "SELECT \(ItemColumn.list) FROM items WHERE inventory = ?1 AND id = ?2"

    func forEach(added revision: Revision, _ body: (StoredItem) throws -> Void) throws {
        let rows = try connection.cursor(
            "SELECT \(ItemColumn.list) FROM items WHERE inventory = ?1 AND added = ?2 ORDER BY position",
            .integer(revision.rawValue))
        while try rows.step() { try body(try rows.storedItem(currencies)) }
    }

    /// The last items before an order key, the last first; those that a change added are read whole.
    func last(
        before orderKey: Int64, limit: Int, added revision: Revision
    ) throws -> [(place: OrderKeyTable.Neighbour, item: StoredItem?)] {
        try connection.all(
            """
            SELECT \(ItemColumn.list) FROM items WHERE inventory = ?1 AND position < ?2 ORDER BY position DESC LIMIT ?3
            """, .integer(orderKey), .integer(Int64(limit))
        ) { row in
            let isAdded = row.integer(ItemColumn.added.index) == revision.rawValue
            return (
                OrderKeyTable.Neighbour(
                    orderKey: row.integer(ItemColumn.orderKey.index), item: row.identifier(ItemColumn.id.index)),
                isAdded ? try row.storedItem(currencies) : nil
            )
        }
    }

    func forEach(_ body: (StoredItem) throws -> Void) throws {
        let rows = try connection.cursor("SELECT \(ItemColumn.list) FROM items WHERE inventory = ?1 ORDER BY position")
        while try rows.step() { try body(try rows.storedItem(currencies)) }
    }

    func locate(_ id: UUID) throws -> ItemLocation? {
        try connection.first(
            "SELECT position, revision, added FROM items WHERE inventory = ?1 AND id = ?2", .id(id)
        ) { ItemLocation($0) }
    }

    /// The ids that belong to items, found 64 at a time: each question to a server is a round trip.
    func present(of ids: [UUID]) throws -> Set<UUID> {
        let atOnce = 64
        let parameters = (0..<atOnce).map { "?\(2 + $0)" }.joined(separator: ", ")
        let sql = "SELECT id FROM items WHERE inventory = ?1 AND id IN (\(parameters))"
        var present: Set<UUID> = []
        for start in stride(from: 0, to: ids.count, by: atOnce) {
            try connection.forEach(sql, binding: ids[start...].prefix(atOnce).map { .id($0) }) { row in
                if let id = row.identifier(0) { present.insert(id) }
            }
        }
        return present
    }

    /// Whether an item with an id exists.
    func contains(_ id: UUID) throws -> Bool {
        if let known { return known.ids.contains(id) }
        return try locate(id) != nil
    }

    /// Finds the first item that has an external reference.
    func locate(reference: String) throws -> ItemLocation? {
        if let known, known.holders[reference.hashValue] == nil { return nil }
        return try connection.first(
            """
            SELECT position, revision, added FROM items WHERE inventory = ?1 AND \(hasReference) \
            ORDER BY \(firstPosition) LIMIT 1
            """, .text(reference)
        ) { ItemLocation($0) }
    }

    /// The number of items. Without a condition SQLite counts an index instead of reading the rows.
    func count() throws -> Int {
        let condition = connection.dialect.sharesTables ? " WHERE inventory = ?1" : ""
        return Int(try connection.number("SELECT count(*) FROM items\(condition)") ?? 0)
    }

    // Writing

    /// Inserts a new item.
    /// - Returns: false if its id is taken.
    func insert(_ item: Item, at location: ItemLocation) throws -> Bool {
        let statement = try insertionStatement()
        do throws {
            try statement.bind(item, at: location, collation)
        } catch {
            // What was bound so far must not become part of the next row.
            statement.reset()
            throw error
        }
        if known != nil {
            guard known?.ids.insert(item.id).inserted == true else {
                statement.reset()
                return false
            }
            note(item.externalReference, of: item.id)
        }
        return try statement.run() > 0
    }

    /// Begins or ends the filling of an empty inventory, in which nothing else is changed.
    func setFilling(_ isFilling: Bool) {
        let isBulk = isFilling && connection.dialect.sharesTables
        guard isBulk != (known != nil) else { return }
        known = isBulk ? ([], [:]) : nil
        insertion = nil
    }

    private func note(_ reference: String?, of id: UUID) {
        guard known != nil, let reference, !reference.isEmpty else { return }
        let holder = known?.holders.updateValue(id, forKey: reference.hashValue)
        if let holder, holder != id { known?.holders[reference.hashValue] = .some(nil) }
    }

    private func insertionStatement() throws -> StoreStatement {
        if let insertion {
            insertion.bind(1, connection.inventory)
            return insertion
        }
        let compiled = try connection.insertion(
            into: "items",
            columns: ["inventory"] + ItemColumn.allCases.map(\.name) + DerivedColumn.allCases.map(\.name),
            onConflict: known == nil ? .ignore(key: Schema.key("id", connection.dialect)) : .fail)
        insertion = compiled
        return compiled
    }

    /// Writes the fields of an item that changed, and its revision, into the row at its order key.
    func update(_ item: Item, _ fields: [ItemField], at location: ItemLocation) throws {
        if fields.contains(.externalReference) { note(item.externalReference, of: item.id) }
        let statement = try updateStatement(fields)
        do throws {
            try statement.bind(item, fields, at: location, collation)
        } catch {
            statement.reset()
            throw error
        }
        try statement.runLater()
    }

    /// A statement that sets only the given fields and the revision: indexes of other columns are left alone.
    private func updateStatement(_ fields: [ItemField]) throws -> StoreStatement {
        let columns = fields.reduce(into: UInt64(0)) { $0 |= 1 << UInt64($1.column.rawValue) }
        if let known = updates[columns] {
            known.bind(1, connection.inventory)
            return known
        }
        // Clients choose the fields, so the combinations that are kept are limited.
        if updates.count >= 64 { updates = [:] }
        let named = [.revision] + fields.map(\.column).flatMap { [$0, $0.second].compactMap(\.self) }
        let derived = fields.flatMap(DerivedColumn.columns)
        let assignments =
            named.map { "\($0.name) = ?\($0.parameter)" } + derived.map { "\($0.name) = ?\($0.parameter)" }
        let compiled = try connection.ownStatement(
            "UPDATE items SET \(assignments.joined(separator: ", ")) WHERE inventory = ?1 AND position = ?2")
        compiled.bind(1, connection.inventory)
        updates[columns] = compiled
        return compiled
    }

    func updateParent(_ parent: UUID, at orderKey: Int64) throws {
        try connection.run(
            "UPDATE items SET parent = ?3 WHERE inventory = ?1 AND position = ?2", .integer(orderKey), .id(parent))
    }

    func delete(at orderKey: Int64) throws {
        try connection.statement("DELETE FROM items WHERE inventory = ?1 AND position = ?2", .integer(orderKey))
            .runLater()
    }

    /// Moves an item to another order key.
    func relocate(from orderKey: Int64, to location: ItemLocation) throws {
        try connection.run(
            "UPDATE items SET position = ?3, revision = ?4 WHERE inventory = ?1 AND position = ?2", .integer(orderKey),
            .integer(location.orderKey), .integer(location.revision.rawValue))
    }
}

// Parents and references
extension ItemTable {
    /// The parent of an item, nil if it has none or is not there.
    func parent(of id: UUID) throws -> UUID? {
        try connection.first("SELECT parent FROM items WHERE inventory = ?1 AND id = ?2", .id(id)) { $0.identifier(0) }
    }

    /// The items that others name as their parent.
    func parents() throws -> Set<UUID> {
        var parents: Set<UUID> = []
        let rows = try connection.cursor(
            "SELECT DISTINCT parent FROM items WHERE inventory = ?1 AND parent IS NOT NULL")
        while try rows.step() { if let parent = rows.identifier(0) { parents.insert(parent) } }
        return parents
    }

    /// The other items that name an item as their parent.
    func parts(ofItem id: UUID) throws -> [UUID] {
        try connection.all(
            "SELECT id FROM items WHERE inventory = ?1 AND parent = ?2 AND id <> ?2 ORDER BY position", .id(id)
        ) { $0.identifier(0) }
    }

    /// An item other than the given one that has the external reference.
    func holder(ofReference reference: String, excluding id: UUID) throws -> UUID? {
        if let known {
            guard let only = known.holders[reference.hashValue], only != id else { return nil }
        }
        let statement = try holderStatement()
        defer { statement.reset() }
        statement.bind(2, reference)
        statement.bind(3, id)
        return try statement.step() ? statement.identifier(0) : nil
    }

    private func holderStatement() throws -> StoreStatement {
        if let holder {
            holder.bind(1, connection.inventory)
            return holder
        }
        let compiled = try connection.statement(
            """
            SELECT id FROM items WHERE inventory = ?1 AND \(hasReference) AND id <> ?3 \
            ORDER BY \(firstPosition) LIMIT 1
            """)
        holder = compiled
        return compiled
    }

    /// The order of the items of one reference. SQLite's index has them in it, and need not sort. With the bare column
    /// PostgreSQL, while it has no statistics of the table, reads all items in their order until it finds the reference.
    private var firstPosition: String { connection.dialect.sharesTables ? "position + 0" : "position" }

    /// The condition that parameter 2 is an item's external reference, so that an index finds it.
    private var hasReference: String {
        connection.dialect.equals("external_reference", "?2")
    }

    /// Whether the external reference of some item has the length of an id's text.
    func hasReferencesLikeIDs() throws -> Bool {
        let like = "external_reference IS NOT NULL AND length(external_reference) = 36"
        return try connection.number("SELECT 1 FROM items WHERE inventory = ?1 AND \(like) LIMIT 1") != nil
    }

    /// Visits the items that have an external reference, those of one reference together, in the owner's order.
    func forEachReference(_ body: (_ reference: String, _ orderKey: Int64) throws -> Void) throws {
        let rows = try connection.cursor(
            "SELECT external_reference, position FROM items WHERE inventory = ?1 AND external_reference IS NOT NULL ORDER BY 1, 2"
        )
        while try rows.step() { try body(rows.text(0) ?? "", rows.integer(1)) }
    }
}

/// The order key of an item, and the changes that added and last touched it.
struct ItemLocation: Equatable {
    /// The key of the owner's order; neighbours are mostly ``OrderKeys/gap`` apart.
    var orderKey: Int64
    /// The change that touched the item last.
    var revision: Revision
    /// The change that added it.
    var added: Revision
}

extension ItemLocation {
    /// Reads `position, revision, added`.
    init(_ row: StoreStatement) {
        self.init(
            orderKey: row.integer(0), revision: Revision(rawValue: row.integer(1)),
            added: Revision(rawValue: row.integer(2)))
    }
}

/// An item as a store holds it.
package struct StoredItem: Equatable, Sendable {
    /// The item.
    package var item: Item
    /// The revision of the last change that touched it: its ETag.
    package var revision: Revision
    var orderKey: Int64
    var added: Revision

    var location: ItemLocation { ItemLocation(orderKey: orderKey, revision: revision, added: added) }

    /// The same without values of hidden fields.
    package func without(_ hidden: HiddenFields) -> StoredItem {
        var stored = self
        stored.item = hidden.visible(item)
        return stored
    }
}

/// Why an item cannot have a reference or an id: a file that names it could mean another item as well.
package enum DuplicateReferenceDiagnostic: Equatable, Sendable {
    /// Another item has the external reference, or has it as its id.
    case taken(by: UUID)
    /// Another item has this one's id as its external reference.
    case idTaken(by: UUID)

    /// The other item.
    package var other: UUID {
        switch self {
        case .taken(let other), .idTaken(let other): other
        }
    }
}

extension ItemTable {
    /// Why an item cannot have an external reference; nil if it can.
    func diagnostic(ofReference reference: String?, for id: UUID) throws -> DuplicateReferenceDiagnostic? {
        guard let reference, !reference.isEmpty else { return nil }
        if let holder = try holder(ofReference: reference, excluding: id) { return .taken(by: holder) }
        guard let other = UUID(reference: reference), other != id, try locate(other) != nil else { return nil }
        return .taken(by: other)
    }

    /// Why an item cannot have its external reference or its id; nil if it can.
    func diagnostic(ofReferenceOrID item: Item) throws -> DuplicateReferenceDiagnostic? {
        if let diagnostic = try diagnostic(ofReference: item.externalReference, for: item.id) { return diagnostic }
        return try diagnostic(ofID: item.id)
    }

    /// Why an item cannot have an id; nil if it can.
    func diagnostic(ofID id: UUID) throws -> DuplicateReferenceDiagnostic? {
        try holder(ofReference: id.reference, excluding: id).map(DuplicateReferenceDiagnostic.idTaken)
    }
}

extension UUID {
    /// The id in files that have one column for ids and references.
    var reference: String { text }

    /// Reads a reference that has the form of an id; nil if it has not.
    init?(reference: String) {
        guard reference.utf8.count == 36 else { return nil }
        self.init(lowercase: reference.utf8.span)
    }
}

extension ItemTable {
    /// Visits the items whose reference also identifies another item: all but the first of those that share one, and
    /// those whose reference is another one's id. Stores of earlier builds may have such items.
    func forEachSharedReference(_ body: (UUID, DuplicateReferenceDiagnostic) throws -> Void) throws {
        var first: (reference: [UInt8], orderKey: Int64)?
        try forEachReference { reference, orderKey in
            guard !reference.isEmpty else { return }
            let bytes = Array(reference.utf8)
            var other: UUID?
            if let first, first.reference == bytes {
                other = try OrderKeyTable(connection: connection).identifier(at: first.orderKey)
            } else {
                first = (bytes, orderKey)
            }
            let referencedID = UUID(reference: reference)
            guard other != nil || referencedID != nil,
                let id = try OrderKeyTable(connection: connection).identifier(at: orderKey)
            else { return }
            if other == nil, let referencedID, referencedID != id, try locate(referencedID) != nil {
                other = referencedID
            }
            if let other { try body(id, .taken(by: other)) }
        }
    }
}

extension DuplicateReferenceDiagnostic: MessageConvertible {
    package var message: Message {
        switch self {
        case .taken(let other): Message("store.reference.taken", ["item": other.text])
        case .idTaken(let other): Message("store.reference.idTaken", ["item": other.text])
        }
    }

    /// The message about an item that is known by its place in a file.
    func message(otherAt place: Message) -> Message {
        switch self {
        case .taken: Message("store.reference.takenInFile", ["place": place])
        case .idTaken: Message("store.reference.idTakenInFile", ["place": place])
        }
    }

    /// The field that the message is about.
    package var field: ItemField {
        switch self {
        case .taken: .externalReference
        case .idTaken: .id
        }
    }
}

// Computed columns
extension ItemTable {
    /// Fills the computed columns of all items.
    func computeColumns() throws {
        let columns = DerivedColumn.allCases
        let sources = columns.map(\.field.column.name).joined(separator: ", ")
        let assignments = columns.enumerated().map { "\($1.name) = ?\($0 + 3)" }.joined(separator: ", ")
        let update = try connection.ownStatement(
            "UPDATE items SET \(assignments) WHERE inventory = ?1 AND position = ?2")
        var from = Int64.min
        while true {
            // In batches, so that no row is changed while a query stands on it.
            let batch: [(orderKey: Int64, values: [[UInt8]?])] = try connection.all(
                "SELECT position, \(sources) FROM items WHERE inventory = ?1 AND position >= ?2 ORDER BY position LIMIT 1000",
                .integer(from)
            ) { row in
                let values = columns.indices.map { index in
                    row.bytes(index + 1).flatMap { columns[index].value(of: $0, collation) }
                }
                return (row.integer(0), values)
            }
            guard let last = batch.last else { return }
            for (orderKey, values) in batch {
                update.bind(1, connection.inventory)
                update.bind(2, orderKey)
                for (index, value) in values.enumerated() {
                    if let value { update.bind(index + 3, bytes: value) }
                }
                try update.run()
            }
            guard last.orderKey < .max else { return }
            from = last.orderKey + 1
        }
    }
}
