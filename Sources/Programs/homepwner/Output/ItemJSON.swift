import FoundationEssentials
import Inventory
import InventoryStore
import JSON

/// Writes items as JSON, under the names and nesting of ``ItemField/path``.
///
/// What is not stated is left out, and so is a flag that is down.
enum ItemJSON {
    ///
    /// - Parameter revision: where given, stands at the end as `revision`.
    static func write(_ item: Item, revision: Revision? = nil, to json: inout JSONWriter) {
        json.object { json in
            var group: String?
            for (field, path) in paths {
                let value = item[field]
                guard isWritten(value) else { continue }
                let wanted = path.count > 1 ? path[0] : nil
                if wanted != group {
                    if group != nil { json.close(.object) }
                    if let wanted { json.open(.object, as: wanted) }
                    group = wanted
                }
                write(value, as: path[path.count - 1], to: &json)
            }
            if group != nil { json.close(.object) }
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

    private static func write(_ value: FieldValue, as name: String, to json: inout JSONWriter) {
        switch value {
        case .none: json.add(name, .null)
        case .text(let text): json.add(name, .string(text))
        case .money(let money):
            json.object(name) { json in
                json.add("amount", .string(money.amountText))
                json.add("currency", .string(money.currency.code))
            }
        case .quantity(let quantity): json.add(name, .number(quantity.description))
        case .percentage(let percentage): json.add(name, .number(percentage.description))
        case .timestamp, .date, .identifier: json.add(name, .string(value.description))
        case .flag(let flag): json.add(name, .bool(flag))
        case .tags(let tags):
            json.array(name) { json in
                for tag in tags { json.add(.string(tag)) }
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
                        json.add("name", .string(field.name))
                        json.add("value", .string(field.value))
                    }
                }
            }
        }
    }

    /// Writes a photo as an object of a list.
    static func write(_ photo: PhotoReference, to json: inout JSONWriter) {
        json.object { json in
            json.add("hash", .string(photo.hash.description))
            json.add("mediaType", .string(photo.mediaType))
            if let name = photo.fileName { json.add("fileName", .string(name)) }
            json.add("bytes", .number(photo.bytes))
            json.add("width", .number(photo.width))
            json.add("height", .number(photo.height))
            if let caption = photo.caption { json.add("caption", .string(caption)) }
            if photo.isPrimary { json.add("primary", .bool(true)) }
        }
    }

    /// Writes a document as an object of a list.
    static func write(_ document: DocumentReference, to json: inout JSONWriter) {
        json.object { json in
            json.add("hash", .string(document.hash.description))
            json.add("kind", .string(document.kind.rawValue))
            if let title = document.title { json.add("title", .string(title)) }
            if let number = document.number { json.add("number", .string(number)) }
            if let date = document.date { json.add("date", .string(date.description)) }
            json.add("mediaType", .string(document.mediaType))
            if let name = document.fileName { json.add("fileName", .string(name)) }
            json.add("bytes", .number(document.bytes))
        }
    }
}
