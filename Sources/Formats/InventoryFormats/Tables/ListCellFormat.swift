import Inventory
import JSON

/// Lists inside one cell of a plain CSV, as JSON (RFC 8259).
enum ListCellFormat {
    /// Reads `["a","b"]`; nil if the text is something else.
    static func tags(_ text: String) -> [String]? {
        guard let value = try? JSONValue(parsing: Array(text.utf8)), case .array(let elements) = value else {
            return nil
        }
        var tags: [String] = []
        for element in elements {
            guard case .string(let tag) = element else { return nil }
            tags.append(tag)
        }
        return tags
    }

    /// Reads `[{"name":"Colour","value":"red"}]`; nil if the text is something else.
    static func customFields(_ text: String) -> [CustomField]? {
        guard let value = try? JSONValue(parsing: Array(text.utf8)), case .array(let elements) = value else {
            return nil
        }
        var fields: [CustomField] = []
        for element in elements {
            guard case .object(let members) = element, members.count == 2, case .string(let name)? = element["name"],
                case .string(let value)? = element["value"]
            else { return nil }
            fields.append(CustomField(name: name, value: value))
        }
        return fields
    }
}

extension ListCellFormat {
    /// Whether a tag is itself again after tags are joined by `; ` and split.
    static func isPlainTag(_ tag: String) -> Bool {
        guard let first = tag.utf8.first, let last = tag.utf8.last else { return false }
        return ![0x20, 0x09].contains(first) && ![0x20, 0x09].contains(last) && !tag.utf8.contains(UInt8(ascii: ";"))
    }

    static func text(_ tags: [String]) -> String {
        if tags.allSatisfy(isPlainTag), tags.first?.utf8.first != UInt8(ascii: "[") {
            return tags.joined(separator: "; ")
        }
        return "[" + tags.map(quoted).joined(separator: ",") + "]"
    }

    static func text(_ fields: [CustomField]) -> String {
        let objects = fields.map { #"{"name":\#(quoted($0.name)),"value":\#(quoted($0.value))}"# }
        return "[" + objects.joined(separator: ",") + "]"
    }

    private static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        JSONString.append(text, to: &bytes, controls: .numbered)
        return String(decoding: bytes, as: UTF8.self)
    }
}
