import InventoryModel

/// Lists inside one cell of a plain CSV, as JSON (RFC 8259).
enum ListCells {
    /// Reads `["a","b"]`, nil where the text is something else.
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

    /// Reads `[{"name":"Colour","value":"red"}]`, nil where the text is something else.
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
