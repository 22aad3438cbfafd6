package import Files
package import Message

/// An error that keeps a workbook from being made.
package enum SpreadsheetError: Error, Equatable {
    /// A sheet cannot hold as many rows (Office Open XML: 1,048,576).
    case tooManyRows(limit: Int)
    /// Two sheets have the same name.
    case duplicateSheet(String)
    /// The library could not allocate memory.
    case outOfMemory
    /// The rows of a sheet could not be written to a temporary file.
    case rowsNotWritten
    /// The library that writes workbooks failed with this message.
    case library(String)
    /// A part of the finished workbook differs from what was written; its name in the archive, nil for the archive
    /// itself.
    case damaged(part: String?, folder: String)
    /// A temporary file could not be written.
    case file(FileError)
}

extension SpreadsheetError: MessageConvertible {
    package var message: Message {
        switch self {
        case .tooManyRows(let limit): Message("report.spreadsheet.tooManyRows", ["limit": "\(limit)"])
        case .duplicateSheet(let name): Message("report.spreadsheet.duplicateSheet", ["name": name])
        case .outOfMemory: Message("report.spreadsheet.outOfMemory")
        case .rowsNotWritten: Message("report.spreadsheet.rowsNotWritten")
        case .library(let problem): Message("report.spreadsheet.library", ["problem": problem])
        case .damaged(nil, let folder): Message("report.spreadsheet.damagedArchive", ["folder": folder])
        case .damaged(let part?, let folder):
            Message("report.spreadsheet.damagedPart", ["part": part, "folder": folder])
        case .file(let error): error.message
        }
    }
}
