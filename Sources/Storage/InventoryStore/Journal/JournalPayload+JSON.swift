import FoundationEssentials
import Inventory

extension JournalPayload {
    /// Writes the payload as an object, member by member.
    func write(to json: inout JournalJSONWriter) {
        json.object { json in
            if let item {
                json.object("item") { json in
                    for field in ItemField.allCases {
                        let value = item[field]
                        if case .none = value { continue }
                        json.add(field.rawValue, value.json)
                    }
                }
            }
            if let added { json.add("added", .integer(added.rawValue)) }
            if removes { json.add("removes", .flag(true)) }
            if isPartial { json.add("partial", .flag(true)) }
            if let fields {
                json.object("fields") { json in
                    for field in fields.fields { json.add(field.rawValue, (fields.changes[field] ?? .none).json) }
                }
            }
            if let place {
                json.object("place") { json in
                    json.add("position", .integer(place.orderKey))
                    json.add("layout", .integer(place.orderKeyGeneration))
                    if let after = place.after { json.add("after", .text(after.text)) }
                    if let before = place.before { json.add("before", .text(before.text)) }
                }
            }
            if let requestFingerprint { json.add("asked", .text(requestFingerprint)) }
            if let settings {
                json.object("settings") { json in
                    for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
                        json.add(name, value.map(JournalJSONValue.text) ?? .null)
                    }
                }
            }
            if let counts {
                let numbers = [counts.added, counts.updated, counts.unchanged]
                json.add("counts", .list(numbers.map { .integer(Int64($0)) }))
            }
            if let source { json.add("source", .text(source)) }
        }
    }

    init?(_ json: JournalJSONValue) {
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
                var record = ListPositionRecord(orderKey: 0, orderKeyGeneration: 0)
                for (name, value) in parts {
                    switch name {
                    case "position": record.orderKey = value.integer ?? 0
                    case "layout": record.orderKeyGeneration = value.integer ?? 0
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
            case ("asked", .text(let text)): requestFingerprint = text
            default: return nil
            }
        }
    }

    private static func item(_ members: [(name: String, value: JournalJSONValue)]) -> Item? {
        var item = Item(id: UUID(high: 0, low: 0), name: "", dateCreated: Timestamp(clampedMilliseconds: 0))
        for (name, value) in members {
            guard let field = ItemField(rawValue: name), let value = FieldValue(value, kind: field.kind),
                (try? item.set(field, to: value)) != nil
            else { return nil }
        }
        return item
    }

    private static func edit(_ members: [(name: String, value: JournalJSONValue)]) -> ItemEdit? {
        var edit = ItemEdit()
        for (name, value) in members {
            guard let field = ItemField(rawValue: name), let value = FieldValue(value, kind: field.kind),
                (try? edit.set(field, to: value)) != nil
            else { return nil }
        }
        return edit
    }
}
