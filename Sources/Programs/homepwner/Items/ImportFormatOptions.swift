import Inventory
import InventoryFormats
import Localization
import Messages

/// The options that say how a file of another program is to be read.
enum ImportFormatOptions {
    private static let heading = OptionGroup.reading

    static let format = Option.value("from", "FORMAT", choices: FileFormat.allCases.map(\.rawValue), heading: heading)
    static let map = Option.value("map", "COLUMN=FIELD", repeats: true, heading: heading)
    static let decimal = Option.value(
        "decimal", "MARK", choices: DecimalSeparator.allCases.map(\.rawValue), heading: heading)
    static let dateFormat = Option.value(
        "date-format", "ORDER", choices: DateOrder.allCases.map(\.rawValue), heading: heading)
    static let currency = Option.value("currency", "CODE", heading: heading)

    static let all = [format, map, currency, decimal, dateFormat]
}

extension Invocation {
    /// The currency that the call names for a file.
    func statedCurrency() throws(UsageError) -> Currency? {
        try arguments.read(ImportFormatOptions.currency) { code throws(ValueError) in try Currency(code: code) }
    }

    /// The options for reading files.
    /// - Parameter usual: the currency of amounts if neither file nor call names one.
    /// - Throws: `badValue`.
    func importOptions(usual: Currency) throws(UsageError) -> ImportOptions {
        let stated = try statedCurrency()
        var options = ImportOptions(currency: stated ?? usual, timestamp: now)
        options.currencyIsStated = stated != nil
        options.decimalSeparator = arguments.choice(ImportFormatOptions.decimal)
        options.dateOrder = arguments.choice(ImportFormatOptions.dateFormat)
        for text in arguments.texts(ImportFormatOptions.map) {
            do throws(InventoryFileError) {
                options.columns.append(try ColumnMapping(parsing: text))
            } catch {
                throw .badValue(
                    option: ImportFormatOptions.map.spelling, problem: LocalizationContext.words.text(error.message))
            }
        }
        return options
    }

    /// The format that the call names.
    var importFormat: FileFormat? { arguments.choice(ImportFormatOptions.format) }
}
