import Database
import Inventory

/// A selection as a condition in SQL, and the terms that are evaluated over its rows. The owner's words are only ever
/// bound parameters.
struct ItemQuery {
    /// The terms that look for words.
    private(set) var texts = TextFilter()
    private var conditions = ["inventory = ?1"]
    /// The parameters of the condition.
    private(set) var values: [SQLValue] = []
    private let dialect: DatabaseDialect

    init(_ selection: Selection, dialect: DatabaseDialect) {
        self.dialect = dialect
        switch selection.archived {
        case .no: conditions.append("archived <> 1")
        case .yes: conditions.append("archived <> 0")
        case .any: break
        }
        for term in selection.terms where !texts.add(term) { conditions.append(sql(term)) }
    }

    /// ` WHERE …`.
    var condition: String { " WHERE " + conditions.joined(separator: " AND ") }

    private mutating func parameter(_ value: SQLValue) -> String {
        values.append(value)
        return "?\(values.count + 1)"
    }

    private mutating func parameter(_ text: String) -> String { parameter(.text(text)) }

    // Every condition is true or false, never NULL, so that it can be negated.
    private mutating func sql(_ term: Selection.Term) -> String {
        switch term {
        case .location(let names):
            guard let range = LocationPath.range(of: names) else { return "inventory = ?1" }
            let from = parameter(.bytes(range.from))
            let before = parameter(.bytes(range.before))
            return "(location_path IS NOT NULL AND location_path >= \(from) AND location_path < \(before))"
        case .tag(let tag): return has(tag)
        case .category(let category): return "(category IS NOT NULL AND category = \(parameter(category)))"
        case .created(let dates, let moments):
            let inMoments = range(moments)
            guard dates != moments else { return inMoments }
            // Timestamp.dateWithoutTime in SQL.
            let time = "date_created % \(Timestamp.millisecondsPerDay)"
            return "(\(time) = 0 AND \(range(dates)) OR \(time) <> 0 AND \(inMoments))"
        case .purchased(let from, let through):
            return range(
                of: "purchase_date", from: from.map { Int64($0.daysSinceEpoch) },
                through: through.map { Int64($0.daysSinceEpoch) })
        case .value(let amounts):
            let currency = parameter(amounts.currency.code)
            let values = range(of: "value", from: amounts.atLeast, through: amounts.atMost)
            return "(value_currency IS NOT NULL AND value_currency = \(currency) AND \(values))"
        case .insured(let insured): return insured ? "insured <> 0" : "insured = 0"
        case .missing(let field): return missing(field)
        case .text, .fieldText:
            // Taken by `texts` before.
            return "inventory = ?1"
        case .not(let term): return "NOT (\(sql(term)))"
        }
    }

    /// Looks for a tag in the list of tags, `["a","b"]`: its JSON text follows the opening bracket or a comma. Neither
    /// pair of characters occurs inside a tag, whose quotes are escaped.
    private mutating func has(_ tag: String) -> String {
        let list = JournalJSON.tags([tag])
        let element = list.dropFirst().dropLast()
        let first = parameter(.utf8([UInt8(ascii: "[")] + element))
        let next = parameter(.utf8([UInt8(ascii: ",")] + element))
        return "(tags IS NOT NULL AND (\(dialect.contains("tags", first)) OR \(dialect.contains("tags", next))))"
    }

    private mutating func range(of column: String, from low: Int64?, through high: Int64?) -> String {
        var parts = ["\(column) IS NOT NULL"]
        if let low { parts.append("\(column) >= \(parameter(.integer(low)))") }
        if let high { parts.append("\(column) <= \(parameter(.integer(high)))") }
        return "(\(parts.joined(separator: " AND ")))"
    }

    private mutating func range(_ period: Selection.Period) -> String {
        range(
            of: "date_created", from: period.from?.milliseconds, through: period.before.map { $0.milliseconds - 1 })
    }

    private func missing(_ field: ItemField) -> String {
        let column = field.column.name
        switch field.kind {
        case .text: return "(\(column) IS NULL OR \(column) = '')"
        case .flag: return "(\(column) = 0)"
        default: return "(\(column) IS NULL)"
        }
    }

    /// ` ORDER BY …`: the group, the keys, the owner's order.
    static func order(_ order: ItemOrder, _ grouping: ItemGrouping) -> String {
        var parts: [String] = []
        if let field = grouping.field { parts += key(field, descending: false) }
        for key in order.keys { parts += self.key(key.field, descending: key.descending) }
        return " ORDER BY " + (parts + ["position"]).joined(separator: ", ")
    }

    /// Items without a value come last in either direction; amounts are compared within one currency.
    private static func key(_ field: ItemField, descending: Bool) -> [String] {
        let column = DerivedColumn.sortKey(of: field)?.name ?? field.column.name
        let direction = descending ? " DESC" : ""
        if let currency = field.column.currency {
            return ["\(currency.name) NULLS LAST", "\(column)\(direction) NULLS LAST"]
        }
        return ["\(column)\(direction) NULLS LAST"]
    }
}
