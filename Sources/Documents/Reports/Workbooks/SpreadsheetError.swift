public import Files
import Localization

/// Why a workbook was not made.
public enum SpreadsheetError: Error, Equatable {
    /// A sheet takes no more rows (Office Open XML: 1,048,576).
    case tooManyRows(limit: Int)
    /// The library that writes workbooks failed: what it says.
    case library(String)
    /// A temporary file could not be written.
    case file(FileError)
}

extension SpreadsheetError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooManyRows(let limit):
            said("spreadsheet.aSheetHoldsRows", limit)
        case .library(let problem):
            said("spreadsheet.theWorkbookCouldNot", problem)
        case .file(let error): "\(error)"
        }
    }
}
