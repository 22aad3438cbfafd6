import InventoryModel

/// The words of every fault of a row, in one place.
extension FieldFault {
    static func ragged(found: Int, expected: Int, delimiter: UInt8) -> FieldFault {
        let separator =
            switch delimiter {
            case UInt8(ascii: "\t"): "tab"
            case UInt8(ascii: ";"): "semicolon"
            default: "comma"
            }
        return FieldFault(
            column: nil, problem: "the row has \(found) field\(found == 1 ? "" : "s"), the header \(expected)",
            remedy: "put a field that holds a \(separator), a quote or a line end in quotes")
    }

    static func notUTF8(byte: Int64) -> FieldFault {
        FieldFault(
            column: nil, problem: "not UTF-8 text, at byte \(byte) of the file",
            remedy: "save the file as UTF-8")
    }

    static func nul(byte: Int64) -> FieldFault {
        FieldFault(
            column: nil, problem: "a NUL byte, at byte \(byte) of the file",
            remedy: "the file is damaged or no text; export it again")
    }

    static func unnamed(_ column: TableColumn) -> FieldFault {
        FieldFault(
            column: .init(number: column.number, name: "no name"),
            problem: "something stands in a column without a name",
            remedy: "give the column a name or empty its cells")
    }

    static func uncountable(_ column: Column?) -> FieldFault {
        FieldFault(
            column: column, problem: "quantity × value is larger than can be counted exactly",
            remedy: "correct one of them")
    }

    static func value(_ error: ValueError, column: TableColumn, format: FileFormat) -> FieldFault {
        FieldFault(
            column: .init(number: column.number, name: column.name), problem: error.description,
            remedy: remedy(for: error, target: column.target, format: format))
    }

    private static func remedy(for error: ValueError, target: ColumnTarget, format: FileFormat) -> String {
        guard case .malformed = error else { return "" }
        let kind: ItemField.Kind? =
            switch target {
            case .field(let field): field.kind
            case .price: .money
            default: nil
            }
        switch (kind, format) {
        case (.money, .homebox), (.quantity, .homebox), (.date, .homebox), (.flag, .homebox):
            return "Homebox never writes this; correct it, or read the file with --from csv and --map"
        case (.money, _):
            return "other forms are read under --decimal and --currency"
        case (.quantity, _), (.percentage, _):
            return "other forms are read under --decimal"
        case (.date, _), (.timestamp, _):
            return "other forms are read under --date-format"
        default: return ""
        }
    }
}
