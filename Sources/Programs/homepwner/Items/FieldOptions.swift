import Inventory
import Localization

/// The options for an item's fields, one per field.
enum FieldOptions {
    static let tag = Option.value("tag", "TAG", repeats: true, heading: .identity)
    static let tagAdd = Option.value("tag-add", "TAG", repeats: true, heading: .identity)
    static let tagRemove = Option.value("tag-remove", "TAG", repeats: true, heading: .identity)
    static let customField = Option.value("field", "NAME=VALUE", repeats: true, heading: .identity)

    /// The fields that have an option.
    static let fields = ItemField.csvColumns.filter { ![.id, .tags, .customFields].contains($0) }

    /// The options of a new item, whose name is an operand.
    static let forNewItem: [Option] = ordered(fields.filter { $0 != .name }) + [identifier]
    /// The options of an edit.
    static let forEdit: [Option] = ordered(fields, [tagAdd, tagRemove])

    /// The options whose effect depends on the present values of an item.
    static let merged = [tagAdd, tagRemove, customField]

    static let identifier = Option.value("id", "UUID", heading: .interchange)

    private static func ordered(_ fields: [ItemField], _ merged: [Option] = []) -> [Option] {
        let own = fields.map(\.option)
        let headings: [OptionGroup] = [.identity, .worth, .purchase, .warranty, .possession, .interchange]
        return headings.flatMap { heading in
            own.filter { $0.heading == heading } + (heading == headings[0] ? [tag] + merged + [customField] : [])
        }
    }
}

extension FieldOptions {
    /// Parses all values before a store is opened, so that a wrong call is reported as one.
    /// - Throws: `badValue`, naming the option.
    static func check(_ arguments: Arguments) throws {
        // Amounts without a currency have the store's, whose decimals are not known yet: it is enough that they fit one.
        var refusal: UsageError?
        for probe in [try Currency(code: "CLF"), try Currency(code: "KWD"), try Currency(code: "USD")] {
            do {
                _ = try edit(from: arguments, currency: probe)
                refusal = nil
                break
            } catch {
                refusal = refusal ?? error
            }
        }
        if let refusal { throw refusal }
        _ = try customFields([], changedBy: arguments)
    }

    /// The fields that the call sets; custom fields and parents are read elsewhere.
    /// - Throws: `badValue`, naming the option.
    static func edit(from arguments: Arguments, currency: Currency) throws(UsageError) -> ItemEdit {
        var edit = ItemEdit()
        for field in fields where field != .parent {
            let option = field.option
            let value = try arguments.read(option) { text throws(ValueError) in
                try field.parseOption(text, currency: currency)
            }
            guard let value else { continue }
            do {
                try edit.set(field, to: value)
            } catch {
                throw .badValue(option: option.spelling, problem: CommandError.text(of: error))
            }
        }
        if arguments.has(tag) {
            let tags = arguments.texts(tag).filter { !$0.isEmpty }
            do {
                try edit.set(.tags, to: tags.isEmpty ? .none : .tags(tags))
            } catch {
                throw .badValue(option: tag.spelling, problem: CommandError.text(of: error))
            }
        }
        return edit
    }

    /// An edit with the tags that the call adds and removes.
    static func batchEdit(_ edit: ItemEdit, from arguments: Arguments) -> BatchEdit {
        BatchEdit(
            fields: edit, addedTags: arguments.texts(tagAdd).filter { !$0.isEmpty },
            removedTags: arguments.texts(tagRemove))
    }

    /// The custom fields after the call's were applied: the first field of a name is replaced, or removed by an empty value.
    /// - Throws: `badValue` if a text has no `=`.
    static func customFields(
        _ current: [CustomField], changedBy arguments: Arguments
    ) throws(UsageError) -> [CustomField] {
        var fields = current
        for text in arguments.texts(customField) {
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw .badValue(option: customField.spelling, problem: localized("value.customFieldExpected"))
            }
            let name = String(text[..<equals])
            let value = String(text[text.index(after: equals)...])
            guard max(name.utf8.count, value.utf8.count) <= Item.textLimit else {
                throw .badValue(option: customField.spelling, problem: localized("value.range.text"))
            }
            let place = fields.firstIndex { $0.name == name }
            switch (place, value.isEmpty) {
            case (let place?, true): fields.remove(at: place)
            case (let place?, false): fields[place].value = value
            case (nil, true): break
            case (nil, false): fields.append(CustomField(name: name, value: value))
            }
        }
        return fields
    }
}

extension ItemField {
    /// Parses the value of a field's option: the plain text form, `yes`, `no`, or a date without a time.
    func parseOption(_ text: String, currency: Currency) throws(ValueError) -> FieldValue {
        switch (kind, text) {
        case (.flag, "yes"), (.flag, "true"): return .flag(true)
        case (.flag, "no"), (.flag, "false"), (.flag, ""): return .flag(false)
        case (.flag, _): throw .malformed(expected: .yesOrNo)
        case (.timestamp, ""): throw .malformed(expected: .requiredTimestamp)
        case (.timestamp, _):
            return try ItemField.reading(.timestamp(orDay: true)) {
                () throws(ValueError) in try parse(text, currency: currency)
            }
        case (.money, _):
            let value = try ItemField.reading(.amount) {
                () throws(ValueError) in try parse(text, currency: currency)
            }
            // Only files of the iOS app hold amounts below 0.
            if case .money(let money) = value, money.minorUnits < 0 {
                throw .outOfRange(.amount)
            }
            return value
        default: return try parse(text, currency: currency)
        }
    }

    /// Parses a value; the error says how it should look on the command line.
    private static func reading(
        _ expected: ValueForm, _ read: () throws(ValueError) -> FieldValue
    ) throws(ValueError) -> FieldValue {
        do {
            return try read()
        } catch .malformed {
            throw .malformed(expected: expected)
        }
    }
}

extension ItemField {
    /// The option that sets the field.
    var option: Option {
        .value(optionName, placeholder, heading: heading)
    }

    private var placeholder: String {
        switch kind {
        case .text, .tags, .customFields, .photos, .documents:
            self == .url ? "URL" : self == .location ? "PATH" : "TEXT"
        case .money: "AMOUNT"
        case .quantity: "N"
        case .percentage: "PERCENT"
        case .timestamp: "MOMENT"
        case .date: "DATE"
        case .flag: "yes|no"
        case .identifier: "ID"
        }
    }

    private var heading: OptionGroup {
        switch group {
        case .identity: .identity
        case .worth: .worth
        case .purchase: .purchase
        case .warranty: .warranty
        case .possession: .possession
        case .record: .interchange
        case .attachments: .options
        }
    }
}
