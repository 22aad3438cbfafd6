public import FileOutput

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
            "a sheet holds \(limit) rows and there are more; choose fewer items with --where, or write CSV"
        case .library(let problem):
            "the workbook could not be made: \(problem); look whether the folder for temporary files (TMPDIR) is full"
        case .file(let error): "\(error)"
        }
    }
}
