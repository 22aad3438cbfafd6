import FoundationEssentials
import Inventory
import JSON

extension JournalPayload {
    /// Writes the payload as an object.
    func write(to json: inout JSONWriter) {
        json.object { json in
            // First, so that queries find it by the beginning of the text.
            if let forgottenBy { json.add(JournalPayload.forgotten, .number(forgottenBy.rawValue)) }
            if adds { json.add("adds", .bool(true)) }
            if let item {
                json.object("item") { json in
                    for field in ItemField.allCases {
                        let value = item[field]
                        if case .none = value { continue }
                        json.add(field.name, value.json)
                    }
                }
            }
            if let added { json.add("added", .number(added.rawValue)) }
            if removes { json.add("removes", .bool(true)) }
            if isPartial { json.add("partial", .bool(true)) }
            if let fields {
                json.object("fields") { json in
                    for field in fields.fields { json.add(field.name, (fields.changes[field] ?? .none).json) }
                }
            }
            if let place {
                json.object("place") { json in
                    json.add("position", .number(place.orderKey))
                    json.add("layout", .number(place.orderKeyGeneration))
                    if let after = place.after { json.add("after", .string(after.text)) }
                    if let before = place.before { json.add("before", .string(before.text)) }
                }
            }
            if let requestFingerprint { json.add("asked", .string(requestFingerprint)) }
            if let settings {
                json.object("settings") { json in
                    for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
                        json.add(name, .optional(value))
                    }
                }
            }
            if let counts {
                let numbers = [counts.added, counts.updated, counts.unchanged]
                json.add("counts", .array(numbers.map { .number($0) }))
            }
            if let source { json.add("source", .string(source)) }
            if let erased {
                let numbers = [erased.items, erased.files, erased.changes]
                json.add("erased", .array(numbers.map { .number($0) }))
            }
        }
    }

    /// The name of the member that marks a payload whose content was erased.
    static let forgotten = "forgotten"

    init?(_ json: JSONValue) {
        guard let members = json.object else { return nil }
        self.init()
        for member in members {
            switch (member.name, member.value) {
            case ("item", .object(let fields)):
                guard let whole = JournalPayload.item(fields) else { return nil }
                item = whole
            case ("added", let value):
                guard let number = value.integer else { return nil }
                added = Revision(rawValue: number)
            case ("removes", .bool(let flag)): removes = flag
            case ("partial", .bool(let flag)): isPartial = flag
            case ("fields", .object(let changes)):
                guard let edit = JournalPayload.edit(changes) else { return nil }
                fields = edit
            case ("place", .object(let parts)):
                var record = ListPositionRecord(orderKey: 0, orderKeyGeneration: 0)
                for part in parts {
                    let value = part.value
                    switch part.name {
                    case "position", "layout":
                        guard let number = value.integer else { return nil }
                        if part.name == "position" {
                            record.orderKey = number
                        } else {
                            record.orderKeyGeneration = number
                        }
                    case "after": record.after = value.string.flatMap { UUID(text: $0) }
                    case "before": record.before = value.string.flatMap { UUID(text: $0) }
                    default: return nil
                    }
                }
                place = record
            case ("settings", .object(let changes)):
                settings = Dictionary(changes.map { ($0.name, $0.value.string) }) { _, last in last }
            case ("counts", .array(let numbers)):
                let numbers = numbers.compactMap(\.integer)
                guard numbers.count == 3 else { return nil }
                var record = ImportCounts()
                record.added = Int(numbers[0])
                record.updated = Int(numbers[1])
                record.unchanged = Int(numbers[2])
                counts = record
            case ("source", .string(let text)): source = text
            case ("forgotten", let value):
                guard let number = value.integer else { return nil }
                forgottenBy = Revision(rawValue: number)
            case ("adds", .bool(let flag)): adds = flag
            case ("erased", .array(let numbers)):
                let numbers = numbers.compactMap(\.integer)
                guard numbers.count == 3 else { return nil }
                var counts = ErasureCounts()
                counts.items = Int(numbers[0])
                counts.files = Int(numbers[1])
                counts.changes = Int(numbers[2])
                erased = counts
            case ("asked", .string(let text)): requestFingerprint = text
            default: return nil
            }
        }
    }

    private static func item(_ members: [JSONMember]) -> Item? {
        var item = Item(id: UUID(high: 0, low: 0), name: "", dateCreated: Timestamp(clampedMilliseconds: 0))
        for member in members {
            guard let field = ItemField(named: member.name), let value = FieldValue(member.value, of: field),
                (try? item.set(field, to: value)) != nil
            else { return nil }
        }
        return item
    }

    private static func edit(_ members: [JSONMember]) -> ItemEdit? {
        var edit = ItemEdit()
        for member in members {
            guard let field = ItemField(named: member.name), let value = FieldValue(member.value, of: field),
                (try? edit.set(field, to: value)) != nil
            else { return nil }
        }
        return edit
    }
}
