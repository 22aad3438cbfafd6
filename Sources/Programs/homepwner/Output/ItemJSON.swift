import FoundationEssentials
import Inventory
import InventoryStore

/// Writes items as JSON, under the names and nesting of ``ItemField/path``.
///
/// What is not stated is left out, and so is a flag that is down.
enum ItemJSON {
    ///
    /// - Parameter revision: where given, stands at the end as `revision`.
    static func write(_ item: Item, revision: Revision? = nil, to json: inout JSONOutput) {
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

    private static func write(_ value: FieldValue, as name: String, to json: inout JSONOutput) {
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
        case .photos(let photos):
            json.array(name) { json in
                for photo in photos { write(photo, to: &json) }
            }
        case .documents(let documents):
            json.array(name) { json in
                for document in documents { write(document, to: &json) }
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

    /// Writes a photo as an object of a list.
    static func write(_ photo: PhotoReference, to json: inout JSONOutput) {
        json.object { json in
            json.add("hash", .text(photo.hash.description))
            json.add("mediaType", .text(photo.mediaType))
            if let name = photo.fileName { json.add("fileName", .text(name)) }
            json.add("bytes", .number(photo.bytes))
            json.add("width", .number(photo.width))
            json.add("height", .number(photo.height))
            if let caption = photo.caption { json.add("caption", .text(caption)) }
            if photo.isPrimary { json.add("primary", .flag(true)) }
        }
    }

    /// Writes a document as an object of a list.
    static func write(_ document: DocumentReference, to json: inout JSONOutput) {
        json.object { json in
            json.add("hash", .text(document.hash.description))
            json.add("kind", .text(document.kind.rawValue))
            if let title = document.title { json.add("title", .text(title)) }
            if let number = document.number { json.add("number", .text(number)) }
            if let date = document.date { json.add("date", .text(date.description)) }
            json.add("mediaType", .text(document.mediaType))
            if let name = document.fileName { json.add("fileName", .text(name)) }
            json.add("bytes", .number(document.bytes))
        }
    }
}
