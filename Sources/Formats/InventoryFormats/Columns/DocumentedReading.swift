import Inventory

extension TableReading {
    /// The reading of a table whose headings a format documents. Cells in another form than the documented one are faults.
    ///
    /// - Parameter headings: the headings from left to right.
    /// - Throws: ``InventoryFileError`` of kind `header` or `option`.
    init(
        documented format: FileFormat, headings: [String], options: ImportOptions
    ) throws(InventoryFileError) {
        func error(_ reason: InventoryFileError.Reason) -> InventoryFileError {
            InventoryFileError(reason, line: 1)
        }
        for mapping in options.columns where !headings.contains(mapping.column) {
            throw InventoryFileError(.missingMappedColumn(mapping.column))
        }
        self.init()
        documentedFormat = format
        program =
            switch format {
            case .homebox: "homebox"
            case .snipeIT: "snipe-it"
            default: HomepwnerColumns.detect(headings) ? HomepwnerColumns.program : nil
            }
        // Homebox writes numbers and dates in one form.
        if format != .homebox { (decimal, dateOrder) = (options.decimalSeparator, options.dateOrder) }
        let lowercased = SnipeITColumns.lowercased(headings)
        var unknown: [InventoryFileError.UnknownColumn] = []
        for (index, heading) in headings.enumerated() {
            let mapped = options.columns.last { $0.column == heading }?.target
            if let target = mapped ?? TableReading.target(of: heading, among: lowercased, format: format) {
                columns.append(ReadingColumn(heading: heading, target: target))
            } else {
                let isListed = unknown.count < InventoryFileError.listedColumns
                let suggestion = format == .csv && isListed ? PlainColumns.suggestion(for: heading) : nil
                unknown.append(.init(name: heading, number: index + 1, suggestion: suggestion))
            }
        }
        if !columns.contains(where: { $0.target.fields.contains(.name) || $0.target == .modelName }) {
            throw error(.missingColumn(TableReading.nameColumn(format), format: format, header: headings))
        }
        guard unknown.isEmpty else { throw error(.unknownColumns(unknown)) }
        for (index, column) in columns.enumerated() where !column.target.allowsDuplicates {
            guard let other = columns[..<index].firstIndex(where: { $0.target == column.target }) else { continue }
            throw error(
                column.heading == headings[other]
                    ? .duplicateColumn(column.heading, first: other + 1, second: index + 1)
                    : .conflictingColumns(headings[other], column.heading))
        }
    }

    /// - Parameter names: all headings in lower case.
    private static func target(of heading: String, among names: Set<String>, format: FileFormat) -> ColumnTarget? {
        if heading.isEmpty { return .unnamed }
        return switch format {
        case .homebox: HomeboxColumns.target(of: heading)
        case .snipeIT: SnipeITColumns.target(of: heading, among: names)
        default: PlainColumns.target(of: heading)
        }
    }

    private static func nameColumn(_ format: FileFormat) -> String {
        switch format {
        case .homebox: "HB.name"
        case .snipeIT: "Asset Name"
        default: "name"
        }
    }
}

/// The columns of the tables that this program writes.
enum HomepwnerColumns {
    /// The name of the program in readings.
    static let program = "homepwner"

    /// Whether headings are those of an export or a report of this program: exact names of fields, the id or the kind of each
    /// row among them.
    static func detect(_ headings: [String]) -> Bool {
        headings.contains { $0 == ItemField.id.name || $0 == ColumnTarget.recordKind.name }
            && headings.contains(ItemField.name.name)
            && headings.allSatisfy { heading in
                PlainColumns.target(of: heading).map { $0 == .ignored || $0.name == heading } ?? false
            }
    }
}
