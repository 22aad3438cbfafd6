/// Groups of fields that are hidden from the people of a role, and from visitors of a share link.
package struct HiddenFields: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The worth of an item.
    package static let values = HiddenFields(rawValue: 1)
    /// Its purchase and its sale: places, days and amounts.
    package static let purchases = HiddenFields(rawValue: 2)
    /// Its documents, such as receipts, and photos whose files are documents, too.
    package static let documents = HiddenFields(rawValue: 4)

    private static let groups: [(name: String, group: HiddenFields, fields: [ItemField])] = [
        ("values", .values, [.value, .replacementValue, .depreciation, .depreciationEach]),
        (
            "purchases", .purchases,
            [.purchaseDate, .purchasePlace, .purchasePrice, .purchaseReceiptNumber]
                + [.saleDate, .salePrice, .saleTo, .saleNotes]
        ),
        ("documents", .documents, [.documents]),
    ]

    package static let all: HiddenFields = [.values, .purchases, .documents]

    /// The names of all groups.
    package static let allNames = groups.map(\.name)

    /// The groups with these names; nil if one is unknown.
    package init?(named names: [String]) {
        self = []
        for name in names {
            guard let known = HiddenFields.groups.first(where: { $0.name == name }) else { return nil }
            formUnion(known.group)
        }
    }

    /// The names of the groups.
    package var names: [String] { HiddenFields.groups.filter { contains($0.group) }.map(\.name) }

    /// The fields of the groups.
    package var fields: [ItemField] { HiddenFields.groups.filter { contains($0.group) }.flatMap(\.fields) }

    /// Whether a field is hidden.
    package func hides(_ field: ItemField) -> Bool { !isEmpty && fields.contains(field) }

    /// The first hidden field that a selection compares or an order sorts by. Words are not compared with hidden texts.
    package func field(in selection: Selection, _ order: ItemOrder = .ownerDefined) -> ItemField? {
        guard !isEmpty else { return nil }
        let sorted = order.keys.compactMap { key in if case .field(let field) = key.column { field } else { nil } }
        // The number of photos would tell of those that are documents.
        return (selection.terms.flatMap(\.tests).compactMap(\.field) + sorted).first {
            hides($0) || $0 == .photos && contains(.documents)
        }
    }

    /// The item without values of hidden fields.
    package func visible(_ item: Item) -> Item {
        guard !isEmpty else { return item }
        var item = item
        if contains(.documents) {
            let papers = Set(item.documents.map(\.hash))
            item.photos.removeAll { papers.contains($0.hash) }
        }
        // Every one of these fields may have no value.
        for field in fields { try? item.set(field, to: .none) }
        return item
    }

    /// The visible part of an edit.
    package func visible(_ edit: ItemEdit) -> ItemEdit {
        isEmpty ? edit : (try? ItemEdit(edit.changes.filter { !hides($0.key) })) ?? ItemEdit()
    }
}

extension Selection.Term {
    /// The field that a test compares; nil for one that combines tests, or compares no single field.
    fileprivate var field: ItemField? {
        switch self {
        case .whole(let field, _), .fieldText(let field, _), .number(let field, _), .amount(let field, _),
            .count(let field, _, _), .flag(let field, _), .identifier(let field, _), .duplicate(let field),
            .missing(let field):
            field
        case .lineValue: .value
        case .all, .any, .not, .location, .tag, .text, .created, .among, .custom: nil
        }
    }
}
