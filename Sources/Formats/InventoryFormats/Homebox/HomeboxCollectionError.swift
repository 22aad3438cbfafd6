public import Files

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
