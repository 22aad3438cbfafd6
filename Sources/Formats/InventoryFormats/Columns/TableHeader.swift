import Inventory

/// The columns of a table, by its header and the user's mappings.
struct TableHeader {
    let columns: [TableColumn]

    /// - Throws: ``InventoryFileError`` of kind `header` or `option`.
    init(names: [String], format: FileFormat, mappings: [ColumnMapping]) throws(InventoryFileError) {
        func error(_ reason: InventoryFileError.Reason) -> InventoryFileError {
            InventoryFileError(reason, line: 1)
        }
        for mapping in mappings where !names.contains(mapping.column) {
            throw InventoryFileError(.missingMappedColumn(mapping.column))
        }
        let lowercased = SnipeITColumns.lowercased(names)
        var columns: [TableColumn] = []
        var unknown: [InventoryFileError.UnknownColumn] = []
        for (index, name) in names.enumerated() {
            let mapped = mappings.last { $0.column == name }?.target
            if let target = mapped ?? TableHeader.target(of: name, among: lowercased, format: format) {
                columns.append(TableColumn(number: index + 1, name: name, target: target))
            } else {
                let isListed = unknown.count < InventoryFileError.listedColumns
                let suggestion = format == .csv && isListed ? PlainColumns.suggestion(for: name) : nil
                unknown.append(.init(name: name, number: index + 1, suggestion: suggestion))
            }
        }
        if !columns.contains(where: { $0.target.fields.contains(.name) || $0.target == .modelName }) {
            throw error(.missingColumn(TableHeader.nameColumn(format), format: format, header: names))
        }
        guard unknown.isEmpty else { throw error(.unknownColumns(unknown)) }
        for (index, column) in columns.enumerated() where !column.target.allowsDuplicates {
            guard let other = columns[..<index].first(where: { $0.target == column.target }) else { continue }
            throw error(
                column.name == other.name
                    ? .duplicateColumn(column.name, first: other.number, second: column.number)
                    : .conflictingColumns(other.name, column.name))
        }
        self.columns = columns
    }

    /// - Parameter names: all names of the header in lower case.
    private static func target(of name: String, among names: Set<String>, format: FileFormat) -> ColumnTarget? {
        if name.isEmpty { return .unnamed }
        return switch format {
        case .homebox: HomeboxColumns.target(of: name)
        case .snipeIT: SnipeITColumns.target(of: name, among: names)
        default: PlainColumns.target(of: name)
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
