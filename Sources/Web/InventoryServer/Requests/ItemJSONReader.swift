import FoundationEssentials
import Inventory
import Localization
import Messages
import Templating

/// Reads items and merge patches (RFC 7396) under the names and nesting of `ItemField.path`.
///
/// Every fault is told, not only the first. Nothing is guessed: a member that is not an item's is a fault.
struct ItemJSONReader {
    private var values: [ItemField: FieldValue] = [:]
    private var faults: [HTTPError.FieldDiagnostic] = []

    private static let fields: [String: ItemField] = Dictionary(
        uniqueKeysWithValues: ItemField.tabular.map { ($0.path.joined(separator: "."), $0) })
    private static let groups: Set<String> = Set(ItemField.allCases.filter { $0.path.count > 1 }.map { $0.path[0] })

    /// Reads a new item; the key is the client's, or one that is made.
    static func item(_ json: TemplateValue, makingKey: () -> UUID, now: Timestamp) throws(HTTPError) -> Item {
        var reader = ItemJSONReader()
        guard case .object(var members) = json else { throw notAnObject }
        var id: UUID?
        if let key = members.removeValue(forKey: "id") {
            if case .text(let text) = key, let stated = UUID(text: text) {
                id = stated
            } else {
                reader.faults.append(HTTPError.FieldDiagnostic(field: "id", detail: "expected a UUID (RFC 9562)"))
            }
        }
        reader.read(members, allowsNull: false)
        var item = Item(id: id ?? makingKey(), name: "", dateCreated: now)
        for (field, value) in reader.values {
            do throws(ValueError) {
                try item.set(field, to: value)
            } catch {
                reader.faults.append(HTTPError.FieldDiagnostic(field: field.name, detail: error.description))
            }
        }
        guard reader.faults.isEmpty else { throw .fields(reader.sorted) }
        return item
    }

    /// Reads what a patch changes.
    static func edit(_ json: TemplateValue) throws(HTTPError) -> ItemEdit {
        var reader = ItemJSONReader()
        guard case .object(var members) = json else { throw notAnObject }
        for name in ["id", "revision"] where members.removeValue(forKey: name) != nil {
            reader.faults.append(HTTPError.FieldDiagnostic(field: name, detail: "cannot be changed"))
        }
        reader.read(members, allowsNull: true)
        var edit = ItemEdit()
        for (field, value) in reader.values {
            do throws(ValueError) {
                try edit.set(field, to: value)
            } catch {
                reader.faults.append(HTTPError.FieldDiagnostic(field: field.name, detail: error.description))
            }
        }
        guard reader.faults.isEmpty else { throw .fields(reader.sorted) }
        return edit
    }

    private static let notAnObject = HTTPError(.malformedJSON, "The body is no object.")

    private var sorted: [HTTPError.FieldDiagnostic] { faults.sorted { ($0.field ?? "") < ($1.field ?? "") } }

    private mutating func read(_ members: [String: TemplateValue], allowsNull: Bool) {
        for (name, value) in members {
            guard ItemJSONReader.groups.contains(name) else {
                read(value, path: name, allowsNull: allowsNull)
                continue
            }
            switch value {
            case .object(let inner):
                for (innerName, value) in inner { read(value, path: "\(name).\(innerName)", allowsNull: allowsNull) }
            case .null where allowsNull:
                // A group that is taken away takes its fields along.
                for field in ItemField.allCases where field.path[0] == name { values[field] = FieldValue.none }
            default: faults.append(HTTPError.FieldDiagnostic(field: name, detail: "expected an object"))
            }
        }
    }

    private mutating func read(_ value: TemplateValue, path: String, allowsNull: Bool) {
        guard let field = ItemJSONReader.fields[path], field != .id else {
            faults.append(HTTPError.FieldDiagnostic(field: path, detail: "items have no such field"))
            return
        }
        if case .null = value, allowsNull {
            values[field] = FieldValue.none
            return
        }
        do throws(ValueError) {
            guard let read = try ItemJSONReader.value(value, field) else {
                let kind = Message.Argument.text(ItemJSONReader.expectation(field))
                let message = Message("value.wrongKind", ["field": .text(field.name), "kind": kind])
                faults.append(
                    HTTPError.FieldDiagnostic(field: field.name, detail: LocalizationContext.words.text(message)))
                return
            }
            values[field] = read
        } catch {
            faults.append(HTTPError.FieldDiagnostic(field: field.name, detail: error.description))
        }
    }

    /// A field's value; nil where the JSON is of another kind.
    private static func value(_ value: TemplateValue, _ field: ItemField) throws(ValueError) -> FieldValue? {
        switch (field.kind, value) {
        case (.text, .text(let text)): return .text(try Item.checked(text))
        case (.money, .object(let members)):
            guard members.count == 2, case .text(let amount)? = members["amount"],
                case .text(let code)? = members["currency"]
            else { return nil }
            return .money(try Money(amount: amount.utf8, currency: try Currency(code: code)))
        case (.quantity, .number(let digits)): return .quantity(try Quantity(digits.utf8))
        case (.percentage, .number(let digits)): return .percentage(try Percentage(digits.utf8))
        case (.timestamp, .text(let text)): return .timestamp(try Timestamp(text.utf8))
        case (.date, .text(let text)): return .date(try CalendarDate(text.utf8))
        case (.flag, .bool(let flag)): return .flag(flag)
        case (.identifier, .text(let text)): return UUID(text: text).map(FieldValue.identifier)
        case (.tags, .list(let values)):
            var tags: [String] = []
            for value in values {
                guard case .text(let tag) = value else { return nil }
                tags.append(try Item.checked(tag))
            }
            return .tags(tags)
        case (.customFields, .list(let values)):
            var fields: [CustomField] = []
            for value in values {
                guard case .object(let members) = value, members.count == 2, case .text(let name)? = members["name"],
                    case .text(let content)? = members["value"]
                else { return nil }
                fields.append(CustomField(name: try Item.checked(name), value: try Item.checked(content)))
            }
            return .customFields(fields)
        default: return nil
        }
    }

    private static func expectation(_ field: ItemField) -> String {
        switch field.kind {
        case .text: "a text"
        case .money: "an object of amount and currency, both texts"
        case .quantity, .percentage: "a number"
        case .timestamp: "a text such as 2014-05-01T09:30:00Z"
        case .date: "a text such as 2014-05-01"
        case .flag: "true or false"
        case .identifier: "a UUID (RFC 9562)"
        case .tags: "a list of texts"
        case .customFields: "a list of objects of name and value"
        case .photos, .documents: "no list: files are added and removed one by one"
        }
    }
}
