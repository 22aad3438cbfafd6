import Inventory

/// The columns of a table, told by its header and the owner's mappings.
struct TableHeader {
    let columns: [TableColumn]

    /// - Throws: ``InterchangeError`` of kind `header` or `option`.
    init(names: [String], format: FileFormat, mappings: [ColumnMapping]) throws(InterchangeError) {
        for mapping in mappings where !names.contains(mapping.column) { throw .mappedColumnMissing(mapping.column) }
        var columns: [TableColumn] = []
        var unknown: [(name: String, number: Int, suggestion: String?)] = []
        for (index, name) in names.enumerated() {
            let mapped = mappings.last { $0.column == name }?.target
            if let target = mapped ?? TableHeader.target(of: name, among: names, format: format) {
                columns.append(TableColumn(number: index + 1, name: name, target: target))
            } else {
                let suggestion = format == .csv ? PlainColumns.suggestion(for: name) : nil
                unknown.append((name, index + 1, suggestion))
            }
        }
        if !columns.contains(where: { $0.target.fields.contains(.name) || $0.target == .modelName }) {
            throw .missingColumn(TableHeader.nameColumn(format), format: format, found: names)
        }
        guard unknown.isEmpty else { throw .unknownColumns(unknown) }
        for (index, column) in columns.enumerated() where !column.target.allowsDuplicates {
            guard let other = columns[..<index].first(where: { $0.target == column.target }) else { continue }
            throw column.name == other.name
                ? .duplicateColumn(column.name, other.number, column.number)
                : .conflictingColumns(other.name, column.name)
        }
        self.columns = columns
    }

    private static func target(of name: String, among names: [String], format: FileFormat) -> ColumnTarget? {
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
