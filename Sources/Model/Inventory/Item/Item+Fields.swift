import Localization

extension Item {
    /// The value of a field.
    public subscript(field: ItemField) -> FieldValue { field.row.access.value(in: self) }

    /// Stores a value in a field.
    ///
    /// ``FieldValue/none`` restores the value of a new item: no value, quantity 1, an empty name, a flag that is false.
    /// - Throws: `wrongKind` if the field takes another kind of value or cannot be emptied.
    public mutating func set(_ field: ItemField, to value: FieldValue) throws(ValueError) {
        guard field.row.access.set(value, in: &self) else {
            throw .wrongKind(field: field.name, expected: field.kind.expectation)
        }
    }

    /// Stores a text in a field of kind `text`; ignores other fields. Does not check the text.
    package mutating func setText(_ text: String?, of field: ItemField) {
        if case .text(_, let set) = field.row.access { set(&self, text) }
    }
}

extension ItemField.Kind {
    fileprivate var expectation: String {
        switch self {
        case .text: "a text"
        case .money: said("value.anAmount")
        case .date: "a date"
        case .identifier: "a UUID"
        case .percentage: "a percentage"
        case .flag: said("value.trueOrFalse")
        case .quantity: "a quantity"
        case .tags: said("value.aListOfTags")
        case .customFields: said("value.namesAndValues")
        case .photos: said("value.aListOfPhotos")
        case .documents: said("value.aListOfDocuments")
        case .timestamp: "a moment"
        }
    }
}
