import FoundationEssentials
import Inventory
import Localization
import Messages
import Templating

/// The form of an item: a field for each field that has a plain text form.
///
/// Every field carries what it held when the form was made (`was-NAME`), so that only what the reader changed is an
/// edit, however long the form lay open.
enum ItemForm {
    /// The fields that a form may send; the key cannot be changed, and the owner's own fields have no plain text form.
    static let fields = ItemField.tabular.filter { $0 != .id && $0 != .customFields }

    /// The fields that the form asks for: the moment of recording is only told.
    static let entered = fields.filter { $0 != .dateCreated }

    /// The fields as data for the template.
    /// - Parameters:
    ///   - item: what the fields held when the form was made.
    ///   - recorded: the day on which the item was recorded, in the reader's words; nil for one that is not yet.
    ///   - sent: what the reader entered, where the form comes back with faults.
    static func data(
        _ item: Item, recorded: String?, currency: Currency, words: FormLocalization,
        parent: ParentField = ParentField(),
        sent: FormFields? = nil, faults: [HTTPError.FieldDiagnostic] = []
    ) -> TemplateValue {
        .list(
            fields.compactMap { field in
                if field == .dateCreated {
                    return recorded.map {
                        [
                            "isTold": true, "label": .text(words["field.\(field.name)"]),
                            "moment": .text(item.dateCreated.description), "day": .text($0),
                        ]
                    }
                }
                let was = field == .parent ? parent.text : text(item[field], currency)
                let value = sent?[field.name] ?? was
                var data: [String: TemplateValue] = [
                    "name": .text(field.name), "label": .text(words["field.\(field.name)"]),
                    "value": .text(value), "was": .text(sent?["was-\(field.name)"] ?? was),
                    "isTold": false, "isText": false, "isNumber": false, "isDate": false, "isLong": false,
                    "isFlag": false,
                    "isOn": false,
                ]
                let hint = words["hint.\(field.kind == .money ? "value" : field.name)"]
                data["hint"] = hint.hasPrefix("hint.") ? .null : .text(hint)
                let options = field == .parent ? parent.names : []
                data["hasOptions"] = .bool(!options.isEmpty)
                data["options"] = .list(options.map { .text($0) })
                data["fault"] = faults.first { $0.field == field.name }.map { .text($0.detail) } ?? .null
                switch field.kind {
                case .flag:
                    data["isFlag"] = true
                    data["isOn"] = .bool(value == "true")
                case .date: data["isDate"] = true
                case .money, .quantity, .percentage:
                    data["isText"] = true
                    data["isNumber"] = true
                default:
                    // A field of one line would drop line ends that are there.
                    let isLong = field.isLong || value.utf8.contains { $0 == 10 || $0 == 13 }
                    data[isLong ? "isLong" : "isText"] = true
                }
                return .object(data)
            })
    }

    /// What the field of the parent shows, and the names it offers.
    struct ParentField {
        var text = ""
        var names: [String] = []
    }

    /// What the reader changed.
    /// - Parameter parent: the key of the item that the field of the parent names, nil for none.
    static func edit(
        _ sent: FormFields, currency: Currency, parent: (String) throws(ParentLookupError) -> UUID?
    ) throws(HTTPError) -> ItemEdit {
        var edit = ItemEdit()
        var faults: [HTTPError.FieldDiagnostic] = []
        for field in fields {
            guard let value = sent[field.name], sent["keep-\(field.name)"] != "theirs" else { continue }
            let text = plain(value)
            if let was = sent["was-\(field.name)"], plain(was) == text { continue }
            var entered = text
            if field == .parent {
                do throws(ParentLookupError) {
                    entered = try parent(text)?.text ?? ""
                } catch {
                    guard case .words(let words) = error else { throw HTTPError(.storeBusy) }
                    faults.append(HTTPError.FieldDiagnostic(field: field.name, detail: words))
                    continue
                }
            }
            do throws(ValueError) {
                try edit.set(field, to: try field.parse(entered, currency: currency))
            } catch {
                faults.append(HTTPError.FieldDiagnostic(field: field.name, detail: error.description))
            }
        }
        let known = Set(fields.flatMap { [$0.name, "was-\($0.name)", "keep-\($0.name)"] })
            .union(["csrf", "key", "return", "base", "place"])
        for name in sent.names where !known.contains(name) {
            faults.append(HTTPError.FieldDiagnostic(field: name, detail: said("fault.itemsHaveNoSuchField")))
        }
        guard faults.isEmpty else { throw .fields(faults) }
        return edit
    }

    /// A value as the form shows it: amounts in the store's currency without its code.
    static func text(_ value: FieldValue, _ currency: Currency) -> String {
        switch value {
        case .money(let money) where money.currency == currency: money.amountText
        case .tags(let tags): tags.joined(separator: "; ")
        default: value.description
        }
    }

    /// Forms send line ends as CR LF whatever they were; texts have LF.
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
