/// The kind of file that the first bytes of a file look like.
public enum FileAppearance: Equatable, Sendable {
    /// A ZIP file, such as an Excel workbook.
    case zip
    /// A workbook of Excel 97 to 2003.
    case oldExcelWorkbook
    case pdf, rtf, sqlite
    /// A compressed file, by the name of its format: `gzip`.
    case compressed(String)
    /// A picture, by the name of its format: `JPEG`.
    case picture(String)
    /// An ELF executable.
    case program
    /// Text in an encoding that is not read: `UTF-16`.
    case text(encoding: String)
    /// Only spaces and line ends.
    case blank
    case plainText, binary
    case json, xml, binaryPropertyList, xmlPropertyList, webPage
    /// Any other markup, by the name of its first element.
    case markup(root: String)
    case markupWithoutElement
}
