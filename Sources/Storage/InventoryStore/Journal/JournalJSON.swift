import FoundationEssentials
import Inventory

/// The JSON texts of a store: lists in the columns of items, and what the journal's entries did and undo.
enum JournalJSON {
    static func tags(_ tags: [String]) -> [UInt8] {
        var writer = JournalJSONWriter()
        writer.write(tags)
        return writer.bytes
    }

    static func tags(_ json: UnsafeBufferPointer<UInt8>) -> [String]? {
        guard let values = JournalJSONReader.value(json)?.list else { return nil }
        let tags = values.compactMap(\.text)
        return tags.count == values.count ? tags : nil
    }

    /// Custom fields are a list of pairs, since names may repeat and their order counts.
    static func customFields(_ fields: [CustomField]) -> [UInt8] { bytes(value(fields)) }

    static func customFields(_ json: UnsafeBufferPointer<UInt8>) -> [CustomField]? {
        JournalJSONReader.value(json).flatMap(customFields(in:))
    }

    static func value(_ fields: [CustomField]) -> JournalJSONValue {
        .list(fields.map { .list([.text($0.name), .text($0.value)]) })
    }

    static func customFields(in value: JournalJSONValue) -> [CustomField]? {
        guard let pairs = value.list else { return nil }
        var fields: [CustomField] = []
        for pair in pairs {
            guard let texts = pair.list, texts.count == 2, let name = texts[0].text, let value = texts[1].text else {
                return nil
            }
            fields.append(CustomField(name: name, value: value))
        }
        return fields
    }

    static func payload(_ payload: JournalPayload) -> [UInt8] {
        var writer = JournalJSONWriter()
        payload.write(to: &writer)
        return writer.bytes
    }

    static func payload(_ json: UnsafeBufferPointer<UInt8>) -> JournalPayload? {
        JournalJSONReader.value(json).flatMap(JournalPayload.init)
    }

    static func bytes(_ value: JournalJSONValue) -> [UInt8] {
        var writer = JournalJSONWriter()
        writer.write(value)
        return writer.bytes
    }
}

extension FieldValue {
    /// The value as exact JSON, whose meaning the kind of the field tells: amounts count minor units, quantities
    /// millionths, percentages hundredths, moments milliseconds, dates days since 1970-01-01.
    var json: JournalJSONValue {
        switch self {
        case .none: .null
        case .text(let text): .text(text)
        case .money(let money): .list([.integer(money.minorUnits), .text(money.currency.code)])
        case .quantity(let quantity): .integer(quantity.millionths)
        case .percentage(let percentage): .integer(percentage.hundredths)
        case .timestamp(let timestamp): .integer(timestamp.milliseconds)
        case .date(let date): .integer(Int64(date.daysSinceEpoch))
        case .flag(let flag): .flag(flag)
        case .identifier(let id): .text(id.text)
        case .tags(let tags): .list(tags.map(JournalJSONValue.text))
        case .customFields(let fields): JournalJSON.value(fields)
        case .photos(let photos): JournalJSON.value(photos)
        case .documents(let documents): JournalJSON.value(documents)
        }
    }

    /// The value of a field of that kind; nil where the JSON is of another.
    init?(_ json: JournalJSONValue, kind: ItemField.Kind) {
        switch (json, kind) {
        case (.null, _): self = .none
        case (.text(let text), .text): self = .text(text)
        case (.list(let pair), .money):
            guard pair.count == 2, let units = pair[0].integer, let code = pair[1].text,
                let currency = Currency(utf8: code.utf8)
            else { return nil }
            self = .money(Money(minorUnits: units, currency: currency))
        case (.integer(let count), .quantity): self = .quantity(Quantity(millionths: count))
        case (.integer(let count), .percentage): self = .percentage(Percentage(hundredths: count))
        case (.integer(let count), .timestamp): self = .timestamp(Timestamp(clampedMilliseconds: count))
        case (.integer(let count), .date):
            guard let days = Int32(exactly: count) else { return nil }
            self = .date(CalendarDate(daysSinceEpoch: days))
        case (.flag(let flag), .flag): self = .flag(flag)
        case (.text(let text), .identifier):
            guard let id = UUID(text: text) else { return nil }
            self = .identifier(id)
        case (.list(let values), .tags):
            let tags = values.compactMap(\.text)
            guard tags.count == values.count else { return nil }
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
