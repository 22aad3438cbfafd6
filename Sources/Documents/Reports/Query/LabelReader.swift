import Files
import Inventory
import InventoryStore
import Templating

/// Reads the texts of labels from items.
struct LabelReader {
    let options: LabelOptions
    /// The redacted fields, and the word that replaces their texts.
    let hidden: Set<ItemField>
    let redactionLabel: String
    /// The word for an item without a name.
    let unnamed: String

    /// Refuses chosen fields that no item has, so that a misspelled name is not missed on every label.
    /// - Throws: `unknownLabelField`; `unprintableLabelField` if items may have it, but labels do not show it.
    func checkFields(in snapshot: StoreSnapshot) throws {
        guard options.choosesFields, !options.isForLocations else { return }
        // A label states that an item has no name.
        var missing = options.fields.filter { $0 != .field(.name) }
        var known: Set<String> = []
        var hasItems = false
        let cursor = try snapshot.items(matching: .everything)
        while !missing.isEmpty, try cursor.next() {
            hasItems = true
            let item = try cursor.item()
            known.formUnion(item.customFields.map(\.name))
            missing.removeAll { field in
                switch field {
                case .field(let field): text(field, of: item) != nil
                case .custom(let name): item.customFields.contains { $0.name == name }
                }
            }
        }
        guard hasItems, let field = missing.first else { return }
        let listed = Array(known.sorted().prefix(10))
        switch field {
        case .field(let field): throw ReportError.unknownLabelField(field.optionName, suggestion: nil, known: listed)
        case .custom(let name):
            let fields = Dictionary(grouping: ItemField.allCases) { $0.kind == .text }
            func isAlike(_ other: String) -> Bool { LabelReader.folded(other) == LabelReader.folded(name) }
            if fields[false]?.contains(where: { isAlike($0.optionName) }) ?? false {
                throw ReportError.unprintableLabelField(name)
            }
            let names = (fields[true] ?? []).map(\.optionName) + known.sorted()
            throw ReportError.unknownLabelField(
                name, suggestion: names.first(where: isAlike) ?? TemplateError.nearest(to: name, among: names),
                known: listed)
        }
    }

    /// A name without what is easily mistaken.
    private static func folded(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    func text(_ cursor: ItemCursor) throws -> LabelText {
        let item = try cursor.item()
        let id = item.id.text
        let shown = { (field: ItemField) in options.fields.contains(.field(field)) ? text(field, of: item) : nil }
        let further = options.fields.compactMap { each -> String? in
            switch each {
            case .field(.name), .field(.assetIdentifier), .field(.location): nil
            case .field(let field): text(field, of: item)
            case .custom(let name):
                item.customFields.first { $0.name == name }.map {
                    hidden.contains(.customFields) ? redactionLabel : "\(name): \($0.value)"
                }
            }
        }
        return LabelText(
            id: id, name: shown(.name) ?? (options.fields.contains(.field(.name)) ? unnamed : nil),
            assetIdentifier: shown(.assetIdentifier), location: shown(.location),
            lines: further + [options.text].compactMap(\.self),
            code: options.baseURL.map { "\($0)item/\(id).html" } ?? id)
    }

    private func text(_ field: ItemField, of item: Item) -> String? {
        guard case .text(let text) = item[field], !text.isEmpty else { return nil }
        return hidden.contains(field) ? redactionLabel : text
    }

    /// The locations of items, in the order of their paths; if the options ask for it, with the items directly in each.
    /// If locations are redacted, numbers replace their names, so that name, code and heading have nothing else.
    func locations(_ cursor: ItemCursor, _ collation: Collation) throws -> [LabelLocation] {
        var found: [[String]: [LabelLocation.Content]] = [:]
        while try cursor.next() {
            let item = try cursor.item()
            let names = Selection.pathNames(item.location ?? "")
            guard !names.isEmpty else { continue }
            let name = hidden.contains(.name) ? redactionLabel : item.name
            found[names, default: []] += options.hasContents ? [.init(name: name, quantity: item.quantity)] : []
        }
        let locations = collation.sorted(found.map { LabelLocation(names: $0.key, contents: $0.value) }, byPath: \.path)
        guard hidden.contains(.location) else { return locations }
        return locations.enumerated().map { number, location in
            LabelLocation(names: ["\(redactionLabel) \(number + 1)"], contents: location.contents)
        }
    }

    func text(_ location: LabelLocation) -> LabelText {
        let parents = location.names.dropLast().joined(separator: " / ")
        return LabelText(
            name: location.names.last, location: parents.isEmpty ? nil : parents,
            lines: [options.text].compactMap(\.self),
            code: options.baseURL.map { "\($0)?place=\(PercentCoding.encode(location.path))" } ?? location.path)
    }
}

/// A location with a label of its own.
struct LabelLocation {
    struct Content {
        let name: String
        let quantity: Quantity
    }

    let names: [String]
    let contents: [Content]

    var path: String { names.joined(separator: " / ") }
}

/// The texts of one label.
struct LabelText {
    /// The item's id; nil for a location.
    var id: String?
    var name: String?
    var assetIdentifier: String?
    var location: String?
    /// Further fields, and the owner's own text.
    var lines: [String] = []
    /// The content of the code.
    var code: String
}
