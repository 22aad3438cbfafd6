import FoundationEssentials
import Inventory
import InventoryFormats
import InventoryStore
import JSON

extension JSONWriter {
    /// An item with its revision, as the command line writes it.
    mutating func write(_ stored: StoredItem, as name: String? = nil) {
        object(name) { json in
            ItemJSON.writeMembers(of: stored.item, to: &json)
            json.add("revision", stored.revision.rawValue)
        }
    }

    /// The members that describe a conflict.
    mutating func write(_ conflict: ItemConflict) {
        add("id", conflict.item.text)
        add("revision", conflict.revision.rawValue)
        array("fields") { json in
            for field in conflict.fields {
                json.object { json in
                    json.add("field", field.field.name)
                    json.array("path") { json in
                        for name in field.field.path { json.add(.string(name)) }
                    }
                    ItemJSON.write(field.base, as: "base", to: &json)
                    ItemJSON.write(field.theirs, as: "theirs", to: &json)
                    ItemJSON.write(field.yours, as: "yours", to: &json)
                }
            }
        }
    }

    mutating func write(_ obstacle: UndoDiagnostic) {
        object { json in
            switch obstacle.kind {
            case .field(let field, let id):
                json.add("kind", "field")
                json.add("id", id.text)
                json.add("field", field.name)
            case .place(let id):
                json.add("kind", "place")
                json.add("id", id.text)
            case .removed(let id):
                json.add("kind", "removed")
                json.add("id", id.text)
            case .added(let id):
                json.add("kind", "added")
                json.add("id", id.text)
            case .parent(_, let id):
                json.add("kind", "parent")
                json.add("id", id.text)
                json.add("field", ItemField.parent.name)
            case .reference(_, let id):
                json.add("kind", "reference")
                json.add("id", id.text)
                json.add("field", ItemField.externalReference.name)
            case .setting(let name):
                json.add("kind", "setting")
                json.add("field", name)
            }
            if let revision = obstacle.revision { json.add("revision", revision.rawValue) }
        }
    }

    mutating func write(_ changes: StoreChanges) {
        object { json in
            json.add("revision", changes.revision.rawValue)
            json.array("items") { json in
                for id in changes.items { json.add(.string(id.text)) }
            }
            json.array("removed") { json in
                for id in changes.removed { json.add(.string(id.text)) }
            }
            json.add("reordered", changes.isReordered)
            json.add("settings", changes.changesSettings)
            json.add("everything", changes.requiresFullReload)
        }
    }

    mutating func write(_ entry: JournalEntry) {
        object { json in
            json.add("revision", entry.revision.rawValue)
            json.add("moment", entry.timestamp.description)
            json.add("actor", entry.actor)
            json.add("kind", entry.kind.rawValue)
            if let id = entry.item { json.add("id", id.text) }
            if let name = entry.name { json.add("name", name) }
            if let fields = entry.edit?.fields, !fields.isEmpty {
                json.array("fields") { json in
                    for field in fields { json.add(.string(field.name)) }
                }
            }
            if let counts = entry.counts { json.write(counts) }
            if let revision = entry.undoes { json.add("undoes", revision.rawValue) }
            if let revision = entry.undoneBy { json.add("undoneBy", revision.rawValue) }
        }
    }
}

extension JSONWriter {
    private mutating func write(_ counts: ImportCounts) {
        add("added", counts.added)
        add("updated", counts.updated)
        add("unchanged", counts.unchanged)
    }

    /// The outcome of a change.
    mutating func write(_ result: EditResult, _ name: String? = nil) {
        object(name) { json in
            json.add("revision", result.outcome.revision.rawValue)
            json.add("repeated", result.outcome.isRepeat)
            if let id = result.outcome.item { json.add("id", id.text) }
            if let item = result.item { json.write(item, as: "item") }
            if let counts = result.outcome.counts { json.write(counts) }
            if !result.outcome.refused.isEmpty {
                json.array("refused") { json in
                    for obstacle in result.outcome.refused { json.write(obstacle) }
                }
            }
        }
    }
}
