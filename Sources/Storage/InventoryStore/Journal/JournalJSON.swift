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
    /// millionths, percentages hundredths, timestamps milliseconds, dates days since 1970-01-01.
    var json: JSONValue {
        switch self {
        case .none: .null
        case .text(let text): .string(text)
        case .money(let money): .array([.number(money.minorUnits), .string(money.currency.code)])
        case .quantity(let quantity): .number(quantity.millionths)
        case .percentage(let percentage): .number(percentage.hundredths)
        case .timestamp(let timestamp): .number(timestamp.milliseconds)
        case .date(let date): .number(date.daysSinceEpoch)
        case .flag(let flag): .bool(flag)
        case .identifier(let id): .string(id.text)
        case .tags(let tags): .array(tags.map(JSONValue.string))
        case .customFields(let fields): JournalJSON.value(fields)
        case .photos(let photos): JournalJSON.value(photos)
        case .documents(let documents): JournalJSON.value(documents)
        }
    }

    /// Reads the value of a field of the given kind; nil if the JSON has another form.
    init?(_ json: JSONValue, kind: ItemField.Kind) {
        switch (json, kind) {
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
