import Inventory

/// A selection as a condition in SQL. What the owner wrote is only ever a bound parameter.
struct ItemQuery {
    private enum Value {
        case text(String)
        case number(Int64)
    }

    private var conditions: [String] = []
    private var values: [Value] = []

    init(_ selection: Selection) {
        switch selection.archived {
        case .no: conditions.append("archived <> 1")
        case .yes: conditions.append("archived <> 0")
        case .any: break
        }
        for term in selection.terms { conditions.append(sql(term)) }
    }

    /// ` WHERE …`, or nothing.
    var condition: String { conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ") }

    func bind(to statement: StoreStatement) {
        for (index, value) in zip(2..., values) {
            switch value {
            case .text(let text): statement.bind(index, text)
            case .number(let number): statement.bind(index, number)
            }
        }
    }

    private mutating func parameter(_ value: Value) -> String {
        values.append(value)
        return "?\(values.count + 1)"
    }

    private mutating func sql(_ term: Selection.Term) -> String {
        switch term {
        case .location(let names):
            return "hp_path(\(parameter(.text(names.joined(separator: "/")))), location)"
        case .tag(let tag): return "hp_tag(\(parameter(.text(tag))), tags)"
        case .category(let category): return "category IS \(parameter(.text(category)))"
        case .created(let from, let before):
            return range("date_created", from?.milliseconds, before.map { $0.milliseconds - 1 })
        case .purchased(let from, let through):
            return range(
                "purchase_date", from.map { Int64($0.daysSinceEpoch) }, through.map { Int64($0.daysSinceEpoch) })
        case .value(let amounts):
            let currency = parameter(.text(amounts.currency.code))
            return "(value_currency IS \(currency) AND \(range("value", amounts.atLeast, amounts.atMost)))"
        case .insured(let insured): return insured ? "insured <> 0" : "insured = 0"
        case .missing(let field): return missing(field)
        case .text(let words):
            return "hp_contains(\(parameter(.text(words))), \(ItemQuery.texts))"
        case .not(let term): return "NOT (\(sql(term)))"
        }
    }

    /// Never NULL, so that it can be negated.
    private mutating func range(_ column: String, _ low: Int64?, _ high: Int64?) -> String {
        var parts = ["\(column) IS NOT NULL"]
        if let low { parts.append("\(column) >= \(parameter(.number(low)))") }
        if let high { parts.append("\(column) <= \(parameter(.number(high)))") }
        return "(\(parts.joined(separator: " AND ")))"
    }

    private func missing(_ field: ItemField) -> String {
        let column = field.column.name
        switch field.kind {
        case .text: return "(\(column) IS NULL OR \(column) = '')"
        case .flag: return "(\(column) = 0)"
        default: return "(\(column) IS NULL)"
        }
    }

    /// The columns in which plain words are looked for.
    private static let texts = TextFunctions.searched.map(\.column.name).joined(separator: ", ")

    /// ` ORDER BY …`: the group, the keys, the owner's order.
    static func order(_ order: ItemOrder, _ grouping: ItemGrouping) -> String {
        var parts: [String] = []
        if let field = grouping.field { parts += key(field, descending: false) }
        for key in order.keys { parts += self.key(key.field, descending: key.descending) }
        return " ORDER BY " + (parts + ["position"]).joined(separator: ", ")
    }

    /// What is not stated comes last in either direction; amounts are compared within one currency.
    private static func key(_ field: ItemField, descending: Bool) -> [String] {
        let column = field.column.name
        let direction = descending ? " DESC" : ""
        switch field.kind {
        case .text: return ["nullif(\(column), '') COLLATE hp_order\(direction) NULLS LAST"]
        case .money:
            return ["\(field.column.currency?.name ?? column) NULLS LAST", "\(column)\(direction) NULLS LAST"]
        default: return ["\(column)\(direction) NULLS LAST"]
        }
    }
}
