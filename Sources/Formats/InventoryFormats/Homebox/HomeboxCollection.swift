package import Files
import FoundationEssentials
package import Inventory
package import Message

/// Homebox's export of a whole collection (2026): a zip archive of tables as JSON, with the files of attachments.
///
/// ```swift
/// let collection = try HomeboxCollection(path: "homebox.zip", currency: usd)
/// for file in collection.files { … }   // into the store
/// var reader = InventoryReader(collection, attached: references, options: options)
/// ```
package struct HomeboxCollection: Sendable {
    /// The version of the layout that Homebox writes.
    static let schemaVersion = 1

    /// The file's name in messages.
    package let name: String
    /// The parts that an inventory does not take over as they are.
    package var notices: [HomeboxNotice] { index.notices }
    let path: String
    let index: HomeboxIndex

    /// Reads everything but the items and files.
    /// - Parameters:
    ///   - name: the file's name in messages; nil for its path.
    ///   - currency: the currency of all amounts; a collection names none.
    /// - Throws: ``InventoryFileError`` if the file is not a collection, is damaged, or would harm.
    package init(path: String, name: String? = nil, currency: Currency) throws(InventoryFileError) {
        self.path = path
        self.name = name ?? path
        guard path != "-" else { throw InventoryFileError(.collection(.notAFile), file: self.name) }
        let package = try HomeboxPackage(path: path, name: self.name)
        do {
            index = try HomeboxIndex(package, try package.manifest(), currency: currency)
        } catch {
            throw error.inFile(self.name)
        }
    }

    /// Whether a file is such a collection, valid or not, by its content.
    /// - Throws: `unreadable` if the system cannot open or read it.
    package static func isCollection(at path: String) throws(InventoryFileError) -> Bool {
        guard path != "-" else { return false }
        do {
            return try HomeboxPackage.isCollection(at: path)
        } catch {
            throw InventoryFileError(.unreadable(code: error.code), file: path)
        }
    }

    /// The attachments of items whose files are in the archive.
    package var files: [HomeboxFile] {
        index.files.values.joined().sorted { $0.name < $1.name }
    }

    /// Opens the archive for reading the files of attachments, in one thread at a time.
    package func openFiles() throws(InventoryFileError) -> HomeboxFiles {
        HomeboxFiles(try HomeboxPackage(path: path, name: name))
    }
}

/// An attachment of an item of Homebox.
package struct HomeboxFile: Sendable {
    let id: UUID
    /// The name of the file in the archive.
    package let name: String
    /// Homebox's type, such as `photo` or `receipt`.
    package let type: String
    /// The title, which is the name of the original file unless the owner changed it.
    package let title: String
    /// Whether it represents the item.
    package let isPrimary: Bool
}

/// The files of a collection's attachments.
package final class HomeboxFiles {
    private let package: HomeboxPackage

    init(_ package: HomeboxPackage) { self.package = package }

    /// Begins to read a file.
    package func stream(of file: HomeboxFile) throws(InventoryFileError) -> ZipReader.Stream {
        guard let stream = try package.stream(of: file.name) else {
            throw InventoryFileError(.collection(.notACollection), file: package.name)
        }
        return stream
    }

    /// Returns the error for a file that cannot be unpacked.
    package func failure(_ error: ArchiveError) -> InventoryFileError { package.failure(error) }
}

/// An attachment in the store, as items refer to it.
package enum AttachedFile: Sendable {
    case photo(PhotoReference)
    case document(DocumentReference)
}

/// Why a file is not read as a Homebox collection.
package enum HomeboxCollectionError: Equatable, Sendable {
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
    /// The tables hold more text than belongs in an archive of this size, in bytes.
    case tooMuchText(limit: Int)
    /// The file is a pipe; an archive is read from its end.
    case notAFile
}

extension HomeboxCollectionError: MessageConvertible {
    package var message: Message {
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
