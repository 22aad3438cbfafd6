import FoundationEssentials
import Inventory
import JSON

/// Converts the JSON texts of a store: lists in the columns of items, and the payloads of the journal.
///
/// Numbers are whole. Damaged text reads as nil.
enum JournalJSON {
    /// Nothing that is written here is nested more deeply.
    private static let maximumDepth = 16

    static func parse(_ json: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        try? JSONValue(parsing: json, rejectsDuplicateNames: false, maximumDepth: maximumDepth)
    }

    /// Filters look for a tag's JSON text in the column, so its form must never change.
    static func tags(_ tags: [String]) -> [UInt8] {
        list { json in
            for tag in tags { json.add(.string(tag)) }
        }
    }

    private static func list(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(.compact, controls: .numbered)
        json.array(nil, write)
        return json.bytes
    }

    static func tags(_ json: UnsafeBufferPointer<UInt8>) -> [String]? { parse(json).flatMap(tags(in:)) }

    static func tags(in value: JSONValue) -> [String]? {
        guard let values = value.array else { return nil }
        let tags = values.compactMap(\.string)
        return tags.count == values.count ? tags : nil
    }

    /// Custom fields are a list of pairs, since names may repeat and their order counts.
    static func customFields(_ fields: [CustomField]) -> [UInt8] {
        list { json in
            for field in fields {
                json.array { pair in
                    pair.add(.string(field.name))
                    pair.add(.string(field.value))
                }
            }
        }
    }

    static func customFields(_ json: UnsafeBufferPointer<UInt8>) -> [CustomField]? {
        parse(json).flatMap(customFields(in:))
    }

    static func value(_ fields: [CustomField]) -> JSONValue {
        .array(fields.map { .array([.string($0.name), .string($0.value)]) })
    }

    static func customFields(in value: JSONValue) -> [CustomField]? {
        guard let pairs = value.array else { return nil }
        var fields: [CustomField] = []
        for pair in pairs {
            guard let texts = pair.array, texts.count == 2, let name = texts[0].string, let value = texts[1].string
            else { return nil }
            fields.append(CustomField(name: name, value: value))
        }
        return fields
    }

    static func payload(_ payload: JournalPayload) -> [UInt8] {
        var writer = JSONWriter(.compact, controls: .numbered)
        payload.write(to: &writer)
        return writer.bytes
    }

    static func payload(_ json: UnsafeBufferPointer<UInt8>) -> JournalPayload? {
        parse(json).flatMap(JournalPayload.init)
    }
}

extension FieldValue {
    /// The value as exact JSON that depends on the field's kind: amounts count minor units, quantities
    /// millionths, percentages hundredths, timestamps milliseconds, days days since 1970-01-01; an approximate date is a text.
    var json: JSONValue {
        switch self {
        case .none: .null
        case .text(let text): .string(text)
        case .money(let money): .array([.number(money.minorUnits), .string(money.currency.code)])
        case .quantity(let quantity): .number(quantity.millionths)
        case .percentage(let percentage): .number(percentage.hundredths)
        case .timestamp(let timestamp): .number(timestamp.milliseconds)
        case .date(let date): date.isApproximate ? .string(date.description) : .number(date.daysSinceEpoch)
        case .flag(let flag): .bool(flag)
        case .identifier(let id): .string(id.text)
        case .tags(let tags): .array(tags.map(JSONValue.string))
        case .customFields(let fields): JournalJSON.value(fields)
        case .photos(let photos): JournalJSON.value(photos)
        case .documents(let documents): JournalJSON.value(documents)
        }
    }

    /// Reads the value of a field; nil if the JSON has another form.
    init?(_ json: JSONValue, of field: ItemField) {
        switch (json, field.kind) {
        case (.null, _): self = .none
        case (.string(let text), .text): self = .text(text)
        case (.array(let pair), .money):
            guard pair.count == 2, let units = pair[0].integer, let code = pair[1].string,
                let currency = Currency(utf8: code.utf8)
            else { return nil }
            self = .money(Money(minorUnits: units, currency: currency))
        case (.number(let digits), .quantity):
            guard let count = Int64(digits) else { return nil }
            self = .quantity(Quantity(millionths: count))
        case (.number(let digits), .percentage):
            guard let count = Int64(digits) else { return nil }
            self = .percentage(Percentage(hundredths: count))
        case (.number(let digits), .timestamp):
            guard let count = Int64(digits) else { return nil }
            self = .timestamp(Timestamp(clampedMilliseconds: count))
        case (.number(let digits), .date):
            guard let days = Int32(digits) else { return nil }
            self = .date(CalendarDate(daysSinceEpoch: days))
        case (.string(let text), .date):
            guard let date = try? field.date(text.utf8) else { return nil }
            self = .date(date)
        case (.bool(let flag), .flag): self = .flag(flag)
        case (.string(let text), .identifier):
            guard let id = UUID(text: text) else { return nil }
            self = .identifier(id)
        case (let list, .tags):
            guard let tags = JournalJSON.tags(in: list) else { return nil }
            self = .tags(tags)
        case (let pairs, .customFields):
            guard let fields = JournalJSON.customFields(in: pairs) else { return nil }
            self = .customFields(fields)
        case (let list, .photos):
            guard let photos = JournalJSON.photos(in: list) else { return nil }
            self = .photos(photos)
        case (let list, .documents):
            guard let documents = JournalJSON.documents(in: list) else { return nil }
            self = .documents(documents)
        default: return nil
        }
    }
}

// Photos and documents in the columns of items and the entries of the journal.
extension JournalJSON {
    static func photos(_ photos: [PhotoReference]) -> [UInt8] { value(photos).encoded }

    static func photos(_ json: UnsafeBufferPointer<UInt8>) -> [PhotoReference]? {
        parse(json).flatMap(photos(in:))
    }

    static func documents(_ documents: [DocumentReference]) -> [UInt8] { value(documents).encoded }

    static func documents(_ json: UnsafeBufferPointer<UInt8>) -> [DocumentReference]? {
        parse(json).flatMap(documents(in:))
    }

    static func value(_ photos: [PhotoReference]) -> JSONValue {
        .array(
            photos.map { photo in
                var members = file(photo.hash, mediaType: photo.mediaType, name: photo.fileName, bytes: photo.bytes)
                members.append(JSONMember(name: "width", value: .number(photo.width)))
                members.append(JSONMember(name: "height", value: .number(photo.height)))
                if let caption = photo.caption { members.append(JSONMember(name: "caption", value: .string(caption))) }
                if photo.isPrimary { members.append(JSONMember(name: "primary", value: .bool(true))) }
                return .object(members)
            })
    }

    static func value(_ documents: [DocumentReference]) -> JSONValue {
        .array(
            documents.map { document in
                var members = file(
                    document.hash, mediaType: document.mediaType, name: document.fileName, bytes: document.bytes)
                members.append(JSONMember(name: "kind", value: .string(document.kind.rawValue)))
                if let title = document.title { members.append(JSONMember(name: "title", value: .string(title))) }
                if let number = document.number { members.append(JSONMember(name: "number", value: .string(number))) }
                if let date = document.date {
                    members.append(JSONMember(name: "date", value: .number(date.daysSinceEpoch)))
                }
                return .object(members)
            })
    }

    /// The text before a file's hash in JSON. The owner's texts cannot contain it, since their quotes are escaped.
    static let hashPrefix = "\"hash\":\""

    private static func file(
        _ hash: ContentHash, mediaType: String, name: String?, bytes: Int
    ) -> [JSONMember] {
        var members: [JSONMember] = [
            JSONMember(name: "hash", value: .string(hash.description)),
            JSONMember(name: "type", value: .string(mediaType)), JSONMember(name: "bytes", value: .number(bytes)),
        ]
        if let name { members.append(JSONMember(name: "file", value: .string(name))) }
        return members
    }

    static func photos(in json: JSONValue) -> [PhotoReference]? {
        json.array?.allOrNil { value in
            guard let hash = value["hash"]?.string.flatMap(ContentHash.init),
                let type = value["type"]?.string, let width = value["width"]?.int,
                let height = value["height"]?.int, let bytes = value["bytes"]?.int
            else { return nil }
            return PhotoReference(
                hash: hash, mediaType: type, fileName: value["file"]?.string, bytes: bytes, width: width,
                height: height, caption: value["caption"]?.string,
                isPrimary: value["primary"] == .bool(true))
        }
    }

    static func documents(in json: JSONValue) -> [DocumentReference]? {
        json.array?.allOrNil { value in
            guard let hash = value["hash"]?.string.flatMap(ContentHash.init),
                let type = value["type"]?.string, let bytes = value["bytes"]?.int,
                let kind = value["kind"]?.string.flatMap(DocumentReference.Kind.init(rawValue:))
            else { return nil }
            let days = value["date"]?.int.map { Int32(truncatingIfNeeded: $0) }
            return DocumentReference(
                hash: hash, kind: kind, title: value["title"]?.string, number: value["number"]?.string,
                date: days.map(CalendarDate.init(daysSinceEpoch:)), mediaType: type, fileName: value["file"]?.string,
                bytes: bytes)
        }
    }
}

extension JSONValue {
    fileprivate var int: Int? { integer.map { Int($0) } }
}

extension Array {
    /// Converts every element; nil if one cannot be converted.
    fileprivate func allOrNil<Other>(_ transform: (Element) -> Other?) -> [Other]? {
        var others: [Other] = []
        for element in self {
            guard let other = transform(element) else { return nil }
            others.append(other)
        }
        return others
    }
}
