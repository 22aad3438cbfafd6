package import Message

/// The kind of file that the first bytes of a file look like.
package enum FileAppearance: Equatable, Sendable {
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

extension FileAppearance {
    /// Whether it is markup other than the XML of this program: it may be a web page.
    var isMarkupWithoutFormat: Bool {
        switch self {
        case .webPage, .markup, .markupWithoutElement: true
        default: false
        }
    }
}

extension FileAppearance: MessageConvertible {
    /// The kind of file, and how to make a list of items of it.
    package var message: Message {
        switch self {
        case .zip: Message("formats.appearance.zip")
        case .oldExcelWorkbook: Message("formats.appearance.oldExcelWorkbook")
        case .pdf: Message("formats.appearance.pdf")
        case .rtf: Message("formats.appearance.rtf")
        case .sqlite: Message("formats.appearance.sqlite")
        case .compressed(let format): Message("formats.appearance.compressed", ["format": format])
        case .picture(let format): Message("formats.appearance.picture", ["format": format])
        case .program: Message("formats.appearance.program")
        case .text(let encoding): Message("formats.appearance.text", ["encoding": encoding])
        case .blank: Message("formats.appearance.blank")
        case .plainText: Message("formats.appearance.plainText")
        case .binary: Message("formats.appearance.binary")
        case .json: Message("formats.title.json")
        case .xml: Message("formats.title.xml")
        case .binaryPropertyList: Message("formats.appearance.binaryPropertyList")
        case .xmlPropertyList: Message("formats.appearance.xmlPropertyList")
        case .webPage: Message("formats.appearance.webPage")
        case .markup(let root): Message("formats.appearance.markup", ["root": root])
        case .markupWithoutElement: Message("formats.appearance.markupWithoutElement")
        }
    }
}
