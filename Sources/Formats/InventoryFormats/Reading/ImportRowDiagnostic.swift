import Localization

/// What is wrong with one row, or one item, of a file. A file with faults is refused whole unless its owner says otherwise.
public struct ImportRowDiagnostic: Equatable, Sendable {
    /// The row of a table (its header is row 1), or the place of the item in a list from 1.
    public let row: Int
    /// The line of the file where the row begins, from 1; nil in a binary file.
    public let line: Int?
    /// Everything that is wrong with the row, at least one fault.
    public let faults: [ImportFieldDiagnostic]
    /// What goes into the rejects file, line end included: the row as it stands in a table; for other formats a line of
    /// the place, the faults and, in JSON, the text of the item. Nil where the row is too long to be copied.
    public let rejected: [UInt8]?
    /// Whether it is a row of a table, with its header as row 1.
    public let isInTable: Bool
}

/// One fault: where in the row, the rule that is broken, and what to do.
public struct ImportFieldDiagnostic: Equatable, Sendable {
    /// A column of a table: its number from 1 and its name. For other formats the number is 0 and the name is a path.
    public struct Column: Equatable, Sendable {
        /// The number from 1; 0 where columns are not counted.
        public let number: Int
        /// The name in the header, or a path such as `purchase.price.amount`.
        public let name: String
    }

    /// The column at fault, nil where the whole row is.
    public let column: Column?
    /// The line of the fault, from 1, where it may differ from the row's.
    public let line: Int?
    /// The rule that is broken.
    public let problem: String
    /// What to do about it.
    public let remedy: String

    init(column: Column?, line: Int? = nil, problem: String, remedy: String) {
        self.column = column
        self.line = line
        self.problem = problem
        self.remedy = remedy
    }
}

extension ImportFieldDiagnostic: CustomStringConvertible {
    public var description: String {
        let what = remedy.isEmpty ? problem : "\(problem); \(remedy)"
        guard let column else { return what }
        return column.number > 0
            ? said("reading.inColumn", column.number, column.name, what) : said("reading.inField", column.name, what)
    }
}

extension ImportRowDiagnostic: CustomStringConvertible {
    public var description: String {
        let onLine = line.flatMap { $0 == row ? nil : said("reading.onLine", $0) } ?? ""
        let place = said(isInTable ? "reading.row" : "reading.item", row) + onLine
        let faults = faults.map { fault in
            fault.line == nil || fault.line == line ? "\(fault)" : "\(fault)" + said("reading.onLine", fault.line ?? 0)
        }
        return said("reading.faults", place, faults.joined(separator: "; "))
    }
}
