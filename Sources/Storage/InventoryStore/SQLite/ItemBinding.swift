import CSQLite
import FoundationEssentials
import Inventory

/// Puts items into the parameters of statements, all texts of a row in one reused buffer.
///
/// Texts are bound without a copy of SQLite's own, so a row must be stepped before the next is bound.
struct ItemBinder: ~Copyable {
    private var buffer: UnsafeMutableRawPointer
    private var capacity = 16 << 10
    private var used = 0

    init() { buffer = .allocate(byteCount: capacity, alignment: 16) }

    deinit { buffer.deallocate() }

    /// Binds every column of an item.
    /// - Throws: `value` for a text that items do not take, see ``Item/checked(_:)``.
    mutating func bind(
        _ item: borrowing Item, at location: ItemLocation, to statement: Statement
    ) throws(StoreError) {
        for text in item.tags { _ = try size(text, .tags) }
        for field in item.customFields {
            _ = (try size(field.name, .customFields), try size(field.value, .customFields))
        }
        let tags = item.tags.isEmpty ? nil : JournalJSON.tags(item.tags)
        let customFields = item.customFields.isEmpty ? nil : JournalJSON.customFields(item.customFields)
        let photos = item.photos.isEmpty ? nil : JournalJSON.photos(item.photos)
        let documents = item.documents.isEmpty ? nil : JournalJSON.documents(item.documents)
        try reserve(
            item,
            extra: (tags?.count ?? 0) + (customFields?.count ?? 0) + (photos?.count ?? 0) + (documents?.count ?? 0))
        sqlite3_clear_bindings(statement.handle)
        bind(.orderKey, location.orderKey, statement)
        bind(.revision, location.revision.rawValue, statement)
        bind(.added, location.added.rawValue, statement)
        bind(.archived, item.archived ? 1 : 0, statement)
        bind(.quantity, item.quantity.millionths, statement)
        bind(.value, item.value, statement)
        bind(.dateCreated, item.dateCreated.milliseconds, statement)
        bind(.location, item.location, statement)
        bind(.category, item.category, statement)
        bind(.serialNumber, item.serialNumber, statement)
        bind(.name, item.name, statement)
        bind(.id, item.id, statement)
        if let tags { bind(.tags, tags, statement) }
        bind(.assetIdentifier, item.assetIdentifier, statement)
        bind(.insured, item.insured ? 1 : 0, statement)
        bind(.purchaseDate, item.purchase.date, statement)
        bind(.purchasePrice, item.purchase.price, statement)
        bind(.manufacturer, item.manufacturer, statement)
        bind(.modelNumber, item.modelNumber, statement)
        bind(.url, item.url, statement)
        if let parent = item.parent { bind(.parent, parent, statement) }
        bind(.condition, item.condition, statement)
        bind(.externalReference, item.externalReference, statement)
        bind(.purchasePlace, item.purchase.place, statement)
        bind(.purchaseReceiptNumber, item.purchase.receiptNumber, statement)
        bind(.replacementValue, item.replacementValue, statement)
        if let depreciation = item.depreciation { bind(.depreciation, depreciation.hundredths, statement) }
        bind(.warrantyExpires, item.warranty.expires, statement)
        bind(.warrantyLifetime, item.warranty.lifetime ? 1 : 0, statement)
        bind(.warrantyDetails, item.warranty.details, statement)
        bind(.saleDate, item.sale.date, statement)
        bind(.salePrice, item.sale.price, statement)
        bind(.saleTo, item.sale.to, statement)
        bind(.saleNotes, item.sale.notes, statement)
        bind(.description, item.description, statement)
        bind(.notes, item.notes, statement)
        if let customFields { bind(.customFields, customFields, statement) }
        if let photos { bind(.photos, photos, statement) }
        if let documents { bind(.documents, documents, statement) }
    }

    /// Binds some fields of an item, its position and its revision.
    /// - Throws: `value` for a text that items do not take, see ``Item/checked(_:)``.
    mutating func bind(
        _ item: borrowing Item, _ fields: [ItemField], at location: ItemLocation, to statement: Statement
    ) throws(StoreError) {
        // Each text is copied by SQLite: there are few.
        bind(.orderKey, location.orderKey, statement)
        bind(.revision, location.revision.rawValue, statement)
        for field in fields {
            let index = field.column.parameter
            switch item[field] {
            case .none: break
            case .text(let text):
                _ = try size(text, field)
                statement.bind(index, text)
            case .money(let amount):
                statement.bind(index, amount.minorUnits)
                if let currency = field.column.currency { statement.bind(currency.parameter, amount.currency.code) }
            case .quantity(let quantity): statement.bind(index, quantity.millionths)
            case .percentage(let percentage): statement.bind(index, percentage.hundredths)
            case .timestamp(let timestamp): statement.bind(index, timestamp.milliseconds)
            case .date(let day): statement.bind(index, Int64(day.daysSinceEpoch))
            case .flag(let flag): statement.bind(index, flag ? 1 : 0)
            case .identifier(let id): statement.bind(index, id)
            case .tags(let tags):
                for text in tags { _ = try size(text, field) }
                statement.bind(index, JournalJSON.tags(tags))
            case .customFields(let fields):
                for one in fields { _ = (try size(one.name, field), try size(one.value, field)) }
                statement.bind(index, JournalJSON.customFields(fields))
            case .photos(let photos): statement.bind(index, JournalJSON.photos(photos))
            case .documents(let documents): statement.bind(index, JournalJSON.documents(documents))
            }
        }
    }

    /// Makes room for all texts of an item, so that the buffer does not move while it is filled.
    private mutating func reserve(_ item: borrowing Item, extra: Int) throws(StoreError) {
        // The key and the parent and four codes of currencies stand in the buffer too.
        var count = 64 + extra
        count += try size(item.name, .name) + size(item.serialNumber, .serialNumber)
        count += try size(item.location, .location) + size(item.category, .category)
        count += try size(item.assetIdentifier, .assetIdentifier) + size(item.url, .url)
        count += try size(item.manufacturer, .manufacturer) + size(item.modelNumber, .modelNumber)
        count += try size(item.description, .description) + size(item.notes, .notes)
        count += try size(item.condition, .condition) + size(item.purchase.place, .purchasePlace)
        count += try size(item.purchase.receiptNumber, .purchaseReceiptNumber)
        count += try size(item.warranty.details, .warrantyDetails) + size(item.sale.to, .saleTo)
        count += try size(item.sale.notes, .saleNotes) + size(item.externalReference, .externalReference)
        used = 0
        guard count > capacity else { return }
        capacity = max(count, 2 * capacity)
        buffer.deallocate()
        buffer = .allocate(byteCount: capacity, alignment: 16)
    }

    private func size(_ text: String?, _ field: ItemField) throws(StoreError) -> Int {
        guard let text else { return 0 }
        do throws(ValueError) {
            return try Item.checked(text).utf8.count
        } catch {
            throw .value(field: field, error)
        }
    }

    private func bind(_ column: ItemColumn, _ value: Int64, _ statement: Statement) {
        sqlite3_bind_int64(statement.handle, column.parameter, value)
    }

    private func bind(_ column: ItemColumn, _ date: CalendarDate?, _ statement: Statement) {
        guard let date else { return }
        sqlite3_bind_int64(statement.handle, column.parameter, Int64(date.daysSinceEpoch))
    }

    private mutating func bind(_ column: ItemColumn, _ text: String?, _ statement: Statement) {
        guard let text else { return }
        let copied: Void? = text.utf8.withContiguousStorageIfAvailable { bind(column, text: $0, statement) }
        if copied == nil { bind(column, Array(text.utf8), statement) }
    }

    private mutating func bind(_ column: ItemColumn, _ bytes: [UInt8], _ statement: Statement) {
        bytes.withUnsafeBufferPointer { bind(column, text: $0, statement) }
    }

    private mutating func bind(_ column: ItemColumn, _ amount: Money?, _ statement: Statement) {
        guard let amount, let currency = column.currency else { return }
        sqlite3_bind_int64(statement.handle, column.parameter, amount.minorUnits)
        let (first, second, third) = amount.currency.codeBytes
        withUnsafeBytes(of: (first, second, third)) { bytes in
            bind(currency, text: bytes.assumingMemoryBound(to: UInt8.self), statement)
        }
    }

    private mutating func bind(_ column: ItemColumn, text bytes: UnsafeBufferPointer<UInt8>, _ statement: Statement) {
        let place = append(UnsafeRawBufferPointer(bytes))
        sqlite3_bind_text64(
            statement.handle, column.parameter, place.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), nil,
            UInt8(SQLITE_UTF8))
    }

    private mutating func bind(_ column: ItemColumn, _ id: UUID, _ statement: Statement) {
        withUnsafeBytes(of: id.uuid) { bytes in
            _ = sqlite3_bind_blob(statement.handle, column.parameter, append(bytes), 16, nil)
        }
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer {
        let target = buffer + used
        if let start = bytes.baseAddress { target.copyMemory(from: start, byteCount: bytes.count) }
        used += bytes.count
        return UnsafeRawPointer(target)
    }
}
