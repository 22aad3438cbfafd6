import FoundationEssentials
import Inventory
import JSON

/// Reads the items of a Homebox collection.
final class HomeboxCollectionReader: ItemEntrySource {
    /// The beginning of names of custom fields that hold fields that Homebox does not have; see
    /// ``HomeboxCollectionWriter``.
    static let fieldPrefix = "homepwner."

    private let index: HomeboxIndex
    private let attached: [String: AttachedFile]
    private let options: ImportOptions
    private let rows: HomeboxRows?
    private var identifiers = ItemIDGenerator()
    let rejectsHeader = RejectedRow.documentHeader
    let totalBytes: Int64? = nil

    /// - Parameter attached: the files that are in the store, by their names in the archive.
    init(
        _ collection: HomeboxCollection, attached: [String: AttachedFile], options: ImportOptions
    ) throws(InventoryFileError) {
        index = collection.index
        self.attached = attached
        self.options = options
        rows = try HomeboxPackage(path: collection.path, name: collection.name).rows(of: .entities)
    }

    var bytesRead: Int64 { rows?.bytesRead ?? 0 }

    func next() throws(InventoryFileError) -> ImportEntry? {
        while let rows, let row = try rows.next() {
            let id = try row.id()
            if index.locations.contains(id) { continue }
            return entry(row, id, source: rows.source, line: rows.line)
        }
        return nil
    }

    private func entry(_ row: HomeboxRow, _ id: UUID, source: [UInt8], line: Int) -> ImportEntry {
        var builder = ItemBuilder(identifiers: &identifiers, options: options)
        for (column, field) in HomeboxTable.texts { builder.read(row, column, field) }
        for (column, field) in HomeboxTable.dates { builder.read(row, column, field) }
        for (column, field) in HomeboxTable.flags { builder.read(row, column, field) }
        readNotes(row, id, into: &builder)
        readNumbers(row, into: &builder)
        if let type = row["entity_type_entities"].string.flatMap(UUID.init(text:)),
            let category = index.category(ofType: type)
        {
            builder.take(.category, .text(category), path: "entity_types.name")
        }
        readCreation(row, into: &builder)
        builder.take(.tags, .tags(index.tags(of: id)), path: "tags.name")
        let placement = index.placement(of: id)
        builder.take(.location, placement.location.map(FieldValue.text) ?? FieldValue.none, path: "entity_children")
        var parentReference: String?
        switch placement.parent.map(index.recognition) {
        case .id(let parent): builder.take(.parent, .identifier(parent), path: "entity_children")
        case .reference(let reference):
            parentReference = reference
            builder.take(.parent, .none, path: "entity_children")
        case nil: builder.take(.parent, .none, path: "entity_children")
        }
        switch index.recognition(of: id) {
        case .id(let own): builder.take(.id, .identifier(own), path: "id")
        case .reference(let reference): builder.take(.externalReference, .text(reference), path: "import_ref")
        }
        readCustomFields(id, into: &builder)
        attach(index.files[id] ?? [], to: &builder)
        let entry = builder.entry(
            place: row.number, line: line, source: source, allowsNegativeAmounts: true)
        guard case .item(var item) = entry else { return entry }
        item.parentReference = parentReference
        return .item(item)
    }

    private func readNotes(_ row: HomeboxRow, _ id: UUID, into builder: inout ItemBuilder) {
        guard let entries = index.maintenance[id] else { return builder.read(row, "notes", .notes) }
        switch row["notes"] {
        case .null, .string:
            let notes = row["notes"].string.flatMap { $0.isEmpty ? nil : $0 }
            builder.take(
                .notes, MaintenanceEntry.append(entries, to: notes).map(FieldValue.text) ?? FieldValue.none,
                path: "notes")
        default: builder.read(row, "notes", .notes)
        }
    }

    private func readNumbers(_ row: HomeboxRow, into builder: inout ItemBuilder) {
        if row["quantity"] != .null {
            if let (units, _) = HomeboxRow.units(row["quantity"], decimals: 6) {
                if units < 0 {
                    builder.report(.negativeQuantity, path: "quantity")
                } else {
                    builder.take(.quantity, .quantity(Quantity(millionths: units)), path: "quantity")
                }
            } else {
                builder.report(.expected(.json(.quantity)), path: "quantity")
            }
        }
        builder.readAmount(row, "purchase_price", [.value, .purchasePrice], options.currency)
        builder.readAmount(row, "sold_price", [.salePrice], options.currency)
        switch HomeboxRow.units(row["asset_id"], decimals: 0) {
        case (let number, false)? where number > 0:
            builder.take(.assetIdentifier, .text(HomeboxCollectionReader.assetText(number)), path: "asset_id")
        case (...0, false)?: break
        default:
            if row["asset_id"] != .null { builder.report(.expected(.json(.quantity)), path: "asset_id") }
        }
    }

    /// The number on a sticker as Homebox shows it: `000-042`.
    static func assetText(_ number: Int64) -> String {
        let digits = String(number)
        let text = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
        return "\(text.prefix(3))-\(text.dropFirst(3))"
    }

    /// Reads a time of SQLite or PostgreSQL; year 1 means "none".
    private func readCreation(_ row: HomeboxRow, into builder: inout ItemBuilder) {
        let text = row["created_at"].string
        if row["created_at"] == .null || text == "" || text?.hasPrefix("0001-") == true { return }
        guard let created = text.flatMap({ ByteView.of(Array($0.utf8)[...], DateCellParser.timestamp) }) else {
            return builder.report(.expected(.json(.timestamp)), path: "created_at")
        }
        builder.take(.dateCreated, .timestamp(created), path: "created_at")
    }

    private func readCustomFields(_ id: UUID, into builder: inout ItemBuilder) {
        var own: [CustomField] = []
        for field in index.fields[id] ?? [] {
            guard field.name.hasPrefix(HomeboxCollectionReader.fieldPrefix),
                let target = ItemFieldNames.fields[
                    String(field.name.dropFirst(HomeboxCollectionReader.fieldPrefix.count))],
                HomeboxCollectionWriter.extraFields.contains(target)
            else {
                own.append(field)
                continue
            }
            builder.restate(target, parsing: field.value, path: field.name)
        }
        builder.take(.customFields, .customFields(own), path: "entity_fields")
    }

    private func attach(_ files: [HomeboxFile], to builder: inout ItemBuilder) {
        var photos: [PhotoReference] = []
        var documents: [DocumentReference] = []
        for file in files {
            switch attached[file.name] {
            case .photo(let photo): photos.append(photo)
            case .document(let document): documents.append(document)
            case nil: break
            }
        }
        if !photos.isEmpty { builder.take(.photos, .photos(photos.normalized), path: "attachments") }
        if !documents.isEmpty { builder.take(.documents, .documents(documents.normalized), path: "attachments") }
    }
}

extension ItemBuilder {
    /// States a field and sets it.
    fileprivate mutating func take(_ field: ItemField, _ value: FieldValue, path: String) {
        if state(field, path: path) { set(field, to: value, path: path) }
    }

    /// Sets a field that may be stated already to a value in plain text.
    fileprivate mutating func restate(_ field: ItemField, parsing text: String, path: String) {
        if !stated.contains(field) { _ = state(field, path: path) }
        if text.isEmpty {
            set(field, to: .none, path: path)
        } else {
            set(field, parsing: text, currency: nil, path: path)
        }
    }

    /// Reads a text, a day or a flag.
    fileprivate mutating func read(_ row: HomeboxRow, _ column: String, _ field: ItemField) {
        let value: FieldValue?
        switch (field.kind, row[column]) {
        case (.text, .null): value = field == .name ? .text("") : FieldValue.none
        case (.text, .string(let text)): value = .text(text)
        case (.date, let cell): value = HomeboxRow.day(cell).map { $0.map(FieldValue.date) ?? FieldValue.none }
        case (.flag, let cell): value = HomeboxRow.flag(cell).map(FieldValue.flag)
        default: value = nil
        }
        guard let value else { return report(.expected(.json(field.kind)), path: column) }
        take(field, value, path: column)
    }

    /// Reads a price. Homebox writes 0 for "none", so 0 leaves the fields as they are.
    fileprivate mutating func readAmount(
        _ row: HomeboxRow, _ column: String, _ fields: [ItemField], _ currency: Currency
    ) {
        guard row[column] != .null else { return }
        guard let (units, _) = HomeboxRow.units(row[column], decimals: currency.fractionDigits) else {
            return report(.expected(.json(.money)), path: column)
        }
        guard units >= 0 else { return report(.negativeAmount, path: column) }
        guard units > 0 else { return }
        for field in fields { take(field, .money(Money(minorUnits: units, currency: currency)), path: column) }
    }
}
