import Database
import Inventory

/// A selection as a condition in SQL, and the terms that are evaluated over its rows. The owner's words are only ever
/// bound parameters.
struct ItemQuery {
    /// The terms that are evaluated over the rows.
    private(set) var rows = TermEvaluator()
    private var conditions = ["inventory = ?1"]
    /// The parameters of the condition.
    private(set) var values: [SQLValue] = []
    private let dialect: DatabaseDialect
    /// The rows of items, after `FROM`.
    private let items: String

    init(_ selection: Selection, in tables: StoreTables) {
        dialect = tables.connection.dialect
        items = tables.visibleItems
        switch selection.archived {
        case .no: conditions.append("archived <> 1")
        case .yes: conditions.append("archived <> 0")
        case .any: break
        }
        for term in selection.terms {
            if let condition = sql(term) { conditions.append(condition) } else { rows.add(test(term)) }
        }
    }

    /// ` WHERE …`.
    var condition: String { " WHERE " + conditions.joined(separator: " AND ") }

    private mutating func parameter(_ value: SQLValue) -> String {
        values.append(value)
        return "?\(values.count + 1)"
    }

    private mutating func parameter(_ text: String) -> String { parameter(.text(text)) }

    /// A term as a condition, which is true or false, never NULL, so that it can be negated; nil for one that holds a
    /// term for ``TermEvaluator``.
    private mutating func sql(_ term: Selection.Term) -> String? {
        switch term {
        case .all(let terms): return joined(terms, by: " AND ")
        case .any(let terms): return joined(terms, by: " OR ")
        case .not(let term): return sql(term).map { "NOT (\($0))" }
        case .location(let names):
            guard let range = LocationPath.range(of: names) else { return "inventory = ?1" }
            let from = parameter(.bytes(range.from))
            let before = parameter(.bytes(range.before))
            return "(location_path IS NOT NULL AND location_path >= \(from) AND location_path < \(before))"
        case .tag(let tag): return has(tag)
        case .whole(let field, let text):
            let column = field.column.name
            return "(\(column) IS NOT NULL AND \(column) = \(parameter(text)))"
        case .created(let dates, let moments):
            let inMoments = range(moments)
            guard dates != moments else { return inMoments }
            // Timestamp.dateWithoutTime in SQL.
            let time = "date_created % \(Timestamp.millisecondsPerDay)"
            return "(\(time) = 0 AND \(range(dates)) OR \(time) <> 0 AND \(inMoments))"
        case .number(let field, let bounds): return range(of: field.column.name, bounds)
        case .amount(let field, let amounts):
            guard let currency = field.column.currency?.name else { return nil }
            let code = parameter(amounts.currency.code)
            return
                "(\(currency) IS NOT NULL AND \(currency) = \(code) AND \(range(of: field.column.name, amounts.units)))"
        case .count(let field, let kind, let bounds):
            return range(of: "CAST(coalesce(\(ItemQuery.count(of: field, kind)), 0) AS \(dialect.integer))", bounds)
        case .flag(let field, let flag): return "\(field.column.name) \(flag ? "<>" : "=") 0"
        case .duplicate(let field):
            let column = field.column.name
            let (text, isStated) = ("lower(\(column))", "\(column) IS NOT NULL AND \(column) <> ''")
            return """
                (\(isStated) AND \(text) IN (SELECT \(text) FROM \(items) WHERE inventory = ?1 AND \(isStated) \
                GROUP BY \(text) HAVING count(*) > 1))
                """
        case .missing(let field): return missing(field)
        case .identifier(let field, let digits):
            guard digits.count == 32 else { return nil }
            let bytes = stride(from: 0, to: 32, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
            let column = field.column.name
            return "(\(column) IS NOT NULL AND \(column) = \(parameter(.bytes(bytes))))"
        case .text, .fieldText, .custom, .lineValue, .among: return nil
        }
    }

    private mutating func joined(_ terms: [Selection.Term], by separator: String) -> String? {
        // What is bound for terms before one that has no condition is taken back: no parameter may be left unused.
        let count = values.count
        var parts: [String] = []
        for term in terms {
            guard let condition = sql(term) else {
                values.removeLast(values.count - count)
                return nil
            }
            parts.append("(\(condition))")
        }
        return parts.isEmpty ? "inventory = ?1" : "(\(parts.joined(separator: separator)))"
    }

    /// A term that is evaluated over the rows; the database evaluates those in it that it can.
    private mutating func test(_ term: Selection.Term) -> TermEvaluator.Test {
        if let condition = sql(term) { return .column(rows.column("CASE WHEN \(condition) THEN 1 ELSE 0 END")) }
        switch term {
        case .any(let terms): return .any(terms.map { test($0) })
        case .not(let term): return .not(test(term))
        case .text(let words): return search(words, in: ItemQuery.searched)
        case .fieldText(let field, let words): return search(words, in: [field])
        case .custom(let custom):
            return .custom(CustomFieldSearch(custom), column: rows.column(ItemColumn.customFields.name))
        case .lineValue(let range):
            let columns = [ItemColumn.value, .valueCurrency, .quantity].map { rows.column($0.name) }
            return .lineValue(range, columns: columns, CurrencyCache())
        case .identifier(let field, let digits):
            return .identifier(digits, column: rows.column(field.column.name))
        case .among(let ids): return .among(ids, column: rows.column(ItemField.id.column.name))
        case .all(let terms): return .all(terms.map { test($0) })
        default: return .all([])
        }
    }

    private static let searched = ItemField.allCases.filter { [.text, .tags, .customFields].contains($0.kind) }

    private mutating func search(_ words: String, in fields: [ItemField]) -> TermEvaluator.Test {
        let texts = fields.map { (column: rows.column($0.column.name), isJSON: $0.kind != .text) }
        return .words(TextSearch(Array(words.utf8)), texts: texts)
    }

    /// The number of photos or documents: their JSON has a text for each that the owner's texts, whose quotes are escaped,
    /// cannot contain.
    private static func count(of field: ItemField, _ kind: DocumentReference.Kind?) -> String {
        let mark = kind.map { "\"kind\":\"\($0.rawValue)\"" } ?? JournalJSON.hashPrefix
        let column = field.column.name
        return "(length(\(column)) - length(replace(\(column), '\(mark)', ''))) / \(mark.utf8.count)"
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

    private mutating func range(of column: String, _ bounds: Selection.Bounds<Int64>) -> String {
        var parts = ["\(column) IS NOT NULL"]
        if let low = bounds.atLeast { parts.append("\(column) >= \(parameter(.integer(low)))") }
        if let high = bounds.atMost { parts.append("\(column) <= \(parameter(.integer(high)))") }
        return "(\(parts.joined(separator: " AND ")))"
    }

    private mutating func range(_ period: Selection.Period) -> String {
        range(
            of: "date_created",
            Selection.Bounds(atLeast: period.from?.milliseconds, atMost: period.before.map { $0.milliseconds - 1 }))
    }

    private func missing(_ field: ItemField) -> String {
        let column = field.column.name
        switch field.kind {
        case .text: return "(\(column) IS NULL OR \(column) = '')"
        case .flag: return "(\(column) = 0)"
        default: return "(\(column) IS NULL)"
        }
    }

    /// The order of the rows: what comes before `SELECT`, what is joined to the items, and ` ORDER BY …`.
    struct Order {
        fileprivate(set) var with: [String] = []
        fileprivate(set) var joins = ""
        fileprivate var keys: [String] = []

        /// `WITH …`, empty if nothing comes before `SELECT`.
        var prefix: String { with.isEmpty ? "" : "WITH \(with.joined(separator: ", ")) " }
        /// ` ORDER BY …`.
        var clause: String { " ORDER BY " + (keys + ["position"]).joined(separator: ", ") }
    }

    /// Sorts by the group, then the keys, then the owner's order.
    ///
    /// The most usual texts have a column with their sort key. For other columns of texts, and custom fields, the query
    /// contains the list of all values in their order.
    /// - Parameter sorted: returns the values of an expression over the rows in their order.
    mutating func order(
        _ order: ItemOrder, _ grouping: ItemGrouping,
        sorted: (_ column: ReportColumn, _ expression: String, _ query: ItemQuery) throws -> [String]
    ) rethrows -> Order {
        var result = Order()
        for key in (grouping.field.map { [ItemOrder.Key($0)] } ?? []) + order.keys {
            let direction = key.descending ? " DESC NULLS LAST" : " NULLS LAST"
            switch key.column {
            case .computed: continue
            // Items without a value come last in either direction; amounts are compared within one currency.
            case .field(let field) where field.kind != .text || DerivedColumn.sortKey(of: field) != nil:
                if let currency = field.column.currency { result.keys.append("\(currency.name) NULLS LAST") }
                result.keys.append((DerivedColumn.sortKey(of: field)?.name ?? field.column.name) + direction)
                // A year and its 1 July are two groups.
                if let precision = field.column.precision {
                    result.keys.append(precision.name + (key.descending ? " DESC NULLS LAST" : " NULLS FIRST"))
                }
            case .field, .customField:
                let expression = text(of: key.column)
                let values = try sorted(key.column, expression, self)
                let (list, number) = (parameter(.utf8(JournalJSON.tags(values))), result.with.count)
                let (value, place) = ("sort_value\(number)", "sort_place\(number)")
                result.with.append("sorted\(number) (\(value), \(place)) AS MATERIALIZED (\(dialect.elements(list)))")
                result.joins += " LEFT JOIN sorted\(number) ON \(value) = \(expression)"
                result.keys.append(place + direction)
            }
        }
        return result
    }

    /// The text of a column as an expression, NULL for none.
    private mutating func text(of column: ReportColumn) -> String {
        switch column {
        case .field(let field): "nullif(\(field.column.name), '')"
        case .customField(let name): dialect.customField(ItemColumn.customFields.name, parameter(name))
        case .computed: "NULL"
        }
    }
}
