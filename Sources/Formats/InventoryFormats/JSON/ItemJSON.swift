public import Inventory
public import JSON

/// The JSON form of an item, for the command line, the HTTP API, exports and imports.
///
/// Members have the names and the nesting of ``ItemField/path`` and the order of ``ItemField/allCases``. Fields without
/// a value and flags that are false are omitted.
public enum ItemJSON {
    /// Writes an item as an object.
    /// - Parameters:
    ///   - item: the item.
    ///   - revision: the last member, `revision`, if given.
    ///   - json: the writer; an element of a list, or the only value of a text.
    public static func write(_ item: Item, revision: Int64? = nil, to json: inout JSONWriter) {
        json.object { json in
            writeMembers(of: item, to: &json)
            if let revision { json.add("revision", .number(revision)) }
        }
    }

    /// Writes the members of an item into an object that the caller has opened.
    public static func writeMembers(of item: Item, to json: inout JSONWriter) {
        var section: String?
        for (field, path) in paths {
            let value = item[field]
            if case .none = value { continue }
            if case .flag(false) = value { continue }
            let wanted = path.count > 1 ? path[0] : nil
            if wanted != section {
                if section != nil { json.close(.object) }
                if let wanted { json.open(.object, as: wanted) }
                section = wanted
            }
            write(value, as: path[path.count - 1], to: &json)
        }
        if section != nil { json.close(.object) }
    }

    private static let paths = ItemField.allCases.map { ($0, $0.path) }

    /// Writes the value of a field as a member; a field without a value is null.
    public static func write(_ value: FieldValue, as name: String, to json: inout JSONWriter) {
        switch value {
        case .money(let money): json.object(name) { $0.addMembers(of: money) }
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
        case .none: json.add(name, .null)
        case .flag(let flag): json.add(name, .bool(flag))
        case .quantity, .percentage: json.add(name, .number(value.description))
        case .text, .timestamp, .date, .identifier: json.add(name, .string(value.description))
        }
    }

    /// Writes a photo as an element of a list.
    public static func write(_ photo: PhotoReference, to json: inout JSONWriter) {
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

    /// Writes a document as an element of a list.
    public static func write(_ document: DocumentReference, to json: inout JSONWriter) {
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

    /// Writes an amount as an element of a list.
    public static func write(_ money: Money, to json: inout JSONWriter) {
        json.object { $0.addMembers(of: money) }
    }

    /// Writes totals as a member.
    public static func write(_ totals: ValueTotals, as name: String, to json: inout JSONWriter) {
        json.object(name) { json in
            json.add("items", .number(totals.items))
            json.add("units", .number(totals.units.description))
            json.add("withoutValue", .number(totals.withoutValue))
            json.add("withoutSerialNumber", .number(totals.withoutSerialNumber))
            json.array("amounts") { json in
                for amount in totals.amounts { write(amount, to: &json) }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func addMembers(of money: Money) {
        add("amount", .string(money.amountText))
        add("currency", .string(money.currency.code))
    }
}
