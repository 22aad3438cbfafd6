import Localization
import Reports

extension Option {
    static let csvSeparator = value("separator", "SIGN")
    static let csvByteOrderMark = flag("bom")
}

extension CSVLayout {
    /// The options of commands that write CSV.
    static let options = [Option.csvSeparator, .csvByteOrderMark]

    /// The layout that a call asks for.
    /// - Parameter isWritten: whether the output is CSV that takes a layout.
    /// - Throws: `UsageError` for options without CSV and for a sign that separates no cells.
    init(_ arguments: Arguments, isWritten: Bool) throws(UsageError) {
        self.init()
        if !isWritten, let stray = CSVLayout.options.first(where: arguments.has) {
            throw .together(stray.spelling, with: localized("csv.output"))
        }
        hasByteOrderMark = arguments.has(.csvByteOrderMark)
        switch arguments.text(.csvSeparator) {
        case nil, ",": break
        case ";": separator = UInt8(ascii: ";")
        case "tab", "\t": separator = UInt8(ascii: "\t")
        default:
            throw .badValue(option: Option.csvSeparator.spelling, problem: localized("csv.separatorExpected"))
        }
    }
}
