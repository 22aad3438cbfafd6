import FoundationEssentials
import Inventory
import InventoryStore

extension ResponseJSONWriter {
    /// The members of an item and the objects they stand in, named once for all.
    private static let members: [Member] = {
        var groups: [(name: String, kept: ResponseJSONKey)] = []
        return ItemField.tabular.filter { $0 != .id }.map { field in
            let path = field.path
            if path.count > 1, groups.last?.name != path[0] { groups.append((path[0], ResponseJSONKey(kept: path[0]))) }
            return Member(
                field: field, group: path.count > 1 ? groups.count : 0, groupName: groups.last?.kept,
                name: ResponseJSONKey(kept: path[path.count - 1]))
        }
    }()

    private struct Member {
        let field: ItemField
        /// The number of the object it stands in, counted from 1; 0 for the item itself.
        let group: Int
        let groupName: ResponseJSONKey?
        let name: ResponseJSONKey
    }

    /// An item under the names and nesting of `ItemField.path`, with its revision. What is not stated is left out.
    mutating func write(_ stored: StoredItem, photos: [PhotoSummary]? = nil, as name: ResponseJSONKey? = nil) {
        object(name) { json in
            json.add("id", stored.item.id.text)
            json.add("revision", stored.revision.rawValue)
            var group = 0
            for member in ResponseJSONWriter.members {
                let value = stored.item[member.field]
                if case .none = value { continue }
                if member.field == .warrantyLifetime, !stored.item.warranty.lifetime { continue }
                if member.group != group {
                    if group != 0 { json.close() }
                    if member.group != 0, let name = member.groupName { json.open(name) }
                    group = member.group
                }
                json.write(value, as: member.name)
            }
            if group != 0 { json.close() }
            if let photos {
                json.array("photos") { json in
                    for photo in photos { json.write(photo) }
                }
            }
        }
    }

    /// What stands in a field; null for not stated.
    mutating func write(_ value: FieldValue, as name: ResponseJSONKey? = nil) {
        switch value {
        case .none: addNull(name)
        case .text(let text): add(name, text)
        case .money(let money): write(money, as: name)
        case .quantity(let quantity): add(name, number: quantity.description)
        case .percentage(let percentage): add(name, number: percentage.description)
        case .timestamp, .date, .identifier: add(name, value.description)
        case .flag(let flag): add(name, flag)
        case .tags(let tags):
            array(name) { json in
                for tag in tags { json.append(tag) }
            }
        case .photos(let photos):
            array(name) { json in
                for photo in photos { json.write(PhotoSummary(photo)) }
            }
        case .documents(let documents):
            array(name) { json in
                for document in documents {
                    json.object { json in
                        json.add("hash", document.hash.description)
                        json.add("kind", document.kind.rawValue)
                        if let title = document.title { json.add("title", title) }
                    }
                }
            }
        case .customFields(let fields):
            array(name) { json in
                for field in fields {
                    json.object { json in
                        json.add("name", field.name)
                        json.add("value", field.value)
                    }
                }
            }
        }
    }

    mutating func write(_ money: Money, as name: ResponseJSONKey? = nil) {
        object(name) { json in
            json.add("amount", money.amountText)
            json.add("currency", money.currency.code)
        }
    }

    mutating func write(_ photo: PhotoSummary) {
        object { json in
            json.add("hash", photo.hash)
            json.add("mediaType", photo.mediaType)
            json.add("width", photo.width)
            json.add("height", photo.height)
            if let caption = photo.caption { json.add("caption", caption) }
            json.add("primary", photo.isPrimary)
        }
    }

    /// The members that tell of a conflict.
    mutating func write(_ conflict: ItemConflict) {
        add("id", conflict.item.text)
        add("revision", conflict.revision.rawValue)
        array("fields") { json in
            for field in conflict.fields {
                json.object { json in
                    json.add("field", field.field.name)
                    json.array("path") { json in
                        for name in field.field.path { json.append(name) }
                    }
                    json.write(field.base, as: "base")
                    json.write(field.theirs, as: "theirs")
                    json.write(field.yours, as: "yours")
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

    mutating func write(_ totals: ValueTotals, as name: ResponseJSONKey) {
        object(name) { json in
            json.add("items", totals.items)
            json.add("units", number: totals.units.description)
            json.add("withoutValue", totals.withoutValue)
            json.add("withoutSerialNumber", totals.withoutSerialNumber)
            json.array("amounts") { json in
                for amount in totals.amounts { json.write(amount) }
            }
        }
    }

    mutating func write(_ changes: StoreChanges) {
        object { json in
            json.add("revision", changes.revision.rawValue)
            json.array("items") { json in
                for id in changes.items { json.append(id.text) }
            }
            json.array("removed") { json in
                for id in changes.removed { json.append(id.text) }
            }
            json.add("reordered", changes.reordered)
            json.add("settings", changes.settings)
            json.add("everything", changes.everything)
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
                    for field in fields { json.append(field.name) }
                }
            }
            if let revision = entry.undoes { json.add("undoes", revision.rawValue) }
            if let revision = entry.undoneBy { json.add("undoneBy", revision.rawValue) }
        }
    }
}
