package import Files
package import FoundationEssentials
import Glibc
package import Inventory
import JSON

/// Writes a Homebox collection that Homebox's own import accepts and ``HomeboxCollection`` reads back.
///
/// The rows have every column of Homebox's schema, and each reference leads to a row of the archive. Fields that Homebox
/// does not have become custom fields whose names begin with `homepwner.`, so that nothing is lost on the way back.
/// Memory grows with the numbers of locations, tags, categories and attachments only.
package final class HomeboxCollectionWriter {
    /// The fields that are written as custom fields if a column does not hold them.
    static let extraFields = Set(
        fieldsWithoutColumn + HomeboxTable.dates.map(\.field) + [
            .value, .purchasePrice, .salePrice, .location, .category, .assetIdentifier, .externalReference, .quantity,
            .dateCreated,
        ])
    private static let fieldsWithoutColumn =
        [.url]
        + HomeboxWriter.omittedFields.filter {
            // A collection has them, in other tables.
            ![.category, .dateCreated, .photos, .documents].contains($0)
        }
    /// Counts of minor units and of millionths below this are exact as binary numbers of Homebox.
    private static let exactLimit: Int64 = 1 << 46

    private let group: UUID
    private let currency: Currency
    private let timestamp: Timestamp
    private let isExported: (UUID) throws -> Bool
    private let rootLocation: (UUID) throws -> String?
    private let original: (ContentHash) throws -> String?
    private var tables: [HomeboxTable: HomeboxTableFile] = [:]
    private var names: [HomeboxTable: [String: UUID]] = [:]
    private var locations: [String: UUID] = [:]
    private var counters: [HomeboxTable: UInt64] = [:]
    private var files: [ZipWriter.File] = []
    private var locationType: UUID?

    /// The details that Homebox has no place for.
    package private(set) var losses = ExportLosses()
    /// The number of photos and documents whose files are not in the store; they are left out.
    package private(set) var missingFiles = 0

    /// - Parameters:
    ///   - group: the id of the inventory.
    ///   - currency: the currency of the columns of amounts; a collection names none.
    ///   - timestamp: the time of the export.
    ///   - isExported: whether an item is in the collection.
    ///   - rootLocation: the location of the item that contains an item and all around it.
    ///   - original: the path of a file; nil if the store does not have it.
    /// - Throws: `FileError` if the folder for temporary files cannot be written.
    package init(
        group: UUID, currency: Currency, timestamp: Timestamp, isExported: @escaping (UUID) throws -> Bool,
        rootLocation: @escaping (UUID) throws -> String?, original: @escaping (ContentHash) throws -> String?
    ) throws {
        (self.group, self.currency, self.timestamp) = (group, currency, timestamp)
        (self.isExported, self.rootLocation, self.original) = (isExported, rootLocation, original)
        for table in HomeboxTable.allCases { tables[table] = try HomeboxTableFile() }
    }

    /// Writes one item.
    /// - Throws: `FileError` if the folder for temporary files is full; the errors of the parameters.
    package func write(_ item: Item) throws {
        var extra: [(ItemField, FieldValue)] = []
        func keep(_ field: ItemField) { extra.append((field, item[field])) }
        for field in HomeboxCollectionWriter.fieldsWithoutColumn where item[field] != .none { keep(field) }
        for (_, field) in HomeboxTable.dates {
            if case .date(let day) = item[field], day.isApproximate || day.components.year == 1 { keep(field) }
        }
        if "\(item.dateCreated)".hasPrefix("0001-") { keep(.dateCreated) }
        let isExact = item.quantity.millionths < HomeboxCollectionWriter.exactLimit
        if !isExact { keep(.quantity) }
        let price = amount(item.value) ?? amount(item.purchase.price)
        if item.value != price { keep(.value) }
        if item.purchase.price != price { keep(.purchasePrice) }
        let sale = amount(item.sale.price)
        if item.sale.price != sale { keep(.salePrice) }
        let asset = assetNumber(item.assetIdentifier)
        if asset == 0, item.assetIdentifier != nil { keep(.assetIdentifier) }
        var type = HomeboxIndex.defaultType
        if let category = item.category {
            if category != type, category.unicodeScalars.count <= 255, !category.isEmpty {
                type = category
            } else {
                keep(.category)
            }
        }
        // An id in the column of references is taken for the item's own.
        let isPlainReference = item.externalReference.map { !$0.isEmpty && UUID(text: $0)?.text != $0 } ?? false
        if item.externalReference != nil, !isPlainReference { keep(.externalReference) }

        let place: (id: UUID?, path: String?)
        if let parent = item.parent, try isExported(parent) {
            place = (parent, try rootLocation(parent).map(normalized))
        } else {
            losses.note(.parent, if: item.parent != nil)
            place = try location(item.location)
        }
        if place.path != item.location { keep(.location) }

        var (notes, entries) = MaintenanceEntry.split(item.notes)
        // A cost in another currency can only be text.
        if entries.contains(where: { $0.cost.map { $0.currency != currency } ?? false }) {
            (notes, entries) = (item.notes, [])
        }
        var row = Entity(id: item.id, name: item.name, type: try typeID(type), parent: place.id)
        row.item = item
        // Without a reference, an item is known again by its id.
        row.reference = isPlainReference ? item.externalReference : item.id.text
        row.notes = notes
        row.quantity = isExact ? item.quantity : .one
        row.asset = asset
        (row.purchasePrice, row.salePrice) = (price, sale)
        try add(row)
        // A table holds a tag of an item once.
        let tags = item.tags.enumerated().filter { !$1.isEmpty && item.tags.firstIndex(of: $1) == $0 }.map(\.element)
        losses.note(.tags, if: tags.count < item.tags.count)
        for tag in tags {
            try tables[.tagEntities]?.add([("tag_id", id(try tagID(tag))), ("entity_id", id(item.id))])
        }
        for field in item.customFields { try add(field, to: item) }
        for (field, value) in extra {
            try add(
                CustomField(
                    name: HomeboxCollectionReader.fieldPrefix + field.path.joined(separator: "."),
                    value: value.description), to: item)
        }
        for entry in entries { try add(entry, to: item) }
        try addFiles(of: item)
    }

    /// Completes the tables.
    /// - Returns: the files of the archive, valid as long as this object.
    /// - Throws: `FileError` if the folder for temporary files is full.
    package func finish() throws -> [ZipWriter.File] {
        var counts: [JSONMember] = []
        var archive: [ZipWriter.File] = []
        for table in HomeboxTable.allCases {
            guard let file = tables[table] else { continue }
            try file.finish()
            counts.append(JSONMember(name: table.rawValue, value: .number(file.count)))
            archive.append(ZipWriter.File(name: "\(table.rawValue).json", path: file.path, isPacked: true))
        }
        let members = [
            JSONMember(name: "schemaVersion", value: .number(HomeboxCollection.schemaVersion)),
            JSONMember(name: "exportedAt", value: .string("\(timestamp)")),
            JSONMember(name: "groupId", value: id(group)), JSONMember(name: "counts", value: .object(counts)),
        ]
        let manifest = try TemporaryFile()
        try manifest.write(JSONValue.object(members).encoded)
        self.manifest = manifest
        return archive + files + [
            ZipWriter.File(name: HomeboxPackage.manifestName, path: manifest.path, isPacked: true)
        ]
    }

    private var manifest: TemporaryFile?

    // MARK: Values

    private func id(_ id: UUID?) -> JSONValue { .optional(id?.text) }

    private func day(_ day: CalendarDate?) -> JSONValue { .optional(day.map { "\($0.day)T00:00:00Z" }) }

    /// Returns an amount that a column can hold: in the currency of the file and more than 0.
    private func amount(_ money: Money?) -> Money? {
        money.flatMap {
            $0.currency == currency && $0.minorUnits > 0 && $0.minorUnits < HomeboxCollectionWriter.exactLimit
                ? $0 : nil
        }
    }

    /// Returns the number of a sticker in Homebox's form; 0 if it has another.
    private func assetNumber(_ text: String?) -> Int64 {
        guard let text, let number = Int64(text.filter { $0 != "-" }), number > 0,
            HomeboxCollectionReader.assetText(number) == text
        else { return 0 }
        return number
    }

    /// Returns the path as it is read back.
    private func normalized(_ location: String) -> String {
        names(of: location).joined(separator: " / ")
    }

    private func names(of location: String) -> [String] {
        location.split(separator: "/").map { String($0.trimmingSpaces()) }.filter { !$0.isEmpty }
    }

    // MARK: Rows

    private func newID(_ table: HomeboxTable) -> UUID {
        let number = counters[table, default: 0]
        counters[table] = number + 1
        let place = UInt64(HomeboxTable.allCases.firstIndex(of: table) ?? 0)
        let high: UInt64 = group.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        // A UUID of version 8 (RFC 9562, 5.8), the same from the same inventory each time.
        return UUID(high: high & ~0xFFFF | 0x8000 | place, low: 0x8000_0000_0000_0000 | number)
    }

    private func add(
        _ table: HomeboxTable, _ id: UUID, created: Timestamp? = nil, _ members: [(String, JSONValue)]
    ) throws(FileError) {
        let time = JSONValue.string("\(created ?? timestamp)")
        try tables[table]?.add(
            [("id", self.id(id)), ("created_at", time), ("updated_at", .string("\(timestamp)"))] + members)
    }

    private func typeID(_ name: String, isLocation: Bool = false) throws(FileError) -> UUID {
        if isLocation, let locationType { return locationType }
        if !isLocation, let known = names[.entityTypes]?[name] { return known }
        let new = newID(.entityTypes)
        if isLocation { locationType = new } else { names[.entityTypes, default: [:]][name] = new }
        try add(
            .entityTypes, new,
            [
                ("name", .string(name)), ("description", .null), ("is_location", .bool(isLocation)), ("icon", .null),
                ("entity_type_default_template", .null), ("group_entity_types", id(group)),
            ])
        return new
    }

    private func tagID(_ name: String) throws(FileError) -> UUID {
        if let known = names[.tags]?[name] { return known }
        let new = newID(.tags)
        names[.tags, default: [:]][name] = new
        try add(
            .tags, new,
            [
                ("name", .string(name)), ("description", .null), ("color", .null), ("icon", .null),
                ("group_tags", id(group)), ("tag_children", .null),
            ])
        return new
    }

    /// Returns the row of a location and its path as it is read back; writes those that are new.
    private func location(_ text: String?) throws(FileError) -> (id: UUID?, path: String?) {
        var parent: UUID?
        var path: String?
        for name in names(of: text ?? "") {
            path = path.map { "\($0) / \(name)" } ?? name
            guard let key = path else { continue }
            if let known = locations[key] {
                parent = known
                continue
            }
            let new = newID(.entities)
            locations[key] = new
            let type = try typeID("Location", isLocation: true)
            try add(Entity(id: new, name: name, type: type, parent: parent))
            parent = new
        }
        return (parent, path)
    }

    /// A row for an item or a location, which has a name, a type and a parent only.
    private struct Entity {
        let id: UUID
        let name: String
        let type: UUID
        let parent: UUID?
        var item: Item?
        var reference: String?
        var notes: String?
        var quantity = Quantity.one
        var asset: Int64 = 0
        var purchasePrice: Money?
        var salePrice: Money?
    }

    private func add(_ row: Entity) throws(FileError) {
        var members: [(String, JSONValue)] = [
            ("name", .string(row.name)), ("import_ref", .optional(row.reference)), ("notes", .optional(row.notes)),
            ("quantity", .number("\(row.quantity)")), ("asset_id", .number(row.asset)),
            ("sync_child_entity_locations", .bool(false)),
            ("purchase_price", .number(row.purchasePrice?.amountText ?? "0")),
            ("sold_price", .number(row.salePrice?.amountText ?? "0")),
            ("entity_children", id(row.parent)), ("entity_type_entities", id(row.type)), ("group_entities", id(group)),
        ]
        for (column, field) in HomeboxTable.texts + HomeboxTable.dates where field != .name {
            let value: JSONValue =
                switch row.item?[field] {
                case .text(let text): .string(text)
                case .date(let date): day(date)
                default: .null
                }
            members.append((column, value))
        }
        for (column, field) in HomeboxTable.flags { members.append((column, .bool(row.item?[field] == .flag(true)))) }
        try add(.entities, row.id, created: row.item?.dateCreated, members)
    }

    private func add(_ field: CustomField, to item: Item) throws(FileError) {
        try add(
            .entityFields, newID(.entityFields),
            [
                ("name", .string(field.name)), ("description", .null), ("type", .string("text")),
                ("text_value", .string(field.value)), ("number_value", .null), ("boolean_value", .bool(false)),
                ("time_value", .string("\(timestamp)")), ("entity_fields", id(item.id)),
            ])
    }

    private func add(_ entry: MaintenanceEntry, to item: Item) throws(FileError) {
        try add(
            .maintenanceEntries, newID(.maintenanceEntries),
            [
                ("date", day(entry.done)), ("scheduled_date", day(entry.planned)), ("name", .string(entry.name)),
                ("description", .optional(entry.description)), ("cost", .number(entry.cost?.amountText ?? "0")),
                ("entity_id", id(item.id)),
            ])
    }

    private func addFiles(of item: Item) throws {
        for photo in item.photos {
            losses.note(.photos, if: photo.caption != nil && photo.fileName != nil)
            try add(
                photo.hash, type: "photo", title: photo.caption ?? photo.fileName, photo.mediaType,
                isPrimary: photo.isPrimary, to: item)
        }
        for document in item.documents {
            let hasMore = document.number != nil || document.date != nil
            losses.note(.documents, if: hasMore || document.title != nil && document.fileName != nil)
            let type =
                switch document.kind {
                case .receipt, .manual, .warranty: document.kind.rawValue
                case .appraisal, .other: "attachment"
                }
            try add(
                document.hash, type: type, title: document.title ?? document.fileName, document.mediaType,
                isPrimary: false, to: item)
        }
    }

    private func add(
        _ hash: ContentHash, type: String, title: String?, _ mediaType: String, isPrimary: Bool, to item: Item
    ) throws {
        guard let path = try original(hash) else {
            missingFiles += 1
            return
        }
        let new = newID(.attachments)
        try add(
            .attachments, new,
            [
                ("type", .string(type)), ("primary", .bool(isPrimary)), ("title", .string(title ?? "")),
                // Homebox refuses a path outside of the group's folder.
                ("path", .string("\(group.text)/documents/\(hash)")), ("mime_type", .string(mediaType)),
                ("attachment_thumbnail", .null), ("entity_attachments", id(item.id)),
            ])
        files.append(ZipWriter.File(name: HomeboxPackage.attachmentFolder + new.text, path: path, isPacked: false))
    }
}

/// The tables of a Homebox collection, by the names of their files without `.json`, and their columns (Homebox 2026-08).
package enum HomeboxTable: String, CaseIterable, Sendable {
    case entityTypes = "entity_types"
    case entityTemplates = "entity_templates"
    case templateFields = "template_fields"
    case tags
    case entities
    case entityFields = "entity_fields"
    case maintenanceEntries = "maintenance_entries"
    case attachments
    case tagEntities = "tag_entities"
    case notifiers

    /// Whether an inventory has no place for the rows.
    var isLeftOut: Bool { self == .entityTemplates || self == .templateFields || self == .notifiers }

    /// The known columns; empty for tables that are left out.
    var columns: Set<String> { HomeboxTable.columns[self] ?? [] }

    private static let columns: [HomeboxTable: Set<String>] = {
        let common = ["id", "created_at", "updated_at"]
        let described = common + ["name", "description"]
        return [
            .entityTypes: Set(
                described + ["is_location", "icon", "entity_type_default_template", "group_entity_types"]),
            .tags: Set(described + ["color", "icon", "group_tags", "tag_children"]),
            .entities: Set(
                described + (texts + dates + flags).map(\.column) + [
                    "import_ref", "notes", "quantity", "asset_id", "sync_child_entity_locations", "purchase_price",
                    "sold_price", "entity_children", "entity_type_entities", "group_entities",
                ]),
            .entityFields: Set(
                described + ["type", "text_value", "number_value", "boolean_value", "time_value", "entity_fields"]),
            .maintenanceEntries: Set(described + ["date", "scheduled_date", "cost", "entity_id"]),
            .attachments: Set(
                common + [
                    "type", "primary", "title", "path", "mime_type", "attachment_thumbnail", "entity_attachments",
                ]),
            .tagEntities: ["tag_id", "entity_id"],
        ]
    }()

    /// The columns of entities that hold a text of an item, with their fields. Other texts are made of several columns.
    static let texts = columns(of: .text).filter { ![.url, .notes, .location, .assetIdentifier].contains($0.field) }
    /// The columns of entities that hold a day.
    static let dates = columns(of: .date)
    /// The columns of entities that hold a flag.
    static let flags = columns(of: .flag)

    /// Columns of entities have the names of the table that Homebox exports, without the prefix.
    private static func columns(of kind: ItemField.Kind) -> [(column: String, field: ItemField)] {
        HomeboxColumns.export.compactMap { name, target in
            guard case .field(let field) = target, field.kind == kind else { return nil }
            return (String(name.dropFirst("HB.".count)), field)
        }
    }
}

/// A table of a collection that is being written: a list of JSON objects in a file without a name.
final class HomeboxTableFile {
    private static let size = 1 << 16

    private let file: TemporaryFile
    private var json = JSONWriter()
    private(set) var count = 0

    /// A path of the file, valid as long as this object.
    var path: String { file.path }

    init() throws(FileError) {
        file = try TemporaryFile()
        json.open(.array)
    }

    /// Appends a row.
    func add(_ members: [(String, JSONValue)]) throws(FileError) {
        json.object { json in
            for (name, value) in members { json.add(name, value) }
        }
        count += 1
        if json.bytes.count >= HomeboxTableFile.size { try flush() }
    }

    /// Closes the list.
    func finish() throws(FileError) {
        json.close(.array)
        try flush()
    }

    private func flush() throws(FileError) {
        try file.write(Array(json.drain().utf8))
    }
}
