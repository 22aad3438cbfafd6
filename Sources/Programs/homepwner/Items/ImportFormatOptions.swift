import Inventory
import InventoryFormats
import Localization
import Message

/// The options that say how a file of another program is to be read.
enum ImportFormatOptions {
    private static let heading = OptionGroup.reading

    static let format = Option.value("from", "FORMAT", choices: FileFormat.allCases.map(\.rawValue), heading: heading)
    static let map = Option.value("map", "COLUMN=FIELD", repeats: true, heading: heading)
    static let decimal = Option.value(
        "decimal", "MARK", choices: DecimalSeparator.allCases.map(\.rawValue), heading: heading)
    static let dateFormat = Option.value(
        "date-format", "ORDER", choices: DateOrder.allCases.map(\.rawValue), heading: heading)
    static let currency = Option.value("currency", "CODE", repeats: true, heading: heading)

    static let encoding = Option.value("encoding", "NAME", heading: heading)
    static let sheet = Option.value("worksheet", "NAME", alias: "sheet", heading: heading)
    static let headerRow = Option.value("header-row", "N|CELL", heading: heading)
    static let groupRows = Option.value(
        "group-rows", "MEANING", choices: GroupRowMeaning.allCases.map(\.rawValue), heading: heading)
    static let totalRows = Option.value(
        "total-rows", "MEANING", choices: DoubtfulRowMeaning.allCases.map(\.rawValue), heading: heading)
    static let hiddenRows = Option.value(
        "hidden-rows", "MEANING", choices: DoubtfulRowMeaning.allCases.map(\.rawValue), heading: heading)
    static let fillDown = Option.value("fill-down", "ANSWER", choices: ["yes", "no"], heading: heading)
    static let otherCells = Option.value("other-cells", "MEANING", choices: ["text", "faults"], heading: heading)
    static let updateBy = Option.value("update-by", "COLUMN", heading: heading)
    static let accept = Option.flag("accept", heading: heading)
    static let reading = Option.value("reading", "FILE.json", heading: heading)

    static let all = [
        format, map, currency, decimal, dateFormat, encoding, sheet, headerRow, groupRows, totalRows,
        hiddenRows, fillDown, otherCells, accept, reading,
    ]
}

extension Arguments {
    /// The place of the headings that the call names.
    /// - Throws: `badValue`.
    func headerPlace() throws(UsageError) -> HeaderPlace? {
        guard let text = text(ImportFormatOptions.headerRow) else { return nil }
        guard let place = HeaderPlace(text) else {
            throw .badValue(
                option: ImportFormatOptions.headerRow.spelling, problem: localized("reading.headerPlaceExpected"))
        }
        return place
    }
}

extension Invocation {
    /// The currency that the call names for a file.
    /// - Throws: `badValue`, `repeatedOption`.
    func statedCurrency() throws(UsageError) -> Currency? {
        let codes = arguments.texts(ImportFormatOptions.currency).filter { !$0.contains("=") }
        guard codes.count < 2 else { throw .repeatedOption(ImportFormatOptions.currency.spelling) }
        return try codes.first.map(currency)
    }

    /// The currencies that the call names for signs: `--currency '$=CAD'`.
    /// - Throws: `badValue`.
    func currencySigns() throws(UsageError) -> [String: Currency] {
        var signs: [String: Currency] = [:]
        for text in arguments.texts(ImportFormatOptions.currency) {
            guard let equals = text.lastIndex(of: "=") else { continue }
            let sign = String(text[..<equals])
            let code = String(text[text.index(after: equals)...])
            let named = try currency(code)
            guard CurrencySymbols.currencies(of: sign).contains(named) else {
                throw .badValue(
                    option: ImportFormatOptions.currency.spelling,
                    problem: localized("reading.noSuchSign", ["sign": .text(sign.onOneLine), "currency": .text(code)]))
            }
            signs[sign] = named
        }
        return signs
    }

    private func currency(_ code: String) throws(UsageError) -> Currency {
        do {
            return try Currency(code: code)
        } catch {
            throw .badValue(
                option: ImportFormatOptions.currency.spelling, problem: CommandError.text(of: error))
        }
    }

    /// The options for reading files.
    /// - Parameter usual: the currency of amounts if neither file nor call names one.
    /// - Throws: `badValue`.
    func importOptions(usual: Currency) throws(UsageError) -> ImportOptions {
        var options = ImportOptions(currency: try statedCurrency() ?? usual, timestamp: now)
        options.columns = try columnMappings()
        return options
    }

    private func columnMappings() throws(UsageError) -> [ColumnMapping] {
        var mappings: [ColumnMapping] = []
        for text in arguments.texts(ImportFormatOptions.map) {
            do {
                mappings.append(try ColumnMapping(parsing: text))
            } catch {
                throw .badValue(
                    option: ImportFormatOptions.map.spelling, problem: localized(error.message))
            }
        }
        return mappings
    }

    /// The parts of a reading that the call settles.
    /// - Throws: `badValue`, `notANumber`.
    func readingOverrides() throws(UsageError) -> ReadingOverrides {
        var overrides = ReadingOverrides()
        overrides.columns = try columnMappings()
        overrides.decimal = arguments.choice(ImportFormatOptions.decimal)
        overrides.dateOrder = arguments.choice(ImportFormatOptions.dateFormat)
        overrides.currency = try statedCurrency()
        overrides.signs = try currencySigns()
        if let name = arguments.text(ImportFormatOptions.encoding) {
            guard let encoding = TextEncoding(named: name) else {
                throw .notAChoice(
                    option: ImportFormatOptions.encoding.spelling, given: name,
                    choices: TextEncoding.allCases.map(\.rawValue), suggestion: nil)
            }
            overrides.encoding = encoding
        }
        overrides.sheet = arguments.text(ImportFormatOptions.sheet)
        overrides.headerRow = try arguments.headerPlace()
        overrides.groupRows = arguments.choice(ImportFormatOptions.groupRows)
        overrides.totalRows = arguments.choice(ImportFormatOptions.totalRows)
        overrides.hiddenRows = arguments.choice(ImportFormatOptions.hiddenRows)
        overrides.fillsDown = arguments.text(ImportFormatOptions.fillDown).map { $0 == "yes" }
        overrides.keepsOtherCells = arguments.text(ImportFormatOptions.otherCells).map { $0 == "text" }
        overrides.recognition = arguments.text(ImportFormatOptions.updateBy).map(RowRecognition.init)
        return overrides
    }

    /// The format that the call names.
    var importFormat: FileFormat? { arguments.choice(ImportFormatOptions.format) }
}

/// A file to import and how to read it.
struct ImportFile: Sendable {
    /// The file as the call names it.
    let path: String
    /// The file's bytes; nil for the folder or archive of a collection.
    var source: TableSource?
    /// The format that the call names.
    var format: FileFormat?
    /// The accepted reading of a table.
    var reading: TableReading?
    /// Whether it is a program's table whose rows were not looked at.
    var isUnchecked = false

    /// Whether photos and documents may come with the items.
    var hasFiles: Bool { format == .homeboxCollection }

    /// - Parameter name: the file's name in messages.
    func open(_ options: ImportOptions, name: String) throws(InventoryFileError) -> InventoryReader {
        let opened: TableSource
        if let source { opened = source } else { opened = try TableSource(path: path, name: name) }
        guard let reading else { return try InventoryReader(opened, format: format, options: options) }
        return try InventoryReader(opened, reading: reading, options: options)
    }
}
