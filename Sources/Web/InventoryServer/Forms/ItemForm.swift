import FoundationEssentials
import HTTPServer
import Inventory
import Localization
import Message
import Templating

/// The form of an item: an input for each field with a plain text form.
///
/// Each input has a hidden field with the value from when the form was made (`was-NAME`). Only fields that the reader
/// changed become part of the edit, even if the form was open for a long time.
enum ItemForm {
    /// The fields that a form may send. The id cannot be changed, and custom fields have no plain text form.
    static let fields = ItemField.csvColumns.filter { $0 != .id && $0 != .customFields }

    /// The fields with an input: the date of creation is only shown.
    static let entered = fields.filter { $0 != .dateCreated }

    /// The fields as they are filled in. The groups after the first two are folded until one of their fields has a value.
    ///
    /// Each field is in one of them: a field that no other group lists is described with the rest of the item ("about").
    static let groups: [(name: String, fields: [ItemField])] = {
        let identifying: [ItemField] =
            [.name, .quantity, .value, .location, .category, .tags, .manufacturer, .modelNumber, .serialNumber, .code]
        let what = identifying + [.dateCreated]
        let purchase = ofGroup(.purchase) + ofGroup(.worth).filter { $0 != .value }
        let protection = [.insured] + ofGroup(.warranty)
        let end = ofGroup(.possession).filter { $0 != .insured }
        let first: [ItemField] = [.description, .notes, .condition, .distinguishingMarks, .colour, .parent]
        let placed = Set(what + purchase + protection + end + first)
        let about = first + entered.filter { !placed.contains($0) }
        return [("what", what), ("about", about), ("purchase", purchase), ("protection", protection), ("end", end)]
    }()
    private static func ofGroup(_ group: ItemField.Group) -> [ItemField] { entered.filter { $0.group == group } }

    /// Fields that are copied letter by letter, and that the keyboard of a phone must not correct.
    private static let codes: Set<ItemField> = [
        .serialNumber, .modelNumber, .assetIdentifier, .purchaseReceiptNumber, .externalReference, .url, .code,
    ]

    /// The fields as data for the template, by their groups.
    /// - Parameters:
    ///   - item: the values from when the form was made.
    ///   - hidden: the fields that have no input.
    ///   - recorded: the day on which the item was created, in the reader's language; nil for a new item.
    ///   - sent: the reader's input, if the form is shown again because of faults.
    static func data(
        _ item: Item, without hidden: HiddenFields = [], recorded: String?, currency: Currency, words: FormLocalization,
        parent: ParentField = ParentField(), suggestions: [ItemField: [String]] = [:],
        sent: FormFields? = nil, faults: [RequestError.FieldDiagnostic] = []
    ) -> TemplateValue {
        func input(_ field: ItemField) -> (isUsed: Bool, data: TemplateValue)? {
            guard !hidden.hides(field) else { return nil }
            let label = TemplateValue.text(words["field.\(field.name)"])
            if field == .dateCreated {
                return recorded.map {
                    let moment = TemplateValue.text(item.dateCreated.description)
                    return (false, ["isReadOnly": true, "label": label, "moment": moment, "day": .text($0)])
                }
            }
            let was = field == .parent ? parent.text : text(item[field], currency, language: words.tag)
            let value = sent?[field.name] ?? was
            var data: [String: TemplateValue] = [
                "name": .text(field.name), "label": label,
                "value": .text(value), "was": .text(sent?["was-\(field.name)"] ?? was),
                "isReadOnly": false, "isText": false, "isNumber": false, "isDate": false, "isLong": false,
                "isFlag": false, "isApproximate": false, "isScanned": .bool(field == .code), "isOn": false,
                "isMoney": false,
            ]
            data["isCode"] = .bool(codes.contains(field))
            let hint = words["hint.\(field.kind == .money ? "value" : field.name)"]
            data["hint"] = hint.hasPrefix("hint.") ? .null : .text(hint)
            let options = field == .parent ? parent.names : suggestions[field] ?? []
            data["hasOptions"] = .bool(!options.isEmpty)
            data["options"] = .list(options.map { .text($0) })
            let fault = faults.first { $0.field == field.name }
            data["fault"] = fault.map { .text(words.catalogue.text($0.detail)) } ?? .null
            var isUsed = fault != nil || !value.isEmpty
            switch field.kind {
            case .flag:
                data["isFlag"] = true
                data["isOn"] = .bool(value == "true")
                isUsed = fault != nil || value == "true"
            case .date:
                data["isDate"] = true
                data["isApproximate"] = .bool(field.takesApproximateDates)
                let isDay = value.utf8.count > 7
                data["value"] = .text(isDay ? value : "")
                data["about"] = .text(sent?[aboutName(field)] ?? (isDay ? "" : value))
            case .money:
                data["isMoney"] = true
                // A code after the digits is what was chosen.
                var (digits, chosen) = (value, sent?[currencyName(field)] ?? currency.code)
                if let space = value.lastIndex(of: " "),
                    let named = try? Currency(code: String(value[value.index(after: space)...]))
                {
                    (digits, chosen) = (String(value[..<space]), named.code)
                }
                data["value"] = .text(digits)
                data["currencies"] = .list(
                    offered(currency.code, chosen).map { ["code": .text($0), "isChosen": .bool($0 == chosen)] })
            case .quantity, .percentage:
                data["isText"] = true
                data["isNumber"] = true
            default:
                // A one-line input would drop line ends.
                let isLong = field.isLong || value.utf8.contains { $0 == 10 || $0 == 13 }
                data[isLong ? "isLong" : "isText"] = true
            }
            return (isUsed, .object(data))
        }
        return .list(
            groups.enumerated().compactMap { at, group in
                let inputs = group.fields.compactMap(input)
                guard !inputs.isEmpty else { return nil }
                return [
                    "title": .text(words["group.\(group.name)"]),
                    "isOpen": .bool(at < 2 || inputs.contains(where: \.isUsed)), "fields": .list(inputs.map(\.data)),
                ]
            })
    }

    /// The name of the input for a month or year of which no day is known.
    private static func aboutName(_ field: ItemField) -> String { "about-\(field.name)" }

    /// Of a date and an approximate one, the one that was entered anew, or the one that was left as it was.
    private static func date(_ day: String, about: String, was: String) -> String {
        let entered = [day, about.filter { !$0.isWhitespace }]
        return entered.first { !$0.isEmpty && $0 != was } ?? entered.first { $0 == was } ?? ""
    }

    /// The name of the choice of an amount's currency.
    private static func currencyName(_ field: ItemField) -> String { "currency-\(field.name)" }

    /// The currencies to choose from: the inventory's, the amount's, and the common ones.
    private static func offered(_ own: String, _ chosen: String) -> [String] {
        var offered: [String] = []
        for code in [own, chosen] + Currency.common where !offered.contains(code) { offered.append(code) }
        return offered
    }

    /// An amount with the currency that was chosen beside it, unless it names one itself.
    private static func amount(_ text: String, chosen: String?, currency: Currency) -> String {
        guard let chosen, chosen != currency.code, text.contains(where: \.isNumber),
            text.allSatisfy({ $0.isNumber || $0.isWhitespace || $0.isPunctuation })
        else { return text }
        return "\(text) \(chosen)"
    }

    /// The text of the parent's input, and the names it offers.
    struct ParentField {
        var text = ""
        var names: [String] = []
    }

    /// The changes that the reader made.
    /// - Parameters:
    ///   - isNew: whether the form adds an item.
    ///   - parent: finds the item that the parent's input names; nil for an empty input.
    static func edit(
        _ sent: FormFields, currency: Currency, isNew: Bool, parent: (String) throws -> UUID?
    ) throws -> ItemEdit {
        var edit = ItemEdit()
        var faults: [RequestError.FieldDiagnostic] = []
        for field in fields {
            guard let value = sent[field.name], sent["keep-\(field.name)"] != "theirs" else { continue }
            var text = plain(value)
            if field.kind == .money {
                text = amount(text, chosen: sent[currencyName(field)], currency: currency)
            }
            if field.takesApproximateDates, let about = sent[aboutName(field)] {
                text = date(text, about: about, was: sent["was-\(field.name)"] ?? "")
            }
            if let was = sent["was-\(field.name)"], plain(was) == text { continue }
            var entered = text
            do {
                entered = try plain(text, of: field, language: sent["locale"], currency: currency)
            } catch is EnteredNumber.Ambiguity {
                let fault = Message("request.ambiguousNumber")
                faults.append(RequestError.FieldDiagnostic(field: field.name, detail: fault))
                continue
            }
            if field == .parent {
                do {
                    entered = try parent(text)?.text ?? ""
                } catch let error as ParentLookupError {
                    faults.append(RequestError.FieldDiagnostic(field: field.name, detail: error.fault))
                    continue
                } catch {
                    throw RequestError(.storeBusy)
                }
            }
            do throws(ValueError) {
                let value = try field.parse(entered, currency: currency)
                // Negative amounts are refused, as on the command line.
                if case .money(let money) = value, money.minorUnits < 0 { throw ValueError.outOfRange(.amount) }
                try edit.set(field, to: value)
            } catch {
                faults.append(RequestError.FieldDiagnostic(field: field.name, detail: error.message))
            }
        }
        if let name = sent["name"], edit.fields.contains(.name) || isNew, name.allSatisfy(\.isWhitespace) {
            faults.append(RequestError.FieldDiagnostic(field: "name", detail: Message("request.nameMissing")))
        }
        let known = Set(
            fields.flatMap { [$0.name, "was-\($0.name)", "keep-\($0.name)", currencyName($0), aboutName($0)] }
        )
        .union(["csrf", "key", "return", "base", "place", "locale"])
        for name in sent.names where !known.contains(name) {
            faults.append(RequestError.FieldDiagnostic(field: name, detail: Message("request.noSuchField")))
        }
        guard faults.isEmpty else { throw RequestError.fields(faults) }
        return edit
    }

    /// The text of a value: amounts in the inventory's currency without the code.
    static func text(_ value: FieldValue, _ currency: Currency, language: String) -> String {
        switch value {
        case .money(let money):
            EnteredNumber.localized(
                money.currency == currency ? money.amountText : money.description, language: language)
        case .quantity: EnteredNumber.localized(value.description, language: language)
        case .tags(let tags): tags.joined(separator: "; ")
        default: value.description
        }
    }

    /// The form of an entered text that the field reads. A form that states no language has plain numbers.
    private static func plain(
        _ text: String, of field: ItemField, language: String?, currency: Currency
    ) throws -> String {
        switch field.kind {
        case .money, .quantity:
            guard let language else { return text }
            return try EnteredNumber(language: language, currency: currency)
                .plain(text, isAmount: field.kind == .money)
        default:
            // One location has one form: "Home/Office" is "Home / Office".
            return field == .location ? Selection.pathNames(text).joined(separator: " / ") : text
        }
    }

    /// Replaces CR LF, which forms send for every line end, by LF.
    private static func plain(_ text: String) -> String {
        guard text.utf8.contains(13) else { return text }
        var bytes: [UInt8] = []
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == 13 { bytes.append(10) } else if byte != 10 || previous != 13 { bytes.append(byte) }
            previous = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
