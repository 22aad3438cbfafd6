import FoundationEssentials
import InventoryModel

extension JournalPayload {
    var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = []
        if let item {
            let fields = ItemField.allCases.filter { item[$0] != .none }.map { ($0.rawValue, item[$0].json) }
            members.append(("item", .object(fields)))
        }
        if let added { members.append(("added", .integer(added.rawValue))) }
        if removes { members.append(("removes", .flag(true))) }
        if isPartial { members.append(("partial", .flag(true))) }
        if let fields {
            let changes = fields.changes.sorted { $0.key.column.rawValue < $1.key.column.rawValue }
            members.append(("fields", .object(changes.map { ($0.key.rawValue, $0.value.json) })))
        }
        if let place {
            var parts: [(name: String, value: JSONValue)] = [
                ("position", .integer(place.position)), ("layout", .integer(place.layout)),
            ]
            if let after = place.after { parts.append(("after", .text(after.text))) }
            if let before = place.before { parts.append(("before", .text(before.text))) }
            members.append(("place", .object(parts)))
        }
        if let asked { members.append(("asked", .text(asked))) }
        if let settings {
            let changes = settings.sorted { $0.key < $1.key }.map { ($0.key, $0.value.map(JSONValue.text) ?? .null) }
            members.append(("settings", .object(changes)))
        }
        if let counts {
            members.append(
                (
                    "counts",
                    .list([counts.added, counts.updated, counts.unchanged].map { .integer(Int64($0)) })
                ))
        }
        if let source { members.append(("source", .text(source))) }
        return .object(members)
    }

    init?(_ json: JSONValue) {
        guard let members = json.object else { return nil }
        self.init()
        for (name, value) in members {
            switch (name, value) {
            case ("item", .object(let fields)):
                guard let whole = JournalPayload.item(fields) else { return nil }
                item = whole
            case ("added", .integer(let number)): added = Revision(rawValue: number)
            case ("removes", .flag(let flag)): removes = flag
            case ("partial", .flag(let flag)): isPartial = flag
            case ("fields", .object(let changes)):
                guard let edit = JournalPayload.edit(changes) else { return nil }
                fields = edit
            case ("place", .object(let parts)):
                var record = PlaceRecord(position: 0, layout: 0)
                for (name, value) in parts {
                    switch name {
                    case "position": record.position = value.integer ?? 0
                    case "layout": record.layout = value.integer ?? 0
                    case "after": record.after = value.text.flatMap { UUID(text: $0) }
                    case "before": record.before = value.text.flatMap { UUID(text: $0) }
                    default: return nil
                    }
                }
                place = record
            case ("settings", .object(let changes)):
                settings = Dictionary(changes.map { ($0.name, $0.value.text) }) { _, last in last }
            case ("counts", .list(let numbers)):
                let numbers = numbers.compactMap(\.integer)
                guard numbers.count == 3 else { return nil }
                var record = ImportCounts()
                record.added = Int(numbers[0])
                record.updated = Int(numbers[1])
                record.unchanged = Int(numbers[2])
                counts = record
            case ("source", .text(let text)): source = text
            case ("asked", .text(let text)): asked = text
            default: return nil
            }
        }
    }

    private static func item(_ members: [(name: String, value: JSONValue)]) -> Item? {
        var item = Item(id: UUID(high: 0, low: 0), name: "", dateCreated: Timestamp(clampedMilliseconds: 0))
        for (name, value) in members {
            guard let field = ItemField(rawValue: name), let value = FieldValue(value, kind: field.kind),
                (try? item.set(field, to: value)) != nil
            else { return nil }
        }
        return item
    }

    private static func edit(_ members: [(name: String, value: JSONValue)]) -> ItemEdit? {
        var edit = ItemEdit()
        for (name, value) in members {
            guard let field = ItemField(rawValue: name), let value = FieldValue(value, kind: field.kind),
                (try? edit.set(field, to: value)) != nil
            else { return nil }
        }
        return edit
    }
}
