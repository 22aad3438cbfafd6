package import FoundationEssentials
package import Inventory
import JSON

/// Iterates over the items of a snapshot without making a `String` of fields that are not read.
///
///     let cursor = try snapshot.items()
///     while try cursor.next() { write(cursor.text(.name)) }
///
/// Bytes that are returned are valid until the next call of ``next()``. A field that was left out of the query reads as
/// missing; one with an invalid value makes the next call of ``next()`` fail.
package final class ItemCursor {
    private let statement: StoreStatement
    private let snapshot: StoreSnapshot
    private let fields: ItemFieldSet
    private let currencies = CurrencyCache()
    /// A statement that is stepped past its end would start again.
    private var isPastEnd = false
    /// A field of the row that was read and has an invalid value.
    private var damage: ItemField?

    /// The terms that are evaluated over the rows, whose columns follow those of the item.
    private let rows: TermEvaluator
    /// The items before the first one that is wanted, and the wanted ones that are left; nil for all.
    private var skipped: Int
    private var remaining: Int?

    init(
        _ statement: StoreStatement, snapshot: StoreSnapshot, fields: ItemFieldSet,
        rows: TermEvaluator = TermEvaluator(),
        lines: Range<Int>? = nil
    ) {
        (skipped, remaining) = (lines?.lowerBound ?? 0, lines?.count)
        self.statement = statement
        self.rows = rows
        self.snapshot = snapshot
        self.fields = fields
    }

    /// Moves to the next item; false after the last, and from then on.
    /// - Throws: `damagedField` if a field that was read of the item before has an invalid value.
    package func next() throws -> Bool {
        guard !isPastEnd else { return false }
        if let damage { throw StoreError.damagedField(damage, of: id, path: snapshot.tables.path) }
        while skipped > 0, try step() { skipped -= 1 }
        if !isPastEnd, remaining != 0, try step() {
            if let remaining { self.remaining = remaining - 1 }
            return true
        }
        if !isPastEnd { try end() }
        return false
    }

    /// Moves to the next item that the terms accept.
    private func step() throws -> Bool {
        while try statement.step() {
            if rows.accepts(statement, first: ItemColumn.allCases.count) { return true }
        }
        try end()
        return false
    }

    private func end() throws {
        isPastEnd = true
        try snapshot.immutable?.check()
    }

    /// Steps again after the statement was reset with other parameters.
    func restart() throws -> Bool {
        isPastEnd = false
        return try next()
    }

    /// The key of the owner's order: items with a smaller one come first.
    package var orderKey: Int64 { statement.integer(ItemColumn.orderKey.index) }

    /// The item's id.
    package var id: UUID {
        let bytes = idBytes
        return UUID(uuid: bytes.count == 16 ? bytes.loadUnaligned(as: uuid_t.self) : UUID.nothing.uuid)
    }

    /// The 16 bytes of the item's id.
    package var idBytes: UnsafeRawBufferPointer {
        statement.identifierBytes(ItemColumn.id.index) ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// The last change that touched the item.
    package var revision: Revision { Revision(rawValue: statement.integer(ItemColumn.revision.index)) }

    /// The UTF-8 of a text; nil if it is missing, and for fields of other kinds. Tags and custom fields return the JSON
    /// that is stored: `["a","b"]`, `[["name","value"]]`.
    package func text(_ field: ItemField) -> UnsafeBufferPointer<UInt8>? {
        switch field.kind {
        case .text, .tags, .customFields: statement.bytes(field.column.index)
        default: nil
        }
    }

    /// The UTF-8 of a text in a column that was looked up before; nil if it is missing.
    package func text(at place: CursorColumn) -> UnsafeBufferPointer<UInt8>? { statement.bytes(place.column.index) }

    /// A day in a column that was looked up before; nil if it is missing.
    package func date(at place: CursorColumn) -> CalendarDate? { day(place.field) }

    private func day(_ field: ItemField) -> CalendarDate? {
        statement.date(field.column) { damage = field }
    }

    /// An amount in a column that was looked up before; nil if it is missing.
    package func money(at place: CursorColumn) -> Money? { amount(place.column, place.field) }

    /// An amount; nil if it is missing.
    package func money(_ field: ItemField) -> Money? { amount(field.column, field) }

    /// An amount without a currency, or the reverse, is damage.
    @inline(__always) private func amount(_ column: ItemColumn, _ field: ItemField) -> Money? {
        guard let currency = column.currency else { return nil }
        if statement.isNull(column.index) {
            if !statement.isNull(currency.index) { damage = field }
            return nil
        }
        guard let money = statement.money(column, currencies) else {
            damage = field
            return nil
        }
        return money
    }

    /// The quantity.
    package var quantity: Quantity {
        let quantity = Quantity(millionths: statement.integer(ItemColumn.quantity.index))
        if quantity.millionths < 0 { damage = .quantity }
        return quantity
    }

    /// The time at which the item was recorded.
    package var dateCreated: Timestamp {
        let milliseconds = statement.integer(ItemColumn.dateCreated.index)
        if !Timestamp.isRepresentable(milliseconds: milliseconds) { damage = .dateCreated }
        return Timestamp(clampedMilliseconds: milliseconds)
    }

    /// A day; nil if it is missing.
    package func date(_ field: ItemField) -> CalendarDate? {
        field.kind == .date ? day(field) : nil
    }

    /// The value of a flag.
    package func flag(_ field: ItemField) -> Bool {
        guard field.kind == .flag else { return false }
        return flag(at: CursorColumn(field))
    }

    /// The value of a flag in a column that was looked up before.
    package func flag(at place: CursorColumn) -> Bool {
        let flag = statement.integer(place.column.index)
        if flag & ~1 != 0 { damage = place.field }
        return flag != 0
    }

    /// A rate; nil if it is missing.
    package func percentage(_ field: ItemField) -> Percentage? {
        guard field.kind == .percentage, let hundredths = statement.optionalInteger(field.column.index) else {
            return nil
        }
        if !(0...10_000).contains(hundredths) { damage = field }
        return Percentage(hundredths: hundredths)
    }

    /// Whether the item has photos; does not read them, unless some may be hidden.
    package var hasPhotos: Bool {
        snapshot.hidden.contains(.documents) ? !photos.isEmpty : !statement.isNull(ItemColumn.photos.index)
    }

    /// Whether the item has documents; does not read them.
    package var hasDocuments: Bool { !statement.isNull(ItemColumn.documents.index) }

    /// The item's photos in the owner's order.
    package var photos: [PhotoReference] {
        snapshot.hidden.contains(.documents) ? photosBesideDocuments : list(.photos, JournalJSON.photos)
    }

    /// Those of its photos whose files are not documents of this item or another one.
    package var photosBesideDocuments: [PhotoReference] {
        let photos = list(.photos, JournalJSON.photos)
        guard !photos.isEmpty else { return [] }
        guard case .success(let papers) = snapshot.filesOfDocuments else {
            damage = .documents
            return []
        }
        return photos.filter { !papers.contains($0.hash) }
    }

    /// The item's documents in the owner's order.
    package var documents: [DocumentReference] { list(.documents, JournalJSON.documents) }

    private func list<Element>(
        _ field: ItemField, _ read: (UnsafeBufferPointer<UInt8>) -> [Element]?
    ) -> [Element] {
        guard let json = statement.bytes(field.column.index) else { return [] }
        guard let list = read(json) else {
            damage = field
            return []
        }
        return list
    }

    /// The item that this one is part of.
    package var parent: UUID? { statement.identifier(ItemColumn.parent.index) }

    /// Visits the tags, each as UTF-8 that is valid during the call.
    package func forEachTag<Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        guard let json = statement.bytes(ItemColumn.tags.index) else { return }
        // Tags before the damage may be visited; the next row then fails.
        var isWhole = false
        defer { if !isWhole { damage = .tags } }
        var reader = JSONScanner(json)
        var scratch: [UInt8] = []
        guard reader.skip(UInt8(ascii: "[")) else { return }
        isWhole = reader.skip(UInt8(ascii: "]"))
        if isWhole { return }
        repeat {
            guard let tag = reader.rawText(&scratch) else { return }
            try tag.withBytes(scratch, body)
        } while reader.skip(UInt8(ascii: ","))
        isWhole = reader.skip(UInt8(ascii: "]"))
    }

    /// Visits the custom fields, name and value each as UTF-8 that is valid during the call.
    package func forEachCustomField<Failure: Error>(
        _ body: (_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        guard let json = statement.bytes(ItemColumn.customFields.index) else { return }
        var isWhole = false
        defer { if !isWhole { damage = .customFields } }
        var reader = JSONScanner(json)
        var names: [UInt8] = []
        var values: [UInt8] = []
        guard reader.skip(UInt8(ascii: "[")) else { return }
        isWhole = reader.skip(UInt8(ascii: "]"))
        if isWhole { return }
        repeat {
            guard reader.skip(UInt8(ascii: "[")), let name = reader.rawText(&names), reader.skip(UInt8(ascii: ",")),
                let value = reader.rawText(&values), reader.skip(UInt8(ascii: "]"))
            else { return }
            try name.withBytes(names) { name throws(Failure) in
                try value.withBytes(values) { value throws(Failure) in try body(name, value) }
            }
        } while reader.skip(UInt8(ascii: ","))
        isWhole = reader.skip(UInt8(ascii: "]"))
    }

    /// The whole item, of a query that reads all fields.
    package func item() throws -> Item { try storedItem().item }

    /// The whole item with its revision, of a query that reads all fields.
    package func storedItem() throws -> StoredItem {
        precondition(fields == .all, "a query that leaves out fields has no whole items")
        var stored = try statement.storedItem(currencies)
        stored.item.photos = photos
        return stored
    }
}

/// A field's column, looked up once for many rows.
package struct CursorColumn: Sendable {
    let column: ItemColumn
    let field: ItemField

    /// The column of a field.
    package init(_ field: ItemField) { (column, self.field) = (field.column, field) }
}

extension JSONScanner.RawText {
    func withBytes<Failure: Error>(
        _ scratch: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        switch self {
        case .slice(let bytes): try body(bytes)
        case .unescaped: try scratch.withUnsafeBufferPointer { bytes throws(Failure) in try body(bytes) }
        }
    }
}

extension UUID {
    fileprivate static let nothing = UUID(high: 0, low: 0)
}
