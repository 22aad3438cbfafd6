import Interchange
import InventoryModel

/// The options that say how a file of another program is to be read.
enum ReadingOptions {
    private static let heading = "Reading the file"

    static let format = Option.value(
        "from", "FORMAT", "the file's format", choices: FileFormat.allCases.map(\.rawValue),
        initially: "known by the content", heading: heading)
    static let map = Option.value(
        "map", "COLUMN=FIELD", "which field a column of a plain CSV holds, as in \"Item=name\"; COLUMN=- leaves it out",
        repeats: true, heading: heading)
    static let decimal = Option.value(
        "decimal", "MARK", "what parts the decimals in a plain CSV that groups its digits or writes 12,34",
        choices: DecimalSeparator.allCases.map(\.rawValue), heading: heading)
    static let dateFormat = Option.value(
        "date-format", "ORDER", "how a plain CSV writes days, where not as 2024-12-25",
        choices: DateOrder.allCases.map(\.rawValue), heading: heading)
    static let currency = Option.value(
        "currency", "CODE", "the currency of amounts that name none", initially: "the inventory's, USD for a new one",
        heading: heading)

    static let all = [format, map, currency, decimal, dateFormat]
}

extension Call {
    /// The currency that the call names for a file.
    func statedCurrency() throws(CallError) -> Currency? {
        try arguments.read(ReadingOptions.currency) { code throws(ValueError) in try Currency(code: code) }
    }

    /// How files are to be read.
    /// - Parameter usual: the currency of amounts where neither file nor call names one.
    /// - Throws: `badValue`.
    func importOptions(usual: Currency) throws(CallError) -> ImportOptions {
        let stated = try statedCurrency()
        var options = ImportOptions(currency: stated ?? usual, moment: now)
        options.currencyIsStated = stated != nil
        options.decimalSeparator = arguments.choice(ReadingOptions.decimal)
        options.dateOrder = arguments.choice(ReadingOptions.dateFormat)
        for text in arguments.texts(ReadingOptions.map) {
            do throws(InterchangeError) {
                options.columns.append(try ColumnMapping(parsing: text))
            } catch {
                throw .badValue(option: ReadingOptions.map.spelling, problem: error.description)
            }
        }
        return options
    }

    /// The format that the call names.
    var importFormat: FileFormat? { arguments.choice(ReadingOptions.format) }
}
