import Inventory
import Localization

/// The words of every fault of a row, in one place.
extension ImportFieldDiagnostic {
    static func ragged(found: Int, expected: Int, delimiter: UInt8) -> ImportFieldDiagnostic {
        let separator =
            switch delimiter {
            case UInt8(ascii: "\t"): said("reading.tab")
            case UInt8(ascii: ";"): said("reading.semicolon")
            default: said("reading.comma")
            }
        return ImportFieldDiagnostic(
            column: nil, problem: said("reading.fieldsInRow", Count(found), expected),
            remedy: said("reading.putAFieldThat", separator))
    }

    static func notUTF8(byte: Int64) -> ImportFieldDiagnostic {
        ImportFieldDiagnostic(
            column: nil, problem: said("reading.notUtfTextAt", byte),
            remedy: said("reading.saveTheFileAs"))
    }

    static func nul(byte: Int64) -> ImportFieldDiagnostic {
        ImportFieldDiagnostic(
            column: nil, problem: said("reading.aNulByteAt", byte),
            remedy: said("reading.theFileIsDamaged"))
    }

    static func unnamed(_ column: TableColumn) -> ImportFieldDiagnostic {
        ImportFieldDiagnostic(
            column: .init(number: column.number, name: said("reading.noName")),
            problem: said("reading.somethingStandsInA"),
            remedy: said("reading.giveTheColumnA"))
    }

    static func uncountable(_ column: Column?) -> ImportFieldDiagnostic {
        ImportFieldDiagnostic(
            column: column, problem: "quantity × value is larger than can be counted exactly",
            remedy: "correct one of them")
    }

    static func value(_ error: ValueError, column: TableColumn, format: FileFormat) -> ImportFieldDiagnostic {
        ImportFieldDiagnostic(
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
            return said("reading.homeboxNeverWritesThis")
        case (.money, _):
            return said("reading.otherFormsAreRead")
        case (.quantity, _), (.percentage, _):
            return said("reading.otherFormsAreReadUnder")
        case (.date, _), (.timestamp, _):
            return said("reading.otherFormsAreReadUnderDate")
        default: return ""
        }
    }
}
