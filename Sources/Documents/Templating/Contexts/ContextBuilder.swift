/// Declares the names of a context one after the other and returns the slot of each.
///
///     var names = ContextBuilder()
///     title = names.add("title", .text)
///     items = names.add("items", .stream(item))
///     declaration = names.declaration
///
/// A name is written once: unlike with ``ContextDeclaration/slot(_:)``, no slot can be asked for under a misspelled name.
package struct ContextBuilder {
    private var fields: [(String, ContextDeclaration.FieldType)] = []

    package init() {}

    /// The names added so far.
    package var declaration: ContextDeclaration { ContextDeclaration(fields) }

    /// Adds a name; see ``ContextDeclaration/init(_:)`` for what a name may contain.
    package mutating func add(_ name: String, _ type: ContextDeclaration.FieldType) -> ContextDeclaration.Slot {
        fields.append((name, type))
        return ContextDeclaration.Slot(index: fields.count - 1, kind: SlotKind(type))
    }
}
