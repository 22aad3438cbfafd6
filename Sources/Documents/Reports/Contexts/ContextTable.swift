package import FoundationEssentials
package import Inventory
package import Templating

/// The names that templates can use for one kind of value, each declared together with the closure that fills it.
///
///     static let table = ContextTable<DocumentReference>([
///         .text("title") { $0.title },
///         .number("bytes") { Int($0.bytes) },
///         .isFirst,
///     ])
///
/// A name is written once: a name that is declared but never filled, or filled but never declared, cannot exist. Rows
/// of ``ItemContext`` are filled for every item and use slots directly.
package struct ContextTable<Value>: Sendable {
    package typealias Fill = @Sendable (Record, ContextDeclaration.Slot, Value, inout LocaleFormatter?) throws -> Void

    /// One name or two, each with its type and the closure that fills it.
    package struct Names: Sendable {
        fileprivate typealias Entry = (name: String, type: ContextDeclaration.FieldType, fill: Fill)
        fileprivate let entries: [Entry]

        fileprivate init(_ name: String, _ type: ContextDeclaration.FieldType, _ fill: @escaping Fill) {
            entries = [(name, type, fill)]
        }

        init(_ parts: [Names]) { entries = parts.flatMap(\.entries) }
    }

    package let declaration: ContextDeclaration
    private let names: [(slot: ContextDeclaration.Slot, fill: Fill)]
    /// The slot that marks the first element of a list.
    private let isFirst: ContextDeclaration.Slot?

    package init(_ names: [Names]) {
        var builder = ContextBuilder()
        self.names = names.flatMap(\.entries).map { (builder.add($0.name, $0.type), $0.fill) }
        declaration = builder.declaration
        isFirst = declaration.slotIfDeclared(Names.isFirst.entries[0].name)
    }

    /// Fills a record, the reader's texts only if `format` is given.
    /// - Throws: the errors of the closures.
    package func fill(
        _ record: Record, _ value: Value, isFirst first: Bool = true, format: inout LocaleFormatter?
    ) throws {
        for (slot, fill) in names { try fill(record, slot, value, &format) }
        if let isFirst { record.set(isFirst, flag: first) }
    }

    /// The same names, of which only those are filled that `reads` returns true for.
    func filling(only reads: (ContextDeclaration.Slot) -> Bool) -> ContextTable { ContextTable(self, reads) }

    private init(_ other: ContextTable, _ reads: (ContextDeclaration.Slot) -> Bool) {
        (declaration, isFirst) = (other.declaration, other.isFirst)
        names = other.names.filter { reads($0.slot) }
    }

    /// Fills a list with one element for each value.
    package func append(
        _ values: some Sequence<Value>, to list: ContextDeclaration.Slot, of record: Record,
        format: inout LocaleFormatter?
    ) throws {
        for (index, value) in values.enumerated() {
            try fill(record.append(to: list), value, isFirst: index == 0, format: &format)
        }
    }
}

// MARK: - Kinds of names

extension ContextTable.Names {
    /// A name with a type and a closure of its own.
    package static func custom(
        _ name: String, type: ContextDeclaration.FieldType, _ fill: @escaping ContextTable.Fill
    ) -> Self {
        Self(name, type, fill)
    }

    /// The words of documents in the reader's language.
    package static func words(_ name: String, _ words: DocumentLocalization) -> Self {
        Self(name, .record(words.declaration)) { record, slot, _, _ in words.fill(record.record(slot)) }
    }

    /// A list of rows that is set by the caller, as they are read while the template is rendered.
    package static func rows(_ name: String, _ declaration: ContextDeclaration) -> Self {
        Self(name, .stream(declaration)) { _, _, _, _ in }
    }

    /// A text; absent if nil.
    package static func text(_ name: String, _ value: @escaping @Sendable (Value) throws -> String?) -> Self {
        Self(name, .text) { record, slot, subject, _ in record.set(slot, text: try value(subject)) }
    }

    /// A number already written out; absent if nil.
    package static func decimal(_ name: String, _ value: @escaping @Sendable (Value) -> String?) -> Self {
        Self(name, .number) { record, slot, subject, _ in record.set(slot, text: value(subject)) }
    }

    /// A whole number.
    package static func number(_ name: String, _ value: @escaping @Sendable (Value) -> Int) -> Self {
        Self(name, .number) { record, slot, subject, _ in record.set(slot, number: Int64(value(subject))) }
    }

    /// A URL that is printed without further checks; absent if nil.
    package static func url(_ name: String, _ value: @escaping @Sendable (Value) throws -> TrustedURL?) -> Self {
        Self(name, .trustedURL) { record, slot, subject, _ in
            if let url = try value(subject) { record.set(slot, url: url) }
        }
    }

    /// True or false.
    package static func flag(_ name: String, _ value: @escaping @Sendable (Value) throws -> Bool) -> Self {
        Self(name, .flag) { record, slot, subject, _ in record.set(slot, flag: try value(subject)) }
    }

    /// Whether the value is the first of its list; true outside a list.
    package static var isFirst: Self { Self("isFirst", .flag) { _, _, _, _ in } }

    /// A day as the reader writes it; if there is none, another text.
    package static func day(
        _ name: String, _ value: @escaping @Sendable (Value) -> CalendarDate?,
        otherwise text: @escaping @Sendable (Value) -> String? = { _ in nil }
    ) -> Self {
        Self(name, .text) { record, slot, subject, format in
            if let day = value(subject) {
                format?.append(day, to: record, slot)
            } else {
                record.set(slot, text: text(subject))
            }
        }
    }

    /// A count as the reader writes it.
    package static func countText(_ name: String, _ value: @escaping @Sendable (Value) -> Int) -> Self {
        Self(name, .text) { record, slot, subject, format in
            format?.append(value(subject), to: record, slot)
        }
    }

    /// A quantity as the reader writes it.
    package static func unitsText(_ name: String, _ value: @escaping @Sendable (Value) -> Quantity) -> Self {
        Self(name, .text) { record, slot, subject, format in format?.append(value(subject), to: record, slot) }
    }

    /// An amount; absent if nil.
    package static func money(_ name: String, _ value: @escaping @Sendable (Value) -> Money?) -> Self {
        Self(name, .record(MoneyContext.declaration)) { record, slot, subject, format in
            guard let money = value(subject) else { return }
            MoneyContext().fill(record.record(slot), money, format: &format)
        }
    }

    /// A list with one amount for each currency.
    package static func amounts(_ name: String, _ value: @escaping @Sendable (Value) -> [Money]) -> Self {
        Self(name, .list(MoneyContext.declaration)) { record, slot, subject, format in
            MoneyContext().fill(record, list: slot, amounts: value(subject), format: &format)
        }
    }

    /// The names of another table; absent if nil.
    package static func record<Inner>(
        _ name: String, of table: ContextTable<Inner>, _ value: @escaping @Sendable (Value) throws -> Inner?
    ) -> Self {
        Self(name, .record(table.declaration)) { record, slot, subject, format in
            guard let inner = try value(subject) else { return }
            try table.fill(record.record(slot), inner, format: &format)
        }
    }

    /// A list of values of another table.
    package static func list<Inner>(
        _ name: String, of table: ContextTable<Inner>, _ values: @escaping @Sendable (Value) throws -> [Inner]
    ) -> Self {
        Self(name, .list(table.declaration)) { record, slot, subject, format in
            try table.append(try values(subject), to: slot, of: record, format: &format)
        }
    }

    /// A whole number under a name, and as the reader writes it under the name with `Text`.
    package static func count(_ name: String, _ value: @escaping @Sendable (Value) -> Int) -> Self {
        Self([number(name, value), countText("\(name)Text", value)])
    }

    /// A quantity under a name, and as the reader writes it under the name with `Text`.
    package static func units(_ name: String, _ value: @escaping @Sendable (Value) -> Quantity) -> Self {
        Self([decimal(name) { value($0).description }, unitsText("\(name)Text", value)])
    }
}

/// Values of the model, written straight into a record.
extension Record {
    /// Sets a text slot to a UUID as RFC 9562 writes it.
    package func set(_ slot: ContextDeclaration.Slot, _ id: UUID) { set(slot, text: id.text) }

    func set(_ slot: ContextDeclaration.Slot, _ quantity: Quantity) {
        set(slot, capacity: DecimalText.capacity) { quantity.write(to: $0) }
    }

    func set(_ slot: ContextDeclaration.Slot, _ timestamp: Timestamp) {
        set(slot, capacity: Timestamp.capacity) { timestamp.write(to: $0) }
    }

    func set(_ slot: ContextDeclaration.Slot, _ day: CalendarDate) {
        set(slot, capacity: 16) { day.write(to: $0) }
    }

    /// Sets a text slot to bytes kept in an array, which are copied.
    func set(_ slot: ContextDeclaration.Slot, _ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { set(slot, copying: $0) }
    }
}
