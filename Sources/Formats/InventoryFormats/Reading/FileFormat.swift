import Localization

/// A format of inventory files.
public enum FileFormat: String, CaseIterable, Sendable {
    /// Homebox's export, comma or tab separated.
    case homebox
    /// Snipe-IT's import sample and custom asset report.
    case snipeIT = "snipe-it"
    /// Any other table of text whose columns are named like the fields of an item.
    case csv
    /// Homepwner's JSON (RFC 8259).
    case json
    /// Homepwner's XML, namespace `urn:homepwner:inventory:1`.
    case xml
    /// The iOS app's archive: NSKeyedArchiver in a binary or XML property list.
    case archive

    /// The format's name in sentences.
    public var title: String {
        switch self {
        case .homebox: said("reading.homeboxCsv")
        case .snipeIT: said("reading.snipeItCsv")
        case .csv: said("reading.plainCsv")
        case .json: "JSON"
        case .xml: "XML"
        case .archive: said("reading.archiveOfTheIos")
        }
    }

    /// How many bytes from the start of a file ``recognise(_:)`` wants to see, or all where there are fewer.
    public static let recognitionLength = 65_536

    /// Tells a file's format by its first bytes.
    ///
    /// Text that is no other format is ``csv``: whether its columns are known shows when the header is read.
    /// - Returns: nil where the bytes are none of the formats; ``describe(_:)`` then says what they look like.
    public static func detect(_ bytes: some Collection<UInt8>) -> FileFormat? {
        FormatDetector(bytes).format
    }

    /// What a file looks like, for people: "a ZIP file or an Excel workbook", "text".
    public static func describe(_ bytes: some Collection<UInt8>) -> String {
        FormatDetector(bytes).appearance
    }
}
