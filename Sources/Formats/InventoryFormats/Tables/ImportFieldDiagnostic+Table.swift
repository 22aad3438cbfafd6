import Inventory

extension ImportFieldDiagnostic {
    /// A diagnostic for a cell, with the advice that fits its column.
    init(_ reason: Reason, in column: TableColumn, format: FileFormat) {
        self.init(
            column.location, reason,
            advice: reason.isMalformed ? Advice(for: column.target, format: format) : nil)
    }

    /// The number of the column; 0 if the diagnostic is for the whole row.
    var columnNumber: Int {
        if case .column(let number, _) = location { number } else { 0 }
    }
}

extension ImportFieldDiagnostic.Reason {
    /// Whether the text has not the form that is asked for, so that another form may be allowed.
    fileprivate var isMalformed: Bool {
        switch self {
        case .expected, .otherCurrency, .value(.malformed): true
        default: false
        }
    }
}

extension ImportFieldDiagnostic.Advice {
    fileprivate init?(for target: ColumnTarget, format: FileFormat) {
        let kind: ItemField.Kind? =
            switch target {
            case .field(let field): field.kind
            case .price, .lineTotal: .money
            default: nil
            }
        switch (kind, format) {
        case (.money, .homebox), (.quantity, .homebox), (.date, .homebox), (.flag, .homebox): self = .readAsPlainCSV
        case (.money, _): self = .decimalAndCurrencyOptions
        case (.quantity, _), (.percentage, _): self = .decimalOption
        case (.date, _), (.timestamp, _): self = .dateFormatOption
        default: return nil
        }
    }
}
