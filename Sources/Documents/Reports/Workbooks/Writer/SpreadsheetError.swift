public import Files

/// An error that keeps a workbook from being made.
public enum SpreadsheetError: Error, Equatable {
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
