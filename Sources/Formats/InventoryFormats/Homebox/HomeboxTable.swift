import Inventory

/// The tables of a Homebox collection, by the names of their files without `.json`, and their columns (Homebox 2026-08).
public enum HomeboxTable: String, CaseIterable, Sendable {
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
