import FoundationEssentials
import Inventory
import JSON

/// A row of a table of a Homebox collection.
struct HomeboxRow {
    let table: HomeboxTable
    /// The position from 1.
    let number: Int
    private let members: [String: JSONValue]

    /// - Throws: `malformedRow` if the value is not an object.
    init(_ value: JSONValue, of table: HomeboxTable, number: Int) throws(InventoryFileError) {
        guard let members = value.object else {
            throw InventoryFileError(.collection(.malformedRow(table, row: number)))
        }
        self.table = table
        self.number = number
        self.members = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }

    var columns: Dictionary<String, JSONValue>.Keys { members.keys }

    /// The value of a column; null if there is no such column.
    subscript(column: String) -> JSONValue { members[column] ?? .null }

    func malformed(_ column: String) -> InventoryFileError {
        InventoryFileError(.collection(.malformedValue(table, row: number, column: column)))
    }

    func dangling(_ column: String) -> InventoryFileError {
        InventoryFileError(.collection(.danglingReference(table, row: number, column: column)))
    }

    /// Returns a text; nil if it is null or empty.
    func text(_ column: String) throws(InventoryFileError) -> String? {
        switch self[column] {
        case .null, .string(""): return nil
        case .string(let text):
            guard (try? Item.checked(text)) != nil else { throw malformed(column) }
            return text
        default: throw malformed(column)
        }
    }

    /// Returns the id in a column; nil if it is null or empty.
    func reference(_ column: String) throws(InventoryFileError) -> UUID? {
        guard let text = try text(column) else { return nil }
        guard let id = UUID(text: text) else { throw malformed(column) }
        return id
    }

    /// Returns the id in a column that must have one.
    func id(_ column: String = "id") throws(InventoryFileError) -> UUID {
        guard let id = try reference(column) else { throw malformed(column) }
        return id
    }

    func flag(_ column: String) throws(InventoryFileError) -> Bool {
        guard let flag = HomeboxRow.flag(self[column]) else { throw malformed(column) }
        return flag
    }

    /// Returns the day in a column, nil for none.
    func day(_ column: String) throws(InventoryFileError) -> CalendarDate? {
        guard let day = HomeboxRow.day(self[column]) else { throw malformed(column) }
        return day
    }

    // MARK: Values

    /// Reads a flag: SQLite writes 0 and 1, PostgreSQL `true` and `false`. Nil if it is neither.
    static func flag(_ value: JSONValue) -> Bool? {
        switch value {
        case .null, .number("0"), .string("0"), .string("f"), .string("false"): false
        case .number("1"), .string("1"), .string("t"), .string("true"): true
        case .bool(let flag): flag
        default: nil
        }
    }

    /// Reads the day of a timestamp. Homebox means days, and writes their midnights; year 1 means "none".
    /// - Returns: nil if the value is not a day; an inner nil for Homebox's "none".
    static func day(_ value: JSONValue) -> CalendarDate?? {
        switch value {
        case .null, .string(""): return .some(nil)
        case .string(let text):
            guard
                text.utf8.count == 10 || text.utf8.dropFirst(10).first.map({ $0 | 0x20 == 0x74 || $0 == 0x20 }) == true,
                let day = try? CalendarDate(text.utf8.prefix(10))
            else { return nil }
            return .some(day.components.year == 1 ? nil : day)
        default: return nil
        }
    }

    /// Reads a binary number as a count of units of 10^-`decimals`.
    /// - Returns: the units, and whether the number had more decimals; nil if the value is not a number of that range.
    static func units(_ value: JSONValue, decimals: Int) -> (units: Int64, isRounded: Bool)? {
        guard case .number(let text) = value, let number = Double(text), number.isFinite else { return nil }
        var scaled = number
        for _ in 0..<decimals { scaled *= 10 }
        // Whole numbers up to 2^53 are exact in binary.
        guard scaled.magnitude < 9_007_199_254_740_992 else { return nil }
        let units = scaled.rounded()
        // A number that was entered with these decimals differs by far less than a thousandth of the last one.
        return (Int64(units), (units - scaled).magnitude > 0.001)
    }
}
