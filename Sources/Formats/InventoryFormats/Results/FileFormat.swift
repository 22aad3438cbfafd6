package import Message

/// A format of inventory files.
package enum FileFormat: String, CaseIterable, Sendable {
    /// Homebox's export, comma or tab separated.
    case homebox
    /// Homebox's export of a whole collection: a zip archive of tables and attached files.
    case homeboxCollection = "homebox-collection"
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

    /// Whether the file is a table of rows, whose header is row 1.
    package var isTable: Bool {
        switch self {
        case .homebox, .snipeIT, .csv: true
        case .homeboxCollection, .json, .xml, .archive: false
        }
    }
}

extension FileFormat {
    /// The name of the format in sentences.
    package var title: Message {
        switch self {
        case .homebox: Message("formats.title.homebox")
        case .homeboxCollection: Message("formats.title.collection")
        case .snipeIT: Message("formats.title.snipeIT")
        case .csv: Message("formats.title.csv")
        case .json: Message("formats.title.json")
        case .xml: Message("formats.title.xml")
        case .archive: Message("formats.title.archive")
        }
    }
}
