import JSON
import Message

/// The lists of objects in the JSON of other programs, as tables.
enum JSONTables {
    /// The tables of a text: a list of objects, an object with such lists as members, or an object on each line (NDJSON).
    /// - Returns: an empty list for any other text, and for the JSON of this program, whose reader names its faults.
    /// - Throws: ``InventoryFileError`` with the line of an object that cannot be read, or if there are too many cells.
    static func tables(in bytes: [UInt8]) throws(InventoryFileError) -> [DocumentTable] {
        var budget = CellBudget()
        if let lines = try lines(bytes) { return [try table("JSON", lines, &budget)] }
        guard let value = try? JSONValue(parsing: bytes) else { return [] }
        if let objects = objects(value) { return isForeign(objects) ? [try table("JSON", objects, &budget)] : [] }
        let isOwn = value["$schema"] != nil || value["items"].flatMap(objects).map { !isForeign($0) } ?? false
        guard !isOwn, let members = value.object else { return [] }
        var tables: [DocumentTable] = []
        for member in members {
            if let objects = objects(member.value) { tables.append(try table(member.name, objects, &budget)) }
        }
        return tables
    }

    /// Whether the beginning of a file is surely the JSON of this program, which may be too long to be held.
    static func isOwn(_ head: [UInt8]) -> Bool {
        var stream = JSONItemStream(InputBuffer(bytes: head, file: ""))
        do throws(InventoryFileError) {
            guard try stream.peek() == UInt8(ascii: "[") else {
                try stream.take(UInt8(ascii: "{"), otherwise: Message("formats.json.expectedItems"))
                return try stream.name() == "$schema"
            }
            try stream.take(UInt8(ascii: "["), otherwise: Message("formats.json.expectedItems"))
            guard case .value(let first) = try stream.next(), let object = first.object else { return false }
            return !isForeign([object])
        } catch {
            return false
        }
    }

    /// The elements of a list of objects; nil if it is something else, or empty.
    private static func objects(_ value: JSONValue) -> [[JSONMember]]? {
        guard let objects = value.array?.map(\.object), !objects.isEmpty, !objects.contains(where: { $0 == nil }) else {
            return nil
        }
        return objects.compactMap(\.self)
    }

    /// The objects of the lines; nil if the first line is no object, or no other follows.
    private static func lines(_ bytes: [UInt8]) throws(InventoryFileError) -> [[JSONMember]]? {
        var objects: [[JSONMember]] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if line.allSatisfy({ $0 <= 0x20 }) { continue }
            do throws(JSONError) {
                guard let object = try JSONValue(parsing: Array(line)).object else { return nil }
                objects.append(object)
            } catch {
                // The first line of other JSON is no whole text.
                if objects.isEmpty || (objects.count == 1 && line.first != UInt8(ascii: "{")) { return nil }
                throw InventoryFileError(.json(error), line: index + 1, column: error.column)
            }
        }
        return objects.count > 1 ? objects : nil
    }

    /// Whether the first object has members that items of this program do not have.
    private static func isForeign(_ objects: [[JSONMember]]) -> Bool {
        !objects[0].allSatisfy { member in
            ItemFieldNames.fields[member.name] != nil || ItemFieldNames.groups.contains(member.name)
                || ItemFieldNames.derived.contains(member.name)
        }
    }

    /// The first row has the names of all members, in the order in which they come.
    /// - Throws: `document` if the tables have too many cells: each object may have members of its own.
    private static func table(
        _ name: String, _ objects: [[JSONMember]], _ budget: inout CellBudget
    ) throws(InventoryFileError) -> DocumentTable {
        var columns: [String: Int] = [:]
        var head: [TableCell] = []
        var rows: [[TableCell]] = []
        for object in objects {
            var row: [TableCell] = []
            forEachCell(of: object, under: "") { name, cell in
                let column = columns[name] ?? head.count
                if column == head.count {
                    columns[name] = column
                    head.append(TableCell(name, type: .text))
                }
                let missing = column + 1 - row.count
                if missing > 0 { row += Array(repeating: TableCell("", type: nil), count: missing) }
                row[column] = cell
            }
            try budget.take(row.count)
            rows.append(row)
        }
        return DocumentTable(name: name, rows: [head] + rows)
    }

    /// Visits the values of an object; those of objects inside have names such as `category.name`.
    private static func forEachCell(
        of object: [JSONMember], under prefix: String, _ visit: (String, TableCell) -> Void
    ) {
        for member in object {
            let name = prefix + member.name
            if let inner = member.value.object, amount(inner) == nil {
                forEachCell(of: inner, under: name + ".", visit)
            } else {
                visit(name, cell(member.value))
            }
        }
    }

    private static func cell(_ value: JSONValue) -> TableCell {
        switch value {
        case .null: TableCell("", type: nil)
        case .bool(let flag): TableCell(flag ? "true" : "false", type: .boolean)
        // Only plain decimal text is a number in a cell.
        case .number(let text): TableCell(text, type: text.utf8.contains { $0 | 0x20 == 0x65 } ? .text : .number)
        case .string(let text): TableCell(text, type: text.isEmpty ? nil : .text)
        case .object(let members):
            amount(members) ?? TableCell(String(decoding: value.encoded, as: UTF8.self), type: .text)
        case .array(let elements):
            if elements.contains(where: { $0.object != nil || $0.array != nil }) {
                TableCell(String(decoding: value.encoded, as: UTF8.self), type: .text)
            } else {
                TableCell(elements.map { cell($0).text }.joined(separator: "; "), type: elements.isEmpty ? nil : .text)
            }
        }
    }

    /// An amount as this program writes it, and others do.
    private static func amount(_ members: [JSONMember]) -> TableCell? {
        let object = JSONValue.object(members)
        guard members.count == 2, let code = object["currency"]?.string else { return nil }
        switch object["amount"] {
        case .string(let text): return TableCell("\(text) \(code)", type: .text)
        case .number(let text): return TableCell("\(text) \(code)", type: .number)
        default: return nil
        }
    }
}
