package import Inventory
package import JSON

/// The way in which a table is read: where the header is, how cells are written, and which field each column holds.
///
/// A reading is proposed by ``ReadingProposal`` and accepted by a person. Saved as JSON it reads the next export of the same
/// program.
package struct TableReading: Equatable, Sendable {
    /// The program that wrote the table, if its headings tell.
    package var program: String?
    /// The sheet; nil for text.
    package var sheet: String?
    /// The encoding; nil for a workbook.
    package var encoding: TextEncoding?
    /// The byte between cells; nil for a workbook.
    package var separator: UInt8?
    /// Whether rows are in one pair of quotes as a whole.
    package var hasQuotedRows = false
    /// The row of the headings, from 1; empty lines count. 0 if the table has none.
    package var headerRow = 1
    /// The row below with the rest of the headings, or their units; nil if the headings have one row.
    package var secondHeaderRow: Int?
    /// The columns of the table, if others stand beside it.
    var tableColumns: ColumnRange?
    /// The decimal separator of numbers; nil if no number has one.
    package var decimal: DecimalSeparator?
    /// The order of dates whose order is not plain.
    package var dateOrder: DateOrder?
    /// The currency of amounts that name none; nil is the inventory's.
    package var currency: Currency?
    /// The currencies that signs such as `$` mean.
    package var currencySigns: [String: Currency] = [:]
    /// The meaning of rows with a single cell.
    package var groupRows = GroupRowMeaning.items
    /// Whether the row above the headings names the location of the rows below them.
    package var hasGroupAboveHeader = false
    /// The meaning of rows that have a word for totals, but not the sum of the rows above.
    package var totalRows = DoubtfulRowMeaning.items
    /// The meaning of rows of two cells below an empty row, if all items above have more.
    package var rowsBelow = DoubtfulRowMeaning.items
    /// Whether rows that the spreadsheet does not show are items.
    package var hiddenRows = DoubtfulRowMeaning.items
    /// Whether an amount with more decimals than its currency has is kept as text; otherwise it is a fault of its row.
    package var keepsExcessDecimals = false
    /// Whether a cell that its field cannot hold, such as `gift` among dates, is kept as text; otherwise it is a fault of its
    /// row. A line whose amount the quantity does not divide is one item then, and its quantity is kept as text.
    package var keepsOtherCells = false
    /// Rows that are not items, by the value of a column.
    package var omitted: [OmittedValue] = []
    /// The way in which rows are recognised as items of the inventory; nil if nobody settled it, and all are new then.
    package var recognition: RowRecognition?
    /// The columns from left to right.
    package var columns: [ReadingColumn] = []

    package init() {}

    /// The last row of the headings.
    var lastHeaderRow: Int { secondHeaderRow ?? headerRow }
    /// Whether this program wrote the table, for itself to read: its texts are kept as they are.
    var isOwnFile: Bool { program == HomepwnerColumns.program }
    /// Whether the columns hold what their headings say, whatever the cells look like.
    package var hasCertainColumns: Bool { isOwnFile || program == "homebox" }
    /// Whether rows state the ids of their items.
    package var hasIDs: Bool { columns.contains { $0.target == .field(.id) } }

    /// The format of the program's tables.
    package var format: FileFormat {
        switch program {
        case "homebox": .homebox
        case "snipe-it": .snipeIT
        default: .csv
        }
    }

    /// The index of the column that names the items.
    var nameColumn: Int? { columns.firstIndex { $0.target == .field(.name) || $0.target == .modelName } }
}

/// Rows with this value in a column are left out.
package struct OmittedValue: Equatable, Sendable {
    package let heading: String
    package let value: String
}

/// A column of a table and the field that it holds.
package struct ReadingColumn: Equatable, Sendable {
    /// The heading as it is written; empty for none.
    package var heading: String
    package var target: ColumnTarget
    /// The decimal separator, if it differs from the table's.
    package var decimal: DecimalSeparator?
    /// The order of dates, if it differs from the table's.
    package var dateOrder: DateOrder?
    /// The currency of amounts that name none, if it differs from the table's.
    package var currency: Currency?
    /// The byte between tags.
    package var listSeparator: UInt8?
    /// The text between the parts of a location, such as `->`; they become ` / `.
    package var pathSeparator: String?
    /// Whether an empty cell continues the cell above it.
    package var fillsDown = false
    /// The place among the columns that are joined in one field; columns without one keep their order.
    package var part: Int?
    /// The field of the addresses that cells link to; nil if none does.
    package var link: ColumnTarget?

    package init(heading: String, target: ColumnTarget) {
        self.heading = heading
        self.target = target
    }

    /// The field of addresses for which a reading names none.
    func defaultLink(number: Int) -> ColumnTarget {
        target == .ignored
            ? .ignored : .customField(ReadingColumn.linkName(TableReading.customName(heading, number)))
    }

    /// The name of the custom field with the addresses of a column.
    static func linkName(_ heading: String) -> String { "\(heading) (URL)" }
}

extension TableReading {
    /// The columns for the headings of a file: a heading that the reading does not have becomes a custom field.
    ///
    /// - Returns: nil if the file has no column that the reading maps to a field.
    func columns(for headings: [String]) -> [ReadingColumn]? {
        // Columns with the same heading are taken from left to right.
        var rest: [String: [ReadingColumn]] = [:]
        for column in columns.reversed() { rest[column.heading, default: []].append(column) }
        var found = 0
        let matched = headings.enumerated().map { index, heading in
            if let column = rest[heading]?.popLast() {
                found += heading.isEmpty ? 0 : 1
                return column
            }
            return ReadingColumn(heading: heading, target: .customField(TableReading.customName(heading, index + 1)))
        }
        return found == 0 ? nil : matched
    }

    /// The name of the custom field for a column.
    static func customName(_ heading: String, _ number: Int) -> String {
        heading.isEmpty ? "Column \(number)" : heading
    }
}

/// The JSON of a saved reading. docs/importing.md describes it.
extension TableReading {
    /// Reads a saved reading.
    /// - Throws: ``InventoryFileError`` with the member that is missing, unknown or is not valid.
    package init(json: JSONValue) throws(InventoryFileError) {
        func malformed(_ member: String) -> InventoryFileError { InventoryFileError(.malformedReading(member: member)) }
        func text(_ value: JSONValue, _ member: String) throws(InventoryFileError) -> String {
            guard let text = value.string else { throw malformed(member) }
            return text
        }
        guard let members = json.object else { throw malformed("{}") }
        self.init()
        for member in members {
            let (name, value) = (member.name, member.value)
            switch name {
            case "version": guard value.integer == 1 else { throw malformed(name) }
            case "program": program = try text(value, name)
            case "sheet": sheet = try text(value, name)
            case "encoding":
                guard let found = TextEncoding(named: try text(value, name)) else { throw malformed(name) }
                encoding = found
            case "separator": separator = try TableReading.byte(value, name)
            case "quotedRows":
                guard value.bool == true else { throw malformed(name) }
                hasQuotedRows = true
            case "headerRow":
                guard let row = value.integer, (0...1_000_000).contains(row) else { throw malformed(name) }
                headerRow = Int(row)
            case "secondHeaderRow":
                guard let row = value.integer, (2...1_000_000).contains(row) else { throw malformed(name) }
                secondHeaderRow = Int(row)
            case "tableColumns":
                guard let range = ColumnRange(try text(value, name)) else { throw malformed(name) }
                tableColumns = range
            case "decimal": decimal = try TableReading.choice(value, name)
            case "dates": dateOrder = try TableReading.choice(value, name)
            case "currency": currency = try TableReading.currency(value, name)
            case "currencySigns":
                for sign in value.object ?? [] {
                    currencySigns[sign.name] = try TableReading.currency(sign.value, name)
                }
            case "groupRows": groupRows = try TableReading.choice(value, name)
            case "groupAboveHeadings":
                guard value.bool == true else { throw malformed(name) }
                hasGroupAboveHeader = true
            case "totalRows": totalRows = try TableReading.choice(value, name)
            case "rowsBelow": rowsBelow = try TableReading.choice(value, name)
            case "hiddenRows": hiddenRows = try TableReading.choice(value, name)
            case "excessDecimals":
                guard value.string == "keep" else { throw malformed(name) }
                keepsExcessDecimals = true
            case "otherCells":
                guard value.string == "keep" else { throw malformed(name) }
                keepsOtherCells = true
            case "leaveOut":
                for rule in value.array ?? [] {
                    guard let heading = rule["heading"]?.string, let cell = rule["value"]?.string else {
                        throw malformed(name)
                    }
                    omitted.append(OmittedValue(heading: heading, value: cell))
                }
            case "updateBy": recognition = RowRecognition(rawValue: try text(value, name))
            case "columns":
                guard let list = value.array else { throw malformed(name) }
                for column in list { columns.append(try ReadingColumn(json: column)) }
            default: throw malformed(name)
            }
        }
        guard !columns.isEmpty else { throw malformed("columns") }
        if let second = secondHeaderRow, second <= headerRow || headerRow == 0 { throw malformed("secondHeaderRow") }
    }

    /// Reads the bytes of a saved reading.
    package init(parsing bytes: [UInt8]) throws(InventoryFileError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw InventoryFileError(.json(error))
        }
        try self.init(json: value)
    }

    /// The reading as JSON; ``init(json:)`` reads it.
    package var json: JSONValue {
        var members = [JSONMember(name: "version", value: .number(1))]
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(JSONMember(name: name, value: value)) }
        }
        add("program", program.map(JSONValue.string))
        add("sheet", sheet.map(JSONValue.string))
        add("encoding", encoding.map { .string($0.rawValue) })
        add("separator", separator.map(TableReading.text))
        if hasQuotedRows { add("quotedRows", .bool(true)) }
        add("headerRow", .number(headerRow))
        add("secondHeaderRow", secondHeaderRow.map { .number($0) })
        add("tableColumns", tableColumns.map { .string($0.description) })
        add("decimal", decimal.map { .string($0.rawValue) })
        add("dates", dateOrder.map { .string($0.rawValue) })
        add("currency", currency.map { .string($0.code) })
        if !currencySigns.isEmpty {
            add(
                "currencySigns",
                .object(
                    currencySigns.sorted { $0.key < $1.key }.map {
                        JSONMember(name: $0.key, value: .string($0.value.code))
                    }))
        }
        if groupRows != .items { add("groupRows", .string(groupRows.rawValue)) }
        if hasGroupAboveHeader { add("groupAboveHeadings", .bool(true)) }
        if totalRows != .items { add("totalRows", .string(totalRows.rawValue)) }
        if rowsBelow != .items { add("rowsBelow", .string(rowsBelow.rawValue)) }
        if hiddenRows != .items { add("hiddenRows", .string(hiddenRows.rawValue)) }
        if keepsExcessDecimals { add("excessDecimals", .string("keep")) }
        if keepsOtherCells { add("otherCells", .string("keep")) }
        if !omitted.isEmpty {
            add(
                "leaveOut",
                .array(
                    omitted.map {
                        .object([
                            JSONMember(name: "heading", value: .string($0.heading)),
                            JSONMember(name: "value", value: .string($0.value)),
                        ])
                    }))
        }
        add("updateBy", recognition.map { .string($0.rawValue) })
        add("columns", .array(columns.map(\.json)))
        return .object(members)
    }

    /// The bytes of a file that holds the reading, for people to look at and change.
    package var savedBytes: [UInt8] {
        var writer = JSONWriter(.pretty)
        writer.add(json)
        return writer.bytes
    }

    static func byte(_ value: JSONValue, _ member: String) throws(InventoryFileError) -> UInt8 {
        guard let text = value.string, text.utf8.count == 1, let byte = text.utf8.first, byte < 0x80 else {
            throw InventoryFileError(.malformedReading(member: member))
        }
        return byte
    }

    static func text(_ byte: UInt8) -> JSONValue { .string(String(decoding: [byte], as: UTF8.self)) }

    static func choice<Choice: RawRepresentable<String>>(
        _ value: JSONValue, _ member: String
    ) throws(InventoryFileError) -> Choice {
        guard let choice = value.string.flatMap(Choice.init(rawValue:)) else {
            throw InventoryFileError(.malformedReading(member: member))
        }
        return choice
    }

    static func currency(_ value: JSONValue, _ member: String) throws(InventoryFileError) -> Currency {
        guard let code = value.string, let currency = Currency(utf8: Array(code.utf8)) else {
            throw InventoryFileError(.malformedReading(member: member))
        }
        return currency
    }
}

extension ReadingColumn {
    init(json: JSONValue) throws(InventoryFileError) {
        guard let heading = json["heading"]?.string, let name = json["field"]?.string,
            let target = ColumnTarget(named: name)
        else { throw InventoryFileError(.malformedReading(member: "columns")) }
        self.init(heading: heading, target: target)
        for member in json.object ?? [] {
            let (name, value) = (member.name, member.value)
            switch name {
            case "heading", "field": break
            case "decimal": decimal = try TableReading.choice(value, name)
            case "dates": dateOrder = try TableReading.choice(value, name)
            case "currency": currency = try TableReading.currency(value, name)
            case "tagSeparator": listSeparator = try TableReading.byte(value, name)
            case "pathSeparator": pathSeparator = value.string
            case "fillDown":
                guard value.bool == true else { throw InventoryFileError(.malformedReading(member: name)) }
                fillsDown = true
            case "link":
                guard let target = value.string.flatMap(ColumnTarget.init(named:)) else {
                    throw InventoryFileError(.malformedReading(member: name))
                }
                link = target
            case "part": part = value.integer.map { Int(clamping: $0) }
            default: throw InventoryFileError(.malformedReading(member: "columns.\(name)"))
            }
        }
    }

    var json: JSONValue {
        var members = [
            JSONMember(name: "heading", value: .string(heading)),
            JSONMember(name: "field", value: .string(target.name)),
        ]
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(JSONMember(name: name, value: value)) }
        }
        add("decimal", decimal.map { .string($0.rawValue) })
        add("dates", dateOrder.map { .string($0.rawValue) })
        add("currency", currency.map { .string($0.code) })
        add("tagSeparator", listSeparator.map(TableReading.text))
        add("pathSeparator", pathSeparator.map(JSONValue.string))
        if fillsDown { add("fillDown", .bool(true)) }
        add("part", part.map { .number($0) })
        add("link", link.map { .string($0.name) })
        return .object(members)
    }
}
