import FoundationEssentials
import InventoryModel
import InventoryStore

/// Writes items as JSON, under the names and nesting of ``ItemField/path``.
///
/// What is not stated is left out, and so is a flag that is down.
enum ItemJSON {
    ///
    /// - Parameter revision: where given, stands at the end as `revision`.
    static func write(_ item: Item, revision: Revision? = nil, to json: inout JSONText) {
        json.object { json in
            var group: String?
            for (field, path) in paths {
                let value = item[field]
                guard isWritten(value) else { continue }
                let wanted = path.count > 1 ? path[0] : nil
                if wanted != group {
                    if group != nil { json.close("}") }
                    if let wanted { json.open("{", as: wanted) }
                    group = wanted
                }
                write(value, as: path[path.count - 1], to: &json)
            }
            if group != nil { json.close("}") }
            if let revision { json.add("revision", .number(revision.rawValue)) }
        }
    }

    private static let paths = ItemField.allCases.map { ($0, $0.path) }

    private static func isWritten(_ value: FieldValue) -> Bool {
        switch value {
        case .none, .flag(false): false
        default: true
        }
    }

    private static func write(_ value: FieldValue, as name: String, to json: inout JSONText) {
        switch value {
        case .none: json.add(name, .null)
        case .text(let text): json.add(name, .text(text))
        case .money(let money):
            json.object(name) { json in
                json.add("amount", .text(money.amountText))
                json.add("currency", .text(money.currency.code))
            }
        case .quantity(let quantity): json.add(name, .number(quantity.description))
        case .percentage(let percentage): json.add(name, .number(percentage.description))
        case .timestamp, .date, .identifier: json.add(name, .text(value.description))
        case .flag(let flag): json.add(name, .flag(flag))
        case .tags(let tags):
            json.array(name) { json in
                for tag in tags { json.add(nil, .text(tag)) }
            }
        case .customFields(let fields):
            json.array(name) { json in
                for field in fields {
                    json.object { json in
                        json.add("name", .text(field.name))
                        json.add("value", .text(field.value))
                    }
                }
            }
        }
    }
}
