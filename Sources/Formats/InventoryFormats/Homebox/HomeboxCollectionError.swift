public import Files
public import Message

/// Why a file is not read as a Homebox collection.
public enum HomeboxCollectionError: Equatable, Sendable {
    /// The zip archive is damaged or refused.
    case archive(ArchiveError)
    /// The archive has no `manifest.json` of Homebox.
    case notACollection
    /// The manifest is not the JSON object that Homebox writes.
    case malformedManifest
    /// The manifest states another version of the layout than 1.
    case version(Int64)
    /// A row is not an object, or is larger than any row of Homebox.
    case malformedRow(HomeboxTable, row: Int)
    /// A column of a row holds nothing or a value of another kind.
    case malformedValue(HomeboxTable, row: Int, column: String)
    /// A row has the id of another row of its table.
    case repeatedID(HomeboxTable, row: Int)
    /// A column refers to a row that is not in the collection.
    case danglingReference(HomeboxTable, row: Int, column: String)
    /// A location lies inside itself.
    case locationCycle(name: String)
    /// A location lies inside more than `depth` others, or its path is longer than a text may be.
    case locationPath(name: String, depth: Int)
    /// The tables hold more text than belongs into an archive of this size, in bytes.
    case tooMuchText(limit: Int)
    /// The file is a pipe; an archive is read from its end.
    case notAFile
}

extension HomeboxCollectionError: MessageConvertible {
    public var message: Message {
        switch self {
        case .archive(let error): error.message
        case .notACollection: Message("collection.notACollection")
        case .malformedManifest: Message("collection.malformedManifest")
        case .version(let version): Message("collection.version", ["version": "\(version)"])
        case .malformedRow(let table, let row): Message("collection.malformedRow", place(table, row))
        case .malformedValue(let table, let row, let column):
            Message("collection.malformedValue", place(table, row, column))
        case .repeatedID(let table, let row): Message("collection.repeatedID", place(table, row))
        case .danglingReference(let table, let row, let column):
            Message("collection.danglingReference", place(table, row, column))
        case .locationCycle(let name): Message("collection.locationCycle", ["name": name.excerpt])
        case .locationPath(let name, let depth):
            Message("collection.locationPath", ["name": name.excerpt, "depth": "\(depth)"])
        case .tooMuchText(let limit): Message("collection.tooMuchText", ["limit": "\(limit >> 20)"])
        case .notAFile: Message("collection.notAFile")
        }
    }

    /// Whether the message names the file itself.
    var namesFile: Bool {
        switch self {
        case .archive(.damagedEntry): false
        case .archive: true
        default: false
        }
    }
}

private func place(_ table: HomeboxTable, _ row: Int, _ column: String = "") -> [String: any MessageArgument] {
    ["table": "\(table.rawValue).json", "row": "\(row)", "column": column]
}
