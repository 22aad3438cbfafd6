extension Item {
    /// The value of a field.
    public subscript(field: ItemField) -> FieldValue { field.row.access.value(in: self) }

    /// Stores a value in a field.
    ///
    /// ``FieldValue/none`` restores the value of a new item: no value, quantity 1, an empty name, a flag that is false.
    /// - Throws: `wrongKind` if the field takes another kind of value or cannot be emptied.
    public mutating func set(_ field: ItemField, to value: FieldValue) throws(ValueError) {
        guard field.row.access.set(value, in: &self) else {
            throw .wrongKind(field)
        }
    }

    /// Stores a text in a field of kind `text`; ignores other fields. Does not check the text.
    package mutating func setText(_ text: String?, of field: ItemField) {
        if case .text(_, let set) = field.row.access { set(&self, text) }
    }
}
