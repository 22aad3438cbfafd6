package import Inventory

/// A location, category or tag that a selection names and no item has.
package struct UnknownValue: Equatable, Sendable {
    /// The field.
    package let field: ItemField
    /// The value.
    package let value: String
    /// The value that an item has and that was most likely meant; nil if none is similar.
    package let suggestion: String?
}

extension StoreSnapshot {
    /// Checks that items have the custom fields that a selection names.
    /// - Returns: the error for the first that no item has; nil for none.
    package func unknownField(in selection: Selection) throws -> SelectionError? {
        let tests = selection.terms.flatMap(\.tests).compactMap { test in
            if case .custom(let test) = test { test } else { nil as Selection.CustomFieldTest? }
        }
        func key(_ name: String) -> [UInt8] { Array(name.utf8).withUnsafeBufferPointer { CaseFolding.folded($0) } }
        var missing = Set(tests.map { key($0.name) })
        guard !missing.isEmpty else { return nil }
        var names: Set<[UInt8]> = []
        let cursor = try items(matching: .everything, fields: ItemFieldSet([.customFields]))
        while !missing.isEmpty, try cursor.next() {
            cursor.forEachCustomField { name, _ in
                missing.remove(CaseFolding.folded(name))
                names.insert(Array(name))
            }
        }
        guard let test = tests.first(where: { missing.contains(key($0.name)) }) else { return nil }
        let known = names.map { String(decoding: $0, as: UTF8.self) }.sorted()
        let meant = SpellingSuggestion.nearest(to: test.name, among: Selection.filterNames + known)
        return SelectionError(
            source: selection.source, column: test.column,
            reason: .unknownFilter(test.name, suggestion: meant.map { $0.contains(" ") ? "\"\($0)\"" : $0 }))
    }

    /// The locations, categories and tags that a selection names and no item has, archived or not.
    package func unknownValues(in selection: Selection) throws -> [UnknownValue] {
        var unknown: [UnknownValue] = []
        for test in selection.terms.flatMap(\.tests) {
            let (field, value): (ItemField, String)
            switch test {
            case .location(let names): (field, value) = (.location, names.joined(separator: "/"))
            case .tag(let tag): (field, value) = (.tags, tag)
            case .whole(let column, let text): (field, value) = (column, text)
            default: continue
            }
            var only = Selection.everything
            only.terms = [test]
            guard try !items(matching: only, fields: ItemFieldSet([]), lines: 0..<1).next() else { continue }
            let suggestion = try similar(to: value, in: field)
            unknown.append(UnknownValue(field: field, value: value, suggestion: suggestion))
        }
        return unknown
    }

    /// The value of a field that is most like another one; for a room of a house, `Home/Kitchen` is like `Kitchen`.
    private func similar(to value: String, in field: ItemField) throws -> String? {
        var known: Set<String> = []
        let rows = try tables.connection.cursor(
            "SELECT DISTINCT \(field.column.name) FROM \(tables.visibleItems) WHERE inventory = ?1")
        while try rows.step() {
            guard let text = rows.bytes(0), !text.isEmpty else { continue }
            if field.kind == .tags {
                known.formUnion(JournalJSON.tags(text) ?? [])
            } else {
                known.insert(String(decoding: text, as: UTF8.self))
            }
        }
        guard field == .location else { return SpellingSuggestion.nearest(to: value, among: known.sorted()) }
        known = Set(
            known.flatMap { path in
                let names = Selection.pathNames(path)
                return names.indices.map { names[...$0].joined(separator: "/") }
            })
        let paths = known.sorted()
        if let meant = SpellingSuggestion.nearest(to: value, among: paths) { return meant }
        let ends = paths.map { Selection.pathNames($0).last ?? "" }
        let end = SpellingSuggestion.nearest(to: Selection.pathNames(value).last ?? "", among: ends)
        return end.flatMap { ends.firstIndex(of: $0) }.map { paths[$0] }
    }
}
